//! The options of the engine, each declared once.

use std::path::Path;
use std::time::Duration;

use super::declaration::{Declaration, OptionError};
use super::log::DEBUG_LOG_FILE;
use super::network_choice::INTERNAL;
use super::opponent::OpponentError;
use super::own_book::MAX_BOOK_DEPTH;
#[cfg(feature = "tune")]
use super::parameters;
use super::settings::Settings;
use super::strength::Strength;
use super::words::{EMPTY, non_empty};
use crate::book::BookChoice;
use crate::limits::MAX_MULTI_PV;
use crate::search::{
    DEFAULT_MOVE_OVERHEAD, DEFAULT_PROBE_DEPTH, MAX_ELO, MAX_THREADS, MIN_ELO, Searcher,
};
use crate::syzygy::MAX_PIECES;
use crate::tt::{DEFAULT_MEGABYTES, MAX_MEGABYTES};

/// The value of `UCI_EngineAbout`.
const ABOUT: &str = concat!(
    "Nunatak ",
    env!("CARGO_PKG_VERSION"),
    " by the Nunatak team, ",
    env!("CARGO_PKG_LICENSE"),
    " licence"
);

/// The maximum of `Move Overhead`, in milliseconds.
const MAX_MOVE_OVERHEAD: i64 = 5_000;

/// The maximum of `Contempt`, in units of the evaluation.
const MAX_CONTEMPT: i64 = 100;

/// The maximum of `SyzygyProbeDepth`, in plies.
const MAX_PROBE_DEPTH: i64 = 100;

/// All options, in the order in which `uci` lists them.
const OPTIONS: [Declaration; 26] = [
    Declaration::searcher_spin(
        "Hash",
        DEFAULT_MEGABYTES as i64,
        1..=MAX_MEGABYTES as i64,
        |searcher, megabytes| searcher.resize_table(megabytes as usize),
    ),
    Declaration::searcher_spin("Threads", 1, 1..=MAX_THREADS as i64, |searcher, threads| {
        searcher.set_threads(threads as usize);
        Ok(())
    }),
    Declaration::button("Clear Hash", Searcher::clear_table),
    // Allows the interface to send `go ponder`.
    Declaration::check("Ponder", false, |_, _| {}),
    Declaration::searcher_spin("MultiPV", 1, 1..=MAX_MULTI_PV as i64, |searcher, lines| {
        searcher.set_multi_pv(lines as usize);
        Ok(())
    }),
    Declaration::spin(
        "Skill Level",
        Strength::MAX_SKILL as i64,
        0..=Strength::MAX_SKILL as i64,
        |settings, level| settings.strength.skill = level as i32,
    ),
    Declaration::searcher_spin(
        "Move Overhead",
        DEFAULT_MOVE_OVERHEAD.as_millis() as i64,
        0..=MAX_MOVE_OVERHEAD,
        |searcher, milliseconds| {
            searcher.set_move_overhead(Duration::from_millis(milliseconds.unsigned_abs()));
            Ok(())
        },
    ),
    Declaration::check("UCI_Chess960", false, |settings, is_on| settings.format.chess960 = is_on),
    Declaration::check("UCI_LimitStrength", false, |settings, is_on| {
        settings.strength.is_limited = is_on;
    }),
    Declaration::spin(
        "UCI_Elo",
        Strength::DEFAULT_ELO as i64,
        MIN_ELO as i64..=MAX_ELO as i64,
        |settings, elo| settings.strength.elo = elo as i32,
    ),
    Declaration::check("UCI_ShowWDL", false, |settings, is_on| settings.format.show_wdl = is_on),
    Declaration::check("UCI_AnalyseMode", false, |settings, is_on| settings.analyse_mode = is_on),
    Declaration::text("UCI_Opponent", "", set_opponent),
    Declaration::read_only("UCI_EngineAbout", ABOUT),
    // The input thread opens the file.
    Declaration::text(DEBUG_LOG_FILE, "", |_, _| Ok(())),
    Declaration::spin("Contempt", 0, -MAX_CONTEMPT..=MAX_CONTEMPT, |settings, units| {
        settings.game_contempt = units as i32;
    }),
    Declaration::check("Use NNUE", true, |settings, is_on| {
        settings.network.is_used = is_on;
    }),
    Declaration::text("EvalFile", INTERNAL, open_network),
    Declaration::check("OwnBook", false, |settings, is_on| settings.book.is_used = is_on),
    Declaration::text("BookFile", "", open_book),
    Declaration::spin(
        "BookDepth",
        MAX_BOOK_DEPTH as i64,
        1..=MAX_BOOK_DEPTH as i64,
        |settings, moves| settings.book.depth = moves as u16,
    ),
    Declaration::check("Best Book Move", false, |settings, is_on| {
        settings.book.choice = if is_on { BookChoice::Best } else { BookChoice::Weighted };
    }),
    Declaration::text("SyzygyPath", "", |settings, path| {
        settings.syzygy.set_path(path);
        Ok(())
    }),
    Declaration::spin(
        "SyzygyProbeDepth",
        DEFAULT_PROBE_DEPTH as i64,
        1..=MAX_PROBE_DEPTH,
        |settings, depth| settings.syzygy.settings.probe_depth = depth as usize,
    ),
    Declaration::check("Syzygy50MoveRule", true, |settings, is_on| {
        settings.syzygy.settings.fifty_move_rule = is_on;
    }),
    Declaration::spin(
        "SyzygyProbeLimit",
        MAX_PIECES as i64,
        0..=MAX_PIECES as i64,
        |settings, pieces| settings.syzygy.settings.probe_limit = pieces as u32,
    ),
];

