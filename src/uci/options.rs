//! The options of the engine: name, type, default, bounds and effect of each, in one table. The log
//! alone is opened elsewhere: by the input, before the engine is free.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "tune")]
use super::option_kinds::Bounds;
use super::option_kinds::UciOption::{Button, Check, ReadOnly, Text};
use super::option_kinds::{OptionContext, UciOption, spin};
use super::output::{LOG_FILE, Output};
use super::settings::{DEFAULT_ELO, MAX_BOOK_DEPTH, MAX_SKILL, Settings};
use super::tokens::{CommandError, EMPTY, non_empty, without_quotes};
use crate::book::Book;
use crate::eval::network::Network;
use crate::limits::MAX_MULTI_PV;
#[cfg(feature = "tune")]
use crate::params::{PARAMETERS, Parameter, set_parameter};
use crate::search::{
    DEFAULT_MOVE_OVERHEAD, DEFAULT_PROBE_DEPTH, MAX_CONTEMPT, MAX_ELO, MAX_THREADS, MIN_ELO,
    Searcher, SyzygySettings,
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
    spin("Hash", DEFAULT_MEGABYTES as i64, 1..=MAX_MEGABYTES as i64, |context, megabytes| {
        if let Err(error) = context.searcher.resize_tt(megabytes as usize) {
            context.refuse(error, "the old table is kept");
        }
    }),
    spin("Threads", 1, 1..=MAX_THREADS as i64, |context, threads| {
        let fitting = context.searcher.set_threads(threads as usize);
        if fitting < threads as usize {
            let fitting = counted(fitting, "thread");
            context.info(format_args!("{threads} do not fit in memory; using {fitting}"));
        }
    }),
    Button("Clear Hash", |context| context.searcher.forget()),
    // Allows the interface to send `go ponder`.
    Check("Ponder", false, |_, _| {}),
    spin("MultiPV", 1, 1..=MAX_MULTI_PV as i64, |context, lines| {
        context.searcher.multi_pv = lines as usize;
    }),
    spin("Skill Level", MAX_SKILL as i64, 0..=MAX_SKILL as i64, |context, level| {
        context.settings.skill = level as i32;
    }),
    spin(
        "Move Overhead",
        DEFAULT_MOVE_OVERHEAD.as_millis() as i64,
        0..=MAX_MOVE_OVERHEAD,
        |context, milliseconds| {
            context.searcher.move_overhead = Duration::from_millis(milliseconds.unsigned_abs());
        },
    ),
    Check("UCI_Chess960", false, |context, is_on| context.settings.chess960 = is_on),
    Check("UCI_LimitStrength", false, |context, is_on| context.settings.limits_strength = is_on),
    spin("UCI_Elo", DEFAULT_ELO as i64, MIN_ELO as i64..=MAX_ELO as i64, |context, elo| {
        context.settings.limited_elo = elo as i32;
    }),
    Check("UCI_ShowWDL", false, |context, is_on| context.settings.show_wdl = is_on),
    Check("UCI_AnalyseMode", false, |context, is_on| {
        context.settings.analyse_mode = is_on;
        context.searcher.set_contempt(context.settings.contempt());
    }),
    Text(OPPONENT, "", |_, _| {}),
    ReadOnly("UCI_EngineAbout", ABOUT),
    Text(LOG_FILE, "", |_, _| {}),
    spin("Contempt", 0, -MAX_CONTEMPT as i64..=MAX_CONTEMPT as i64, |context, units| {
        context.settings.game_contempt = units as i32;
        context.searcher.set_contempt(context.settings.contempt());
    }),
    Check("Use NNUE", true, |context, is_on| {
        context.settings.uses_network = is_on;
        context.searcher.set_network(context.settings.used_network());
    }),
    Text(NETWORK_FILE, INTERNAL, open_network),
    Check("OwnBook", false, |context, is_on| context.settings.own_book = is_on),
    Text(BOOK_FILE, "", |context, text| match path(text).map(Book::open).transpose() {
        Ok(book) => context.settings.book = book,
        Err(error) if context.settings.book.is_some() => {
            context.refuse(error, "the old book is kept");
        }
        Err(error) => context.refuse(error, "no book is used"),
    }),
    spin("BookDepth", MAX_BOOK_DEPTH as i64, 1..=MAX_BOOK_DEPTH as i64, |context, moves| {
        context.settings.book_depth = moves as u16;
    }),
    Check("Best Book Move", false, |context, is_on| context.settings.best_book_move = is_on),
    Text(SYZYGY_PATH, "", open_tables),
    spin("SyzygyProbeDepth", DEFAULT_PROBE_DEPTH as i64, 1..=MAX_PROBE_DEPTH, |context, depth| {
        change_syzygy(context, |syzygy| syzygy.probe_depth = depth as usize);
    }),
    Check("Syzygy50MoveRule", true, |context, is_on| {
        change_syzygy(context, |syzygy| syzygy.fifty_move_rule = is_on);
    }),
    spin("SyzygyProbeLimit", MAX_PIECES as i64, 0..=MAX_PIECES as i64, |context, pieces| {
        change_syzygy(context, |syzygy| syzygy.probe_limit = pieces as u32);
    }),
];

