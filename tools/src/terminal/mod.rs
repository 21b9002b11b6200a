//! The terminal: what it can show, its width, and progress.

mod capabilities;
mod progress;
mod width;

pub use self::capabilities::{choose_colors, shows_unicode};
pub use self::progress::{
    byte_bar, continue_from, position_bar, progress_bar, restart_estimate, total_bytes,
};
pub use self::width::{WidthArguments, columns, wrap};
