//! Games that are read, written and read again.

use proptest::prelude::*;

use super::*;

fn read(text: &str) -> Vec<PgnGame> {
    PgnReader::annotated(text.as_bytes()).collect::<Result<_, _>>().unwrap()
}

/// Writes the games of `text`, checks that they are read back unchanged, and returns the written
/// text.
fn rewritten(text: &str) -> String {
    let games = read(text);
    let written: String = games.iter().map(PgnGame::to_string).collect();
    assert_eq!(read(&written), games, "{written}");
    written
}

#[test]
fn annotations_are_kept() {
    assert_eq!(rewritten("[White \"x\\\"]\n\n*"), "[White \"x\\\\\"]\n\n*\n\n");
    let tags = "[Event \"\u{1b}[31mred\t\u{9b}\"]\n\n";
    assert_eq!(rewritten(&format!("{tags}1. e4 *")), format!("{tags}1. e4 *\n\n"));
    let text = r#"% between games
{a comment}

[Event "The \"Big\" \\ One"]
[Site ""]
[Result "1-0"]

{ before } 1. e4! $14 { [%clk 0:03:00] good
  for White } (1. d4 d5 (1... Nf6 $6 { Indian }) 2. -- c5 { threat }) { main line }
e5 ( ) ; a } brace
% private
2. Nf3 ( { first } 2. f4 1-0 ) Nc6 +/- 3. Bb5?! {} 1-0"#;
    assert_eq!(
        rewritten(text),
        r#"% between games
{a comment}

[Event "The \"Big\" \\ One"]
[Site ""]
[Result "1-0"]

{ before } 1. e4! $14 { [%clk 0:03:00] good
  for White } (1. d4 d5 (1... Nf6?! { Indian }) 2. -- c5 { threat })
{ main line } 1... e5
; a } brace
% private
2. Nf3 ({ first } 2. f4 { 1-0 }) 2... Nc6 $16 3. Bb5?! 1-0

"#
    );
}

#[test]
fn moves_are_written_in_standard_notation() {
    for (text, expected) in [
        ("1. e2e4 e7-e5 2 Ng1f3", "1. e4 e5 2. Nf3 *\n\n"),
        (
            "1. e2e4 e7e5 2. g1f3 (2. Z0 ♞c6 3. f1-c4? null) b8c6",
            "1. e4 e5 2. Nf3 (2. -- Nc6 3. Bc4? --) 2... Nc6 *\n\n",
        ),
        (
            "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 7\"]\n\n7... 0-0-0 8. 0-0+ 1/2-1/2",
            "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 7\"]\n\n7... O-O-O 8. O-O 1/2-1/2\n\n",
        ),
        (
            "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"k3r3/8/8/8/8/8/8/1R1K4 w B - 0 1\"]\n\n\
             1. O-O-O Re1 *",
            "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"k3r3/8/8/8/8/8/8/1R1K4 w B - 0 1\"]\n\n\
             1. O-O-O Re1 *\n\n",
        ),
        // Without a tag, no blank line separates the game from the text before it.
        ("{ a } 1. e4 e5 1-0\n\n; b\n1. d4 *", "{ a }\n1. e4 e5 1-0\n\n; b\n1. d4 *\n\n"),
        // A comment after the result belongs to the game, until a blank line or anything else.
        (
            "1. e4 e5 1-0 {resigns} 1-0 ; x\n{y}\n\n{next}\n[Event \"b\"]\n\n1. d4 *",
            "1. e4 e5 { resigns } { x } { y } 1-0\n\n{next}\n\n[Event \"b\"]\n\n1. d4 *\n\n",
        ),
        ("1. e4 e5 (1... 0000 2. @@@@ d5) *", "1. e4 e5 (1... -- 2. -- d5) *\n\n"),
        ("1. { a } e4 { b } e5 *", "1. { a } e4 { b } 1... e5 *\n\n"),
        (
            "1. e4!□ ⟳ e5 N !? 2. Qh5 ~ (2. Bc4‼→) Nc6 3. Bc4 Nf6 4. Qxf7# mate 1-0",
            "1. e4! $7 { ⟳ } 1... e5 $146 $5 2. Qh5 { ~ } (2. Bc4!! { → }) 2... Nc6 3. Bc4\n\
             Nf6 4. Qxf7# 1-0\n\n",
        ),
    ] {
        assert_eq!(rewritten(text), expected);
    }
}

#[test]
fn lines_are_short_unless_comments_are_long() {
    let variation = "(1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 (4... Nbd7 5. e3 (5. cxd5 exd5)))";
    let text = rewritten(&format!("1. e4 {} e5 *", [variation; 3].join(" ")));
    assert!(text.lines().all(|line| line.len() <= 79), "{text}");
    let comment = "word ".repeat(30);
    assert!(rewritten(&format!("1. e4 {{{comment}}} *")).contains(comment.trim()));
}

#[test]
fn the_text_of_an_invalid_game_is_kept() {
    let bad = "{between}\n[Event \"bad\"]\n\n1. e4 {(1.} e5\n\t2. Ke3 Nc6  1-0";
    let text = format!("[Event \"first\"]\n\n1. d4 *\n\n{bad}\n\n1. c4 * 1. f4 *\n\n{{end}}\n");
    let mut reader = PgnReader::annotated(text.as_bytes());
    assert!(matches!(reader.next(), Some(Ok(_))));
    let Some(Err(PgnError::Game { text, .. })) = reader.next() else { unreachable!("a bad game") };
    assert_eq!(text, bad);
    let befores: Vec<_> = reader.by_ref().map(|game| game.unwrap().annotations.before).collect();
    assert_eq!((befores, reader.text_after()), (vec![String::new(); 2], "{end}"));
    // The end of a text file of DOS is no text.
    let mut reader = PgnReader::annotated("1. d4 *\n\u{1a}\n1. c4 * {end}\n\u{1a}".as_bytes());
    let befores: Vec<_> = reader.by_ref().map(|game| game.unwrap().annotations.before).collect();
    assert_eq!((befores, reader.text_after()), (vec![String::new(); 2], ""));
}