/// Opens the network that `text` names, or uses the embedded one, and reports what it is. An equal
/// one is not replaced: some interfaces set all options before each search, and another network
/// would empty the transposition table.
fn open_network(context: &mut OptionContext<'_>, text: &str) {
    fn file(text: &str) -> Option<&Path> {
        path(text).filter(|path| !path.as_os_str().eq_ignore_ascii_case(INTERNAL))
    }
    let path = file(text);
    let network = match path.map(Network::open).transpose() {
        Ok(opened) => opened.map_or_else(Network::embedded, Arc::new),
        Err(error) => return context.refuse(error, "the old network is kept"),
    };
    // Interfaces may set the default value at the start.
    let accepted = context.settings.accepted.get(NETWORK_FILE);
    if path.is_some() || accepted.and_then(|text| file(text)).is_some() {
        let name = path.unwrap_or(Path::new(INTERNAL)).display();
        context.info(format_args!("{name}: {network}"));
    }
    if network != context.settings.network {
        context.settings.network = network;
    }
    context.searcher.set_network(context.settings.used_network());
}

/// Opens the tables of the path `text` and reports their number, or why some or all cannot be used;
/// an empty text closes the old ones. The same path as before changes nothing: some interfaces set
/// all options before each search, and reopened tables would empty the transposition table.
fn open_tables(context: &mut OptionContext<'_>, text: &str) {
    let has_tables = context.searcher.syzygy().tables.is_some();
    if has_tables && context.settings.accepted.get(SYZYGY_PATH).is_some_and(|old| old == text) {
        return;
    }
    let report = |problems: &[Problem]| Problem::lines(problems).for_each(|it| context.info(it));
    let opened = match non_empty(without_quotes(text)).map(Syzygy::open).transpose() {
        Ok(opened) => opened,
        Err(error) => {
            report(&error.problems);
            let result = if has_tables { "the old tables are kept" } else { "no tables are used" };
            return context.refuse("no usable tables", result);
        }
    };
    if let Some(tables) = &opened {
        context.info(tables);
        report(tables.problems());
    }
    change_syzygy(context, |syzygy| syzygy.tables = opened.map(Arc::new));
}

/// Applies `change` to the settings of the Syzygy tables.
fn change_syzygy(context: &mut OptionContext<'_>, change: impl FnOnce(&mut SyzygySettings)) {
    let mut syzygy = context.searcher.syzygy().clone();
    change(&mut syzygy);
    context.searcher.set_syzygy(syzygy);
}

/// Returns the path that `text` names, if any. Windows copies paths with quotation marks around
/// them.
pub(super) fn path(text: &str) -> Option<&Path> {
    non_empty(without_quotes(text)).map(Path::new)
}

/// Returns all options: those of the table, and with the feature `tune` all parameters.
fn options() -> impl Iterator<Item = UciOption> {
    let options = OPTIONS.iter().copied();
    #[cfg(feature = "tune")]
    let options = options.chain(PARAMETERS.iter().map(|&Parameter { name, default, min, max }| {
        let bounds = Bounds { default: default.into(), min: min.into(), max: max.into() };
        UciOption::Spin(name, bounds, tune)
    }));
    options
}

/// Sets the parameter with the name of the option.
#[cfg(feature = "tune")]
fn tune(context: &mut OptionContext<'_>, value: i64) {
    if let Some(index) = PARAMETERS.iter().position(|parameter| parameter.name == context.name) {
        set_parameter(index, value as i32);
    }
}

/// Returns the lines that declare the options to the interface.
pub(super) fn declarations() -> impl Iterator<Item = String> {
    options().map(|option| option.to_string())
}

