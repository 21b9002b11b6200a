//! The options of the engine: name, type, default, bounds and effect of each, in one table. The log
//! alone is opened elsewhere: by the input, before the engine is free.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "tune")]
use super::option_kinds::Bounds;
use super::option_kinds::{OptionError, OptionKind, Reach, UciOption, button, check, spin, text};
use super::output::LOG_FILE;
use super::settings::{DEFAULT_ELO, MAX_BOOK_DEPTH, MAX_SKILL, Settings};
use super::tokens::{EMPTY, non_empty, without_quotes};
use crate::book::BookChoice;
use crate::limits::MAX_MULTI_PV;
#[cfg(feature = "tune")]
use crate::params::{PARAMETERS, Parameter, set_parameter};
use crate::search::{
    DEFAULT_MOVE_OVERHEAD, DEFAULT_PROBE_DEPTH, MAX_CONTEMPT, MAX_ELO, MAX_THREADS, MIN_ELO,
    SyzygySettings,
};
use crate::syzygy::{MAX_PIECES, Problem, Syzygy, table_files};
use crate::text::counted;
use crate::tt::{DEFAULT_MEGABYTES, MAX_MEGABYTES};

/// The value of `UCI_EngineAbout`.
const ABOUT: &str = concat!(
    "Nunatak ",
    env!("CARGO_PKG_VERSION"),
    " by the Nunatak team, ",
    env!("CARGO_PKG_LICENSE"),
    " licence"
);

/// The value of [`NETWORK_FILE`] for the embedded network.
const INTERNAL: &str = "<internal>";

/// The option that describes the opponent.
pub(super) const OPPONENT: &str = "UCI_Opponent";

/// The option of the network's file.
const NETWORK_FILE: &str = "EvalFile";

/// The option of the book's file.
const BOOK_FILE: &str = "BookFile";

/// The option of the Syzygy tables.
const SYZYGY_PATH: &str = "SyzygyPath";

/// The maximum of `Move Overhead`, in milliseconds.
const MAX_MOVE_OVERHEAD: i64 = 5_000;

/// The maximum of `SyzygyProbeDepth`, in plies.
const MAX_PROBE_DEPTH: i64 = 100;

/// All options, in the order in which `uci` lists them.
static OPTIONS: [UciOption; 26] = [
    spin("Hash", DEFAULT_MEGABYTES as i64, 1..=MAX_MEGABYTES as i64, |reach, megabytes| {
        if let Err(error) = reach.searcher.resize_tt(megabytes as usize) {
            reach.refuse(error, "the old table is kept");
        }
    }),
    spin("Threads", 1, 1..=MAX_THREADS as i64, |reach, threads| {
        let fitting = reach.searcher.set_threads(threads as usize);
        if fitting < threads as usize {
            let fitting = counted(fitting, "thread");
            reach
                .output
                .info(format_args!("Threads: {threads} do not fit in memory; using {fitting}"));
        }
    }),
    button("Clear Hash", |reach| reach.searcher.forget()),
    // Allows the interface to send `go ponder`.
    check("Ponder", false, |_, _| {}),
    spin("MultiPV", 1, 1..=MAX_MULTI_PV as i64, |reach, lines| {
        reach.searcher.set_multi_pv(lines as usize);
    }),
    spin("Skill Level", MAX_SKILL as i64, 0..=MAX_SKILL as i64, |reach, level| {
        reach.settings.skill = level as i32;
    }),
    spin(
        "Move Overhead",
        DEFAULT_MOVE_OVERHEAD.as_millis() as i64,
        0..=MAX_MOVE_OVERHEAD,
        |reach, milliseconds| {
            reach.searcher.set_move_overhead(Duration::from_millis(milliseconds.unsigned_abs()));
        },
    ),
    check("UCI_Chess960", false, |reach, is_on| reach.settings.format.chess960 = is_on),
    check("UCI_LimitStrength", false, |reach, is_on| reach.settings.limits_strength = is_on),
    spin("UCI_Elo", DEFAULT_ELO as i64, MIN_ELO as i64..=MAX_ELO as i64, |reach, elo| {
        reach.settings.limited_elo = elo as i32;
    }),
    check("UCI_ShowWDL", false, |reach, is_on| reach.settings.format.show_wdl = is_on),
    check("UCI_AnalyseMode", false, |reach, is_on| {
        reach.settings.analyse_mode = is_on;
        reach.searcher.set_contempt(reach.settings.contempt());
    }),
    text(OPPONENT, "", |_, _| {}),
    UciOption { name: "UCI_EngineAbout", kind: OptionKind::ReadOnly(ABOUT) },
    text(LOG_FILE, "", |_, _| {}),
    spin("Contempt", 0, -MAX_CONTEMPT as i64..=MAX_CONTEMPT as i64, |reach, units| {
        reach.settings.game_contempt = units as i32;
        reach.searcher.set_contempt(reach.settings.contempt());
    }),
    check("Use NNUE", true, |reach, is_on| {
        reach.settings.uses_network = is_on;
        reach.searcher.set_network(reach.settings.used_network());
    }),
    text(NETWORK_FILE, INTERNAL, open_network),
    check("OwnBook", false, |reach, is_on| reach.settings.book.is_used = is_on),
    text(BOOK_FILE, "", |reach, text| {
        if let Err(error) = reach.settings.book.open(path(text)) {
            reach.refuse(error, "the old book is kept");
        }
    }),
    spin("BookDepth", MAX_BOOK_DEPTH as i64, 1..=MAX_BOOK_DEPTH as i64, |reach, moves| {
        reach.settings.book.depth = moves as u16;
    }),
    check("Best Book Move", false, |reach, is_on| {
        reach.settings.book.choice = if is_on { BookChoice::Best } else { BookChoice::Weighted };
    }),
    text(SYZYGY_PATH, "", open_tables),
    spin("SyzygyProbeDepth", DEFAULT_PROBE_DEPTH as i64, 1..=MAX_PROBE_DEPTH, |reach, depth| {
        change_syzygy(reach, |syzygy| syzygy.probe_depth = depth as usize);
    }),
    check("Syzygy50MoveRule", true, |reach, is_on| {
        change_syzygy(reach, |syzygy| syzygy.fifty_move_rule = is_on);
    }),
    spin("SyzygyProbeLimit", MAX_PIECES as i64, 0..=MAX_PIECES as i64, |reach, pieces| {
        change_syzygy(reach, |syzygy| syzygy.probe_limit = pieces as u32);
    }),
];