/// Sets the opponent, or clears it if the text is empty.
fn set_opponent(settings: &mut Settings, text: &str) -> Result<(), String> {
    let opponent = non_empty(text).map(str::parse).transpose();
    settings.opponent =
        opponent.map_err(|error: OpponentError| format!("{error}; the old one is kept"))?;
    Ok(())
}

/// Opens the network file at the path; chooses the embedded network if the text is empty.
fn open_network(settings: &mut Settings, text: &str) -> Result<(), String> {
    let path = non_empty(text).filter(|&text| text != INTERNAL).map(Path::new);
    let opened = settings.network.open(path);
    opened.map_err(|error| format!("{error}; the old network is kept"))
}

/// Opens the book at the path `text`; an empty text closes the old book.
fn open_book(settings: &mut Settings, text: &str) -> Result<(), String> {
    let opened = settings.book.open(non_empty(text).map(Path::new));
    opened.map_err(|error| format!("{error}; the old book is kept"))
}

/// Returns the lines that declare the options to the interface.
pub(super) fn declarations() -> impl Iterator<Item = String> {
    let declarations = OPTIONS.iter().map(Declaration::to_string);
    #[cfg(feature = "tune")]
    let declarations = declarations.chain(parameters::declarations());
    declarations
}

/// Returns lines that set all options, except the read-only ones, to their last accepted values.
pub(super) fn exported(settings: &Settings) -> String {
    let defaults = OPTIONS.iter().filter_map(Declaration::default_value);
    #[cfg(feature = "tune")]
    let defaults = defaults.chain(parameters::default_values());
    let line = |(name, default): (&str, String)| {
        let accepted = settings.accepted.get(&name.to_ascii_lowercase());
        let value = accepted.unwrap_or(&default);
        format!("setoption name {name} value {}\n", non_empty(value).unwrap_or(EMPTY))
    };
    defaults.map(line).collect()
}

/// Sets the option `name`, ignoring case.
pub(super) fn set(
    name: &str,
    value: Option<&str>,
    settings: &mut Settings,
    searcher: &mut Searcher,
) -> Result<(), OptionError> {
    let value = value.unwrap_or_default();
    apply(name, value, settings, searcher)?;
    settings.accepted.insert(name.to_ascii_lowercase(), value.to_owned());
    Ok(())
}

fn apply(
    name: &str,
    value: &str,
    settings: &mut Settings,
    searcher: &mut Searcher,
) -> Result<(), OptionError> {
    #[cfg(feature = "tune")]
    if let Some(result) = parameters::set(name, value) {
        return result;
    }
    match OPTIONS.iter().find(|option| option.is_named(name)) {
        Some(option) => option.set(value, settings, searcher),
        None => Err(OptionError::Unknown(name.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_one(name: &str, value: Option<&str>) -> Result<Settings, OptionError> {
        let mut settings = Settings::default();
        let mut searcher = Searcher::new(1).expect("a megabyte");
        set(name, value, &mut settings, &mut searcher).map(|()| settings)
    }

    #[test]
    fn names_and_truth_values_are_case_insensitive() {
        assert!(set_one("uci_CHESS960", Some("True")).unwrap().format.chess960);
        for (name, value) in [
            ("clear hash", None),
            ("HASH", Some("2")),
            ("Contempt", Some("-100")),
            ("bookfile", Some("<empty>")),
            ("BookFile", None),
            ("use nnue", Some("TRUE")),
            ("evalfile", Some("<internal>")),
            ("EvalFile", Some("<empty>")),
            ("EvalFile", None),
        ] {
            assert!(set_one(name, value).is_ok(), "{name}");
        }
    }

    #[test]
    fn errors_name_the_invalid_value() {
        for (name, value, part) in [
            ("Hash", Some("0"), "'0'"),
            ("Hash", Some("-5"), "'-5'"),
            ("Hash", Some("lots"), "'lots'"),
            ("Hash", None, "''"),
            ("Hash", Some("99999999999999999999"), "'99999999999999999999'"),
            ("Contempt", Some("101"), "-100 to 100"),
            ("Ponder", Some("maybe"), "'maybe'"),
            ("BookDepth", Some("0"), "1 to 255"),
            ("BookFile", Some("no such file.bin"), "'no such file.bin'"),
            ("UCI_Opponent", Some("GM"), "'GM'"),
            ("EvalFile", Some("no such file.nnue"), "'no such file.nnue'"),
            ("SyzygyProbeDepth", Some("0"), "1 to 100"),
            ("SyzygyProbeLimit", Some("8"), "0 to 7"),
            ("EvalFile", Some("Cargo.toml"), "not a network file"),
            ("Nonesuch", Some("1"), "'Nonesuch'"),
        ] {
            let error = set_one(name, value).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn options_are_declared_with_type_default_and_bounds() {
        let declarations: Vec<String> = declarations().collect();
        for line in [
            "option name Clear Hash type button",
            "option name Ponder type check default false",
            "option name Contempt type spin default 0 min -100 max 100",
            "option name BookFile type string default <empty>",
            "option name EvalFile type string default <internal>",
            "option name SyzygyPath type string default <empty>",
            "option name Syzygy50MoveRule type check default true",
        ] {
            assert!(declarations.iter().any(|declaration| declaration == line), "{line}");
        }
    }
}