/// Returns lines that set all options, except buttons and read-only ones, to their last accepted
/// values.
pub(super) fn exported(settings: &Settings) -> String {
    let line = |option: UciOption| {
        let (name, default) = (option.name(), option.default()?);
        let value = settings.accepted.get(name).unwrap_or(&default);
        Some(format!("setoption name {name} value {}\n", non_empty(value).unwrap_or(EMPTY)))
    };
    options().filter_map(line).collect()
}

/// Returns the files that the last accepted values of options name. The log is not among them: it
/// is opened before its option is executed.
pub(super) fn files_in_use(settings: &Settings) -> Vec<PathBuf> {
    let value = |name: &str| non_empty(without_quotes(settings.accepted.get(name)?));
    let files = [NETWORK_FILE, BOOK_FILE].into_iter().filter_map(value);
    let tables = value(SYZYGY_PATH).map(table_files).unwrap_or_default();
    files.map(PathBuf::from).chain(tables).collect()
}

/// Sets the option `name`, ignoring case.
pub(super) fn set(
    name: &str,
    value: &str,
    settings: &mut Settings,
    searcher: &mut Searcher,
    output: &Output,
) -> Result<(), CommandError> {
    let option = options().find(|option| option.name().eq_ignore_ascii_case(name));
    let option = option.ok_or_else(|| CommandError::UnknownOption(name.to_owned()))?;
    let name = option.name();
    option.set(value, &mut OptionContext { settings, searcher, output, name, refusal: None })?;
    settings.accepted.insert(name, value.to_owned());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_one(name: &str, value: &str) -> Result<Settings, CommandError> {
        let mut settings = Settings::default();
        let mut searcher = Searcher::new(1).expect("a megabyte");
        let output = Output::new(std::io::sink());
        set(name, value, &mut settings, &mut searcher, &output).map(|()| settings)
    }

    #[test]
    fn names_and_truth_values_are_case_insensitive() {
        assert!(set_one("uci_CHESS960", "True").unwrap().chess960);
        for (name, value) in [
            ("clear hash", ""),
            ("HASH", "2"),
            ("Contempt", "-100"),
            ("bookfile", "<Empty>"),
            ("BookFile", ""),
            ("use nnue", "TRUE"),
            ("evalfile", "<Internal>"),
            ("EvalFile", "<empty>"),
            ("EvalFile", ""),
        ] {
            assert!(set_one(name, value).is_ok(), "{name}");
        }
    }

    /// But for `Hash`, since the searcher of the test has a small table, `Threads` and files.
    #[test]
    fn the_declared_defaults_are_those_in_use() {
        let mut settings = Settings::default();
        let mut searcher = Searcher::new(1).expect("a megabyte");
        let output = Output::new(std::io::sink());
        let state = |settings: &Settings, searcher: &Searcher| {
            let Settings { chess960, show_wdl, analyse_mode, uses_network, .. } = *settings;
            let Settings { game_contempt, own_book, book_depth, best_book_move, .. } = *settings;
            let Settings { limits_strength, limited_elo, skill, .. } = *settings;
            let SyzygySettings { probe_depth, fifty_move_rule, probe_limit, .. } =
                searcher.syzygy();
            (
                [chess960, show_wdl, analyse_mode, uses_network, own_book, best_book_move],
                (game_contempt, book_depth, limits_strength, limited_elo, skill),
                (searcher.multi_pv, searcher.move_overhead),
                (*probe_depth, *fifty_move_rule, *probe_limit),
            )
        };
        let initial = state(&settings, &searcher);
        for option in OPTIONS {
            let Some(default) = option.default() else { continue };
            set(option.name(), &default, &mut settings, &mut searcher, &output).unwrap();
            assert_eq!(state(&settings, &searcher), initial, "{option}");
        }
    }

    #[test]
    fn errors_name_the_invalid_value() {
        for (name, value, part) in [
            ("Hash", "0", "'0'"),
            ("Hash", "-5", "'-5'"),
            ("Hash", "lots", "'lots'"),
            ("Hash", "", "''"),
            ("Hash", "99999999999999999999", "'99999999999999999999'"),
            ("Contempt", "101", "-100 to 100"),
            ("Ponder", "maybe", "'maybe'"),
            ("BookDepth", "0", "1 to 255"),
            ("BookFile", "no such file.bin", "'no such file.bin'"),
            ("EvalFile", "no such file.nnue", "'no such file.nnue'"),
            ("SyzygyProbeDepth", "0", "1 to 100"),
            ("SyzygyProbeLimit", "8", "0 to 7"),
            ("EvalFile", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "not a network file"),
            ("Nonesuch", "1", "'Nonesuch'"),
        ] {
            let error = set_one(name, value).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