/// Opens the network that `text` names, or uses the embedded one, and reports what it is.
fn open_network(reach: &mut Reach<'_>, text: &str) {
    fn file(text: &str) -> Option<&Path> {
        path(text).filter(|path| !path.as_os_str().eq_ignore_ascii_case(INTERNAL))
    }
    let path = file(text);
    if let Err(error) = reach.settings.open_network(path) {
        return reach.refuse(error, "the old network is kept");
    }
    let network = &reach.settings.network;
    // Interfaces may set the default value at the start.
    if path.is_some() || reach.settings.accepted(NETWORK_FILE).and_then(file).is_some() {
        let name = path.unwrap_or(Path::new(INTERNAL)).display();
        reach.output.info(format_args!("{NETWORK_FILE}: {name}: {network}"));
    }
    reach.searcher.set_network(reach.settings.used_network());
}

/// Opens the tables of the path `text` and reports their number, or why some or all cannot be used;
/// an empty text closes the old ones. The same path as before changes nothing: some interfaces set
/// all options before each search, and reopened tables would empty the transposition table.
fn open_tables(reach: &mut Reach<'_>, text: &str) {
    let has_tables = reach.searcher.syzygy().tables.is_some();
    if has_tables && reach.settings.accepted(SYZYGY_PATH) == Some(text) {
        return;
    }
    let report = |problems: &[Problem]| {
        Problem::lines(problems)
            .for_each(|line| reach.output.info(format_args!("{SYZYGY_PATH}: {line}")));
    };
    let opened = match non_empty(without_quotes(text)).map(Syzygy::open).transpose() {
        Ok(opened) => opened,
        Err(error) => {
            report(&error.problems);
            return reach.refuse("no usable tables", "the old tables are kept");
        }
    };
    if let Some(tables) = &opened {
        reach.output.info(format_args!("{SYZYGY_PATH}: {tables}"));
        report(tables.problems());
    }
    change_syzygy(reach, |syzygy| syzygy.tables = opened.map(Arc::new));
}

/// Applies `change` to the settings of the Syzygy tables.
fn change_syzygy(reach: &mut Reach<'_>, change: impl FnOnce(&mut SyzygySettings)) {
    let mut syzygy = reach.searcher.syzygy().clone();
    change(&mut syzygy);
    reach.searcher.set_syzygy(syzygy);
}

