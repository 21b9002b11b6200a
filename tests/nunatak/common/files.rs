//! Files of any name and full disks, shared by the tests of several packages.

use std::path::Path;
use std::process::Output;

use super::{Folder, stderr, stdout};

/// A folder within the folder, and the beginning of all names.
pub(crate) const ODD: &str = "zwei  Blanks/Führung ♞ ";

/// Returns a folder with each file under a plain name with line feeds, and under an odd one with
/// carriage returns, too.
pub(crate) fn folder_with(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("zwei  Blanks")).expect("a folder");
    for (name, text) in files {
        folder.write(name, text);
        folder.write(&format!("{ODD}{name}"), text.replace('\n', "\r\n"));
    }
    folder
}

/// Runs the program with arguments separated by blanks, in which `*` stands for the beginning of a
/// name.
pub(crate) fn run_named(folder: &Folder, arguments: &str, beginning: &str) -> Output {
    let arguments: Vec<String> =
        arguments.split(' ').map(|argument| argument.replace('*', beginning)).collect();
    let output = folder.run_program(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    output
}

/// Checks that files that are no text are refused by commands, each with what it expects; `*`
/// stands for the name of the file.
pub(crate) fn assert_only_text(folder: &Folder, commands: &[(&str, &str)]) {
    folder.write("table.bin", [b'x', 0, 1, 2]);
    // A device without end, where there is one.
    for file in ["table.bin", "/dev/zero"] {
        for (arguments, expected) in commands {
            if file.starts_with('/') && !Path::new(file).exists() {
                continue;
            }
            let arguments = arguments.replace('*', file);
            let output = folder.run_program(&arguments.split(' ').collect::<Vec<_>>());
            assert_eq!(output.status.code(), Some(1), "{arguments}: {output:?}");
            let message = format!("error: {file}: not a text file, expected {expected}\n");
            assert_eq!(stderr(&output), message, "{arguments}");
            assert_eq!(stdout(&output), "", "{arguments}");
        }
    }
}

/// Full disks, simulated by a limit on the size of files.
#[cfg(target_os = "linux")]
pub(crate) mod full_disks {
    use std::fs::File;
    use std::process::{Command, Output, Stdio};

    use super::super::{Folder, PROGRAM, run_with_input, stderr};

    /// Runs the program in the folder with files limited to this number of blocks of 512 or 1,024
    /// bytes.
    pub(crate) fn run_limited(
        folder: &Folder,
        blocks: usize,
        arguments: &str,
        input: &str,
    ) -> Output {
        // The signal that would end the program is ignored, so that writing fails.
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" {arguments}");
        let mut command = Command::new("sh");
        command.args(["-c", &script, PROGRAM]).current_dir(folder.path(""));
        run_with_input(&mut command, input.as_bytes())
    }

    /// Checks that commands whose results cannot be printed fail and say so.
    pub(crate) fn assert_printing_fails(folder: &Folder, commands: &[&str]) {
        for arguments in commands {
            let full = File::options().write(true).open("/dev/full").expect("a device");
            let mut command = folder.program(&arguments.split(' ').collect::<Vec<_>>());
            let output = command.stdout(full).stderr(Stdio::piped()).output().expect("a start");
            assert_eq!(output.status.code(), Some(1), "{arguments}: {output:?}");
            let message = stderr(&output);
            assert!(message.contains("No space left"), "{arguments}: {message}");
        }
    }
}