#[test]
fn marks_in_parentheses_are_those_of_the_move() {
    for (text, expected) in [
        ("1. e4 (=) e5 *", "1. e4 $10 e5 *"),
        ("1. e4 (!) {x} e5 *", "1. e4! { x } 1... e5 *"),
        ("1. e4 (+) (e.p.) () e5 *", "1. e4 e5 *"),
        ("1. e4 (1. d4 (=) d5) e5 *", "1. e4 (1. d4 $10 d5) 1... e5 *"),
        ("1. e4 ({a} {b}) e5 *", "1. e4 { a } { b } 1... e5 *"),
        ("1. e4 (12) e5 (5.) 2. Nf3 *", "1. e4 { 12 } 1... e5 { 5 } 2. Nf3 *"),
        ("1. e4 (+0.35) e5 (1.5 {x}) *", "1. e4 { +0.35 } 1... e5 { 1.5 } { x } *"),
        ("1. e4 (1. d4 12s) e5 -0.35/12 *", "1. e4 (1. d4 { 12s }) 1... e5 { -0.35/12 } *"),
        ("1. e4 e5 2. (12. {y}) Nf3 (2. Nc3 3.) *", "1. e4 e5 { y } { 12 } 2. Nf3 (2. Nc3) *"),
    ] {
        assert_eq!(rewritten(text).trim_end(), expected, "{text}");
    }
}

#[test]
fn variations_are_checked_if_they_are_kept() {
    let deep = format!("1. e4 {} {}", "(1. d4 ".repeat(101), ")".repeat(101));
    for (text, fault) in [
        ("1. e4 (1. e5) *", "'e5' is not a legal move"),
        ("1. e4 (1. d4 d5 (1... Zf6)) *", "'Zf6' is not a legal move"),
        ("(1. d4) 1. e4 *", "before the first move"),
        ("1. e4 ((1. c4) 1. d4) *", "before the first move"),
        ("1. e4 e5 2. -- *", "the null move '--' cannot be played in a game"),
        // A null move in check.
        ("1. e4 d5 2. Bb5+ (2. Bb5 -- ) *", "'--' is not a legal move"),
        (&deep, "nested more than 100 deep"),
    ] {
        let games: Vec<_> = PgnReader::annotated(text.as_bytes()).collect();
        let [Err(error)] = games.as_slice() else { unreachable!("{text}: {games:?}") };
        assert!(error.to_string().contains(fault), "{error}");
    }
    assert!(PgnReader::new(deep.as_bytes()).all(|game| game.is_ok()));
    rewritten(&format!("1. e4 {} {} *", "(1. d4 ".repeat(100), ")".repeat(100)));
}

#[test]
fn notes_of_several_lines_leave_the_moves_as_they_are() {
    for note in
        [Note::Escape("a\n1. e5 1-0".to_owned()), Note::Comment("a\n1. e5 } 1-0".to_owned())]
    {
        let mut games = read("1. e4 e5 *");
        games[0].annotations.preface = vec![note];
        let [game] = &read(&games[0].to_string())[..] else { unreachable!("one game") };
        assert_eq!((&game.moves, game.annotations.preface.len()), (&games[0].moves, 2));
    }
}

proptest! {
    #[test]
    fn every_game_that_can_be_read_is_written_without_loss(
        parts in prop::collection::vec(
            "([ \n\r]|[(){};%$\\[\\]*]|[1-3]\\.|e4|d5|Nf3|Nc6|0-0|--|[!?]{1,2}|[□⟳~N]|[$]1[0-9]|\
             \\+-|1-0|\\(d5\\)|\\[Event \"|\"\\]|ü){0,2}",
            4,
        ),
    ) {
        let moves = [" 1. e4", " e5", " 2. Nf3", ""];
        let text: String = parts.iter().zip(moves).flat_map(|(part, mv)| [part.as_str(), mv]).collect();
        for game in PgnReader::annotated(text.as_bytes()).flatten() {
            let written = game.to_string();
            prop_assert_eq!(&read(&written), &[game][..], "{:?} became {:?}", text, written);
        }
    }

    #[test]
    fn notes_of_legal_games_are_written_without_loss(
        notes in prop::collection::vec(
            "(\\{[a-z ;%(\n]{0,12}\\}|;[a-z})({ ]{0,9}\n|\n%[a-z ]{0,5}\n|[$][0-9]{1,3}| \\?!| !| \\+-|□| ⟳| N| ~|\
             \\( ?\\)|\\(--\\)|\\(1[.] a3 \\{x\\} a6( \\(1[.][.][.] h6\\))?\\)| ){0,4}",
            4,
        ),
    ) {
        // Each list of notes follows a null or a legal move by White or Black.
        let moves = ["1. a4", " a5", " 2. b4", " b5"];
        let text: String = moves.into_iter().zip(&notes).flat_map(|(mv, notes)| [mv, notes]).collect();
        for game in PgnReader::annotated(text.as_bytes()).flatten() {
            let written = game.to_string();
            prop_assert_eq!(&read(&written), &[game][..], "{:?} became {:?}", text, written);
        }
    }
}