/// Returns the path that `text` names, if any. Windows copies paths with quotation marks around
/// them.
pub(super) fn path(text: &str) -> Option<&Path> {
    non_empty(without_quotes(text)).map(Path::new)
}

/// Returns the lines that declare the options to the interface.
pub(super) fn declarations() -> impl Iterator<Item = String> {
    let declarations = OPTIONS.iter().map(UciOption::to_string);
    #[cfg(feature = "tune")]
    let declarations =
        declarations.chain(PARAMETERS.iter().map(|parameter| {
            format!("option name {} type {}", parameter.name, bounds_of(parameter))
        }));
    declarations
}

/// Returns lines that set all options, except buttons and read-only ones, to their last accepted
/// values.
pub(super) fn exported(settings: &Settings) -> String {
    let defaults = OPTIONS.iter().filter_map(UciOption::default_value);
    #[cfg(feature = "tune")]
    let defaults = defaults
        .chain(PARAMETERS.iter().map(|parameter| (parameter.name, parameter.default.to_string())));
    let line = |(name, default): (&str, String)| {
        let value = settings.accepted(name).unwrap_or(&default);
        format!("setoption name {name} value {}\n", non_empty(value).unwrap_or(EMPTY))
    };
    defaults.map(line).collect()
}

/// Returns the files that the last accepted values of options name. The log is not among them: it
/// is opened before its option is executed.
pub(super) fn files_in_use(settings: &Settings) -> Vec<PathBuf> {
    let value = |name: &str| non_empty(without_quotes(settings.accepted(name)?));
    let files = [NETWORK_FILE, BOOK_FILE].into_iter().filter_map(value);
    let tables = value(SYZYGY_PATH).map(table_files).unwrap_or_default();
    files.map(PathBuf::from).chain(tables).collect()
}

/// Sets the option `name`, ignoring case.
pub(super) fn set(
    name: &str,
    value: Option<&str>,
    reach: &mut Reach<'_>,
) -> Result<(), OptionError> {
    let value = value.unwrap_or_default();
    apply(name, value, reach)?;
    reach.settings.accepted.insert(name.to_ascii_lowercase(), value.to_owned());
    Ok(())
}

fn apply(name: &str, value: &str, reach: &mut Reach<'_>) -> Result<(), OptionError> {
    #[cfg(feature = "tune")]
    if let Some(result) = tune(name, value) {
        return result;
    }
    match OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name)) {
        Some(option) => option.set(value, reach),
        None => Err(OptionError::Unknown(name.to_owned())),
    }
}

/// Sets the parameter `name`, ignoring case; `None` if there is no such parameter.
#[cfg(feature = "tune")]
fn tune(name: &str, value: &str) -> Option<Result<(), OptionError>> {
    let index = PARAMETERS.iter().position(|known| known.name.eq_ignore_ascii_case(name))?;
    let parameter = PARAMETERS.get(index)?;
    let number = bounds_of(parameter).parse(parameter.name, value);
    Some(number.map(|number| set_parameter(index, number as i32)))
}

#[cfg(feature = "tune")]
fn bounds_of(&Parameter { default, min, max, .. }: &Parameter) -> Bounds {
    Bounds { default: default.into(), min: min.into(), max: max.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Searcher;
    use crate::uci::output::Output;

    fn set_one(name: &str, value: Option<&str>) -> Result<Settings, OptionError> {
        let mut settings = Settings::default();
        let mut searcher = Searcher::new(1).expect("a megabyte");
        let output = Output::new(std::io::sink());
        let mut reach = Reach::new(&mut settings, &mut searcher, &output);
        set(name, value, &mut reach).map(|()| settings)
    }

    #[test]
    fn names_and_truth_values_are_case_insensitive() {
        assert!(set_one("uci_CHESS960", Some("True")).unwrap().format.chess960);
        for (name, value) in [
            ("clear hash", None),
            ("HASH", Some("2")),
            ("Contempt", Some("-100")),
            ("bookfile", Some("<Empty>")),
            ("BookFile", None),
            ("use nnue", Some("TRUE")),
            ("evalfile", Some("<Internal>")),
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
            ("EvalFile", Some("no such file.nnue"), "'no such file.nnue'"),
            ("SyzygyProbeDepth", Some("0"), "1 to 100"),
            ("SyzygyProbeLimit", Some("8"), "0 to 7"),
            (
                "EvalFile",
                Some(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")),
                "not a network file",
            ),
            ("Nonesuch", Some("1"), "'Nonesuch'"),
        ] {
            let error = set_one(name, value).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
