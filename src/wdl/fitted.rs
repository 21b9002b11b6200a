//! The fitted model. `nunatak-workshop wdl` writes this file.

use super::model::Model;

/// The model in use.
pub const MODEL: Model = Model {
    threshold: [6.18291, -12.71150, 12.44995, -4.59419],
    slope: [1.62383, 3.76945, -8.02683, 4.57398],
};
