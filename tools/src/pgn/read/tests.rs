//! Tests of the reader with whole files.

use std::io;

use nunatak::board::Board;
use nunatak::types::Outcome;
use proptest::prelude::*;

use super::*;
use crate::pgn::Annotations;

/// Returns the moves, in algebraic notation, and the result of each game, or its error.
fn summaries_of(text: impl AsRef<[u8]>, max_plies: usize) -> Vec<String> {
    let summary = |PgnGame { start, moves, outcome, annotations, .. }| {
        assert_eq!(annotations, Annotations::default());
        let mut board: Board = start;
        let mut texts = Vec::new();
        for mv in moves {
            texts.push(board.san(mv));
            board = board.make(mv);
        }
        format!("{} {}", texts.join(" "), outcome.map_or("*", Outcome::text))
    };
    let games = PgnReader::new(text.as_ref()).up_to(max_plies);
    games.map(|game| game.map_or_else(|error| error.to_string(), summary)).collect()
}

fn summaries(text: impl AsRef<[u8]>) -> Vec<String> {
    summaries_of(text, usize::MAX)
}

#[test]
fn lenient_syntax_is_read() {
    for text in [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0",
        "e4 e5 Nf3 Nc6 Bb5\n1-0",
        "\u{feff}[Event \"x\"]\r\n[Result \"1-0\"]\r\n\r\n1.e4 e5 2.Nf3 Nc6\r\n3.Bb5 1-0\r\n",
        "[Event \"x\"]\r\r1.e4 e5 2.Nf3 Nc6\r3.Bb5 1-0\r",
        "[Event \"x\"] [Result \"1-0\"] 1. e4 e5 2. Nf3 Nc6 3. Bb5",
        "[Result \"1-0\"] 1. e4 e5 2. Nf3 Nc6 3. Bb5 *",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 {a comment\nof two lines} 1-0",
        "[Result \"?\"] 1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0",
        "1.e4 (1.d4 d5 (1...Nf6 {) 1-0}) 1-0) 1...e5 {*\n0-1} 2.Nf3 $1 Nc6!? ; 1-0\n3.Bb5+ 1-0",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 1–0",
        "[Result \"1–0\"] 1. e4 e5 2. Nf3 <x> Nc6 3. Bb5 <1. d4> *",
        "[Result \"1 : 0\"] 1. e4 e5 2. Nf3 Nc6 3. Bb5",
        "1. e4 e5 2. g1\u{2011}f3 Nc6 3. Bb5 1 - 0 {end}",
        "1. e2e4 e7e5 2. g1f3 (2. f1c4 b8-c6) b8c6! 3. f1-b5 1-0",
        "1. e4 e5 2. ♘f3 ♞c6 3. ♗b5!? 1-0",
        "% 1. d4\n1. e4! e5?! 2. Ng1-f3 +- Nb8c6 3.. Bf1b5 1-0",
        "1… e4 N 1…e5□ 2. Nf3⟳ ~ Nc6!?N D 3. Bb5†! Ch. 1-0",
        "1. e4\u{200b} e5 2. ♘\u{fe0e}f3 Nc6 3. Bb5 1-0",
        "1. e4 e5. 2. Nf3 Nc6 3. Bb5.,\n1-0",
        "1. e4 e5 2. Nf3 check Nc6 dbl 3. Bb5 mate 1-0",
        "[Event \"x\"]\n\n1. e4 e5 2. Nf3 {as in\n[Event \"y\"], round 3} Nc6 3. Bb5 1-0",
        "[Event \"x]\n[Site \"y\"\n\n1. e4 e5 2. Nf3 {as in\n[Event \"z\"\n} Nc6 3. Bb5 1-0",
    ] {
        assert_eq!(summaries(text), ["e4 e5 Nf3 Nc6 Bb5 1-0"], "{text:?}");
    }
    assert_eq!(summaries("1. e4 a6 2. e5 d5 3. exd6e.p. e5."), ["e4 a6 e5 d5 exd6 e5 *"]);
    assert_eq!(
        summaries("1. e4 e5 2. Nf3 Nf6 3. Bc4 Be7 4. 00 d6 5.d3 00!? *"),
        ["e4 e5 Nf3 Nf6 Bc4 Be7 O-O d6 d3 O-O *"]
    );
    let castled = "[FEN \"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1\"]\n\n";
    for (moves, expected) in [
        ("1. 0 - 0 O - O! *", "O-O O-O *"),
        ("1.O - O o  -  o+ *", "O-O O-O *"),
        ("1. 0 - 0 - 0 O – O – O, *", "O-O-O O-O-O *"),
        ("1. 0 -0-0 0-0 -0 *", "O-O-O O-O-O *"),
        ("1. 0 - 0 -0.35 0-0 0 - 0.35 *", "O-O O-O *"),
    ] {
        assert_eq!(summaries(format!("{castled}{moves}")), [expected], "{moves}");
    }
    let latin_1 = b"[White \"M\xfcller\"]\n\n1. e4 {sch\xf6n} e5 \xb1 0-1\n";
    assert_eq!(summaries(latin_1), ["e4 e5 0-1"]);
}

#[test]
fn tags_and_comments_are_kept_on_request() {
    let text = "[Event \"a\"]\n[White \"one\"]\n[Other \"1 \\\"2\\\"\"]\n\n{before} 1. e4 {+0.35/14\n\
                0.1s} ({x} 1. d4 {y}) {more} e5 2. Nf3 ; fine\nNc6 {} 1-0 {after}\n{after}\n\n\
                {between}\n[Event \"b\"]\n\n1. d4 *";
    let games: Result<Vec<_>, _> = PgnReader::annotated(text.as_bytes()).collect();
    let games = games.unwrap();
    let annotations: Vec<_> = games.into_iter().map(|game| game.annotations).collect();
    let [first, second] = annotations.as_slice() else { unreachable!("{annotations:?}") };
    let comments: Vec<_> = (0..5).map(|index| first.comment(index)).collect();
    assert_eq!(comments, ["+0.35/14\n0.1s more", "", "fine", "after after", ""]);
    assert_eq!((first.tag("White"), first.tag("Other")), (Some("one"), Some("1 \"2\"")));
    assert_eq!((first.tag("Black"), second.tag("Event")), (None, Some("b")));
    assert_eq!((&*second.before, &*second.comment(0)), ("{between}", ""));
}

#[test]
fn zero_bytes_at_ends_of_lines_belong_to_no_comment() {
    let text = "1. e4 {good\0\r\n} e5 ;well\0\r\n\0\r\n2. Nf3 *\0";
    let game = PgnReader::annotated(text.as_bytes()).next().unwrap().unwrap();
    assert_eq!([0, 1].map(|index| game.annotations.comment(index)), ["good", "well"]);
}

#[test]
fn times_in_parentheses_are_comments() {
    // As FICS prints games, with commas and a direction mark.
    let text = "1.  e4      (0:00)     e5,     (0:01.5)\n2.  Nf3\u{200e}!,     (10:02)\n{White resigns} 0-1";
    let games: Result<Vec<_>, _> = PgnReader::annotated(text.as_bytes()).collect();
    let [game] = &games.unwrap()[..] else { unreachable!("one game") };
    let comments: Vec<_> = (0..3).map(|index| game.annotations.comment(index)).collect();
    assert_eq!(comments, ["0:00", "0:01.5", "10:02 White resigns"]);
    assert_eq!(summaries(text), ["e4 e5 Nf3 0-1"]);
}

#[test]
fn all_games_of_a_file_are_read() {
    let text = "[Event \"no moves\"]\n[Result \"1/2-1/2\"]\n\n1/2-1/2\n\n\
                [Event \"no result\"]\n\n1. d4\n\n\
                [Event \"only tags\"]\n\
                [Event \"unknown\"]\n1. c4 *\n\
                1. f4 0-1 1. g4 1/2-1/2 1-0\n\
                [White \"no event\"]\n1. b4";
    let expected = [" 1/2-1/2", "d4 *", " *", "c4 *", "f4 0-1", "g4 1/2-1/2", "b4 *"];
    assert_eq!(summaries(text), expected);
    // A result within a game is its end, but no game begins there.
    let late = "game 2, line 1: a game without a FEN begins with move 1, not 2";
    assert_eq!(summaries("1. e4 e5 1-0 2. Nf3 Nc6 1-0\n1. d4 *"), ["e4 e5 1-0", late, "d4 *"]);
    // Nor does one begin with a later move after tags, unless they have a valid FEN.
    let tags = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 2\"]";
    assert_eq!(summaries(format!("{tags}\n2. e4 *")), ["e4 *"]);
    for tags in ["[White \"a\"]".to_owned(), format!("{tags}\n[SetUp \"0\"]")] {
        let [found] = &summaries(format!("{tags}\n2. e4 *"))[..] else { unreachable!("{tags}") };
        assert!(found.ends_with("begins with move 1, not 2"), "{found}");
    }
    // White's first move begins a game after one without a result.
    let bare =
        "1. e4 e5\n\n1. d4\nd5 {\n\n1. a3}\n\n1 ... 2. c4\n\n 1 c4 c5 (1... e5\n\n1. a4)\n1. f4";
    assert_eq!(summaries(bare)[..2], ["e4 e5 *", "d4 d5 c4 *"]);
    // It needs no blank line if both sides have moved.
    let lines = "1. d4 d5\n1.e4\n1. e5 2. Nf3\n 1 c4 {\n1. a3} (\n1. a4) c5\n1. f4 Qh8\n1. g3";
    let mut found = summaries(lines);
    assert!(found[3].starts_with("game 4, line 7: "), "{found:?}");
    found.remove(3);
    assert_eq!(found, ["d4 d5 *", "e4 e5 Nf3 *", "c4 c5 *", "g3 *"]);
    // A fragment does not swallow the next game either.
    for between in ["\n", "\n\n"] {
        let found = summaries(format!("2. Nf3 Nf6{between}1. d4 d5 1-0"));
        assert!(found.len() == 2 && found[1] == "d4 d5 1-0", "{found:?}");
    }
    // The number of a game does not depend on how much is read of those before it.
    for text in [
        lines,
        "1. e4 !\n1. e5 ch\n2. Nf3\n1. d4",
        "1. e4 N.\n1. e5 +\n1. d4",
        "1. e4 (1. Ke2)\n1. e5 2. Nf3 *",
        "1. e4 c5 1-0 (45)\n\n[Event \"x\"]\n\n1. d4 *",
        "[Event \"x\"]\n(y)\n[White \"z\"]\n\n1. d4 *\n\n[Event \"x\"]\n\n1. c4 *",
        "(Rapid) 1. e4 e5\n\n1. d4 d5 *\n\n1. c4 *",
        "(x) 2. Nf3 Nf6\n1. d4 d5 *",
        "[Event \"x\"]\n\n(x) 2. Nf3 Nf6\n1. d4 d5 *",
        "[Event \"a\"]\n(45)\n1 d4\n1. e5",
        "e8(Q)e8(Q) 1-0\n(45)\n2. Nf3 3...[bad\n\n1. e5(45)(x) [White \"a\"]\n",
        "1. Ke3\n1. d4 d5 *",
        "[Site \"a\n2 b c\"]\n1. d4 d5 *\n1. c4 *",
        "[Site \"two\nlines\"]\n\n1. e4 e5\n\n1. d4 d5",
    ] {
        let games = summaries(text).len();
        for reader in [PgnReader::new, PgnReader::annotated] {
            assert_eq!(reader(text.as_bytes()).count(), games, "{text}");
            assert_eq!(reader(text.as_bytes()).from_game(9).count(), games, "{text}");
        }
    }
    // A number alone may be that of a game.
    assert_eq!(summaries("1. 1. e4 1-0\n2. 1. d4 d5 0-1"), ["e4 1-0", "d4 d5 0-1"]);
    // What is neither a tag nor a move is no game, and is kept before the next one.
    for remark in
        ["30", "2.", "mate", "12:30", "12s", "D", "+0.35/12", "(45)", "--- 24 ---", "3 * 4"]
    {
        for next in ["[White \"b\"]\n\n1. d4 *", "[Event \"x\"]\n1. d4 *", "\n1. d4 *", "1. d4 *"] {
            let text = format!("1. e4 1-0 {remark}\n{next}\n{remark}");
            assert_eq!(summaries(&text), ["e4 1-0", "d4 *"], "{text}");
            let mut reader = PgnReader::annotated(text.as_bytes());
            let games: Vec<_> = reader.by_ref().map(Result::unwrap).collect();
            assert_eq!((&*games[1].annotations.before, reader.text_after()), (remark, remark));
        }
    }
    // A heading does not swallow the game below it.
    for (heading, games) in [("My best game", 2), ("Round two:", 2), ("(Rapid)", 1), ("2024", 1)] {
        for blank in ["", "\n"] {
            let found = summaries(format!("{heading}\n{blank}1. d4 d5 2. c4 1-0\n"));
            assert!(found.len() == games && found[games - 1] == "d4 d5 c4 1-0", "{found:?}");
        }
    }
    // Lines without letters or digits, and the end of a text file of DOS, are no games.
    for between in ["\u{1a}", "----------", "==========", "\u{200b}", "* * *", "\u{1a}\n\u{1a}"] {
        for blank in ["", "\n"] {
            let text = format!("1. e4 1-0\n{between}\n{blank}[White \"b\"]\n\n1. d4 *\n{between}");
            assert_eq!(summaries(&text), ["e4 1-0", "d4 *"], "{text}");
        }
    }
    assert_eq!(summaries("1. e4 e5 1-0\u{1a}"), ["e4 e5 1-0"]);
    // A text before the tags of a game is one by itself, and `Event` need not be their first.
    for text in ["One game:\n", "1. e4 1-0\n\nA second one.\n\n"] {
        let found = summaries(format!("{text}[White \"b\"]\n[Black \"c\"]\n\n1. d4 *"));
        let [.., prose, game] = found.as_slice() else { unreachable!("{found:?}") };
        assert!(prose.contains("is not a legal move") && game == "d4 *", "{found:?}");
    }
    // Its tags may be faulty.
    let faulty = "One game:\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -\n0 1\"]\n[White \"b\"]\n\n1. e4 *";
    assert!(matches!(&summaries(faulty)[..], [error] if error.starts_with("game 1, line 1: ")));
    // The tag has the official result.
    assert_eq!(summaries("[Result \"1-0\"]\n1. e4 0-1"), ["e4 1-0"]);
    let spaced = "1. e4 1/2 - 1/2\n1. d4 ½ : ½\n1. c4 1 - 0\n1. b4 0-1";
    assert_eq!(summaries(spaced), ["e4 1/2-1/2", "d4 1/2-1/2", "c4 1-0", "b4 0-1"]);
    // Only a tag tells that both sides lost rather than that one castled.
    let forfeited = "[Event \"a\"]\n[Result \"0-0\"]\n\n0-0\n\n[Event \"b\"]\n[Result \"0-0\"]\n\n\
                     1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0\nNf6 {x} 0-0 {y}\n\n\
                     1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0";
    let moves = "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O";
    let castled = "[Result \"0-0\"]\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 0-0.";
    assert!(summaries(castled)[0].contains("'0-0.' is not a legal move"));
    assert_eq!(summaries(forfeited), [" *", &format!("{moves} Nf6 *"), &format!("{moves} *")]);
    assert_eq!(summaries("[Result \"1/2-0\"]\n1. e4 1/2-0\n1. d4 0-½"), ["e4 *", "d4 *"]);
    assert_eq!(summaries(""), [""; 0]);
    assert_eq!(summaries("\n\n1-0 *\n"), [""; 0]);
}

#[test]
fn tags_set_the_start_position() {
    let fen = "[FEN \"4k3/6P1/8/8/8/8/8/4K2R w K - 0 1\"]";
    for (tags, moves, expected) in [
        (fen.to_owned(), "1. 0-0 Kd7 2. g8Q 1-0", "O-O Kd7 g8=Q 1-0"),
        (fen.to_owned(), "1. e1g1 e8d7 2. g7g8q 1-0", "O-O Kd7 g8=Q 1-0"),
        (format!("[SetUp \"1\"]\n{fen}"), "1. Kd2 *", "Kd2 *"),
        (format!("[SetUp \"0\"]\n{fen}"), "1. d4 *", "d4 *"),
        ("[FEN \"\"]".to_owned(), "1. d4 *", "d4 *"),
        (format!("[FEN \"\"]\n{fen}"), "1. Kd2 *", "Kd2 *"),
        (format!("{fen}\n[FEN \"\"]\n[Result \"1-0\"]\n[Result \"*\"]"), "1. Kd2 *", "Kd2 1-0"),
        (format!("[Variant \"From Position\"]\n{fen}"), "1. Kd2 *", "Kd2 *"),
        (format!("[Variant \"Classical\"]\n{fen}"), "1. Kd2 *", "Kd2 *"),
        (format!("[Variant \"Fischerandom\"]\n{fen}"), "1. Kd2 *", "Kd2 *"),
        (format!("[Variant \"Fischer-Random\"]\n{fen}"), "1. Kd2 *", "Kd2 *"),
        (format!("[Variant \"Freestyle Chess\"]\n{fen}"), "1. Kd2 *", "Kd2 *"),
        (
            "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/5KR1 w G - 0 1\"]".to_owned(),
            "1. O-O 1/2-1/2",
            "O-O 1/2-1/2",
        ),
    ] {
        assert_eq!(summaries(format!("{tags}\n\n{moves}")), [expected]);
    }
}

#[test]
fn an_invalid_game_does_not_affect_the_next() {
    for (invalid, line, part) in [
        ("1. e4 e5 2. Ke3 Nc6 1-0\n", 3, "'Ke3' is not a legal move in rnbqkbnr/pppp1ppp/"),
        ("1. e4 e5\n2. -- Nc6 1-0\n", 4, "'--'"),
        // An open comment or variation is reported where the next game begins.
        ("1. e4 {no end\n\n", 5, "comment is not closed"),
        ("1. e4 (1. d4 d5\n\n", 5, "variation is not closed"),
        ("1. e4 e5) 2. Nf3\n", 3, "')' without '('"),
        ("1. e4 [%clk 1] e5\n", 3, "'[%clk 1] e5' is not a tag"),
        ("1. \u{d1}f3 1-0\n", 3, "not a legal move"),
        ("1. g1f4 1-0\n", 3, "'g1f4' is not a legal move"),
        ("1. N f3 1-0\n", 3, "'N' is not a legal move"),
        ("1. N. f3 1-0\n", 3, "'N' is not a legal move"),
        ("1. ♘ f3 1-0\n", 3, "'♘' is not a legal move"),
        ("1. 5254 5755 1-0\n", 3, "'5254' is not a legal move"),
        ("1.5254 5755 1-0\n", 3, "'5254' is not a legal move"),
        ("1. e4 2.0000 e5 1-0\n", 3, "null move"),
        ("1. e4 e5\n[Diagram \"1]\n2. Nf3\n", 4, "'[Diagram \"1]' is not a tag"),
        // A second tag `Event` that is not closed, within a line.
        ("[Site \"a\"] [Event \"b]\n\n1. e4\n", 3, "'[Event \"b]' is not a tag"),
        ("1. О-О 1-0\n", 3, "'О-О' is not a legal move"),
        // A long word is cut.
        (&format!("1. {} 1-0\n", "x".repeat(99)), 3, &format!("'{}' is not", "x".repeat(40))),
    ] {
        let text = format!("[Event \"bad\"]\n\n{invalid}[Event \"good\"]\n\n1. d4 0-1\n");
        let found = summaries(&text);
        let [error, good] = found.as_slice() else { unreachable!("{text}: {found:?}") };
        assert!(error.starts_with(&format!("game 1, line {line}: ")), "{error}");
        assert!(error.contains(part), "{error}");
        assert_eq!(good, "d4 0-1");
    }
    let old = "[Event \"x\"]\r\r1. e4 e5 *\r\r[Event \"y\"]\r\r1. e4 e5 2. Ke3 *\r";
    assert!(summaries(old)[1].starts_with("game 2, line 7: 'Ke3'"), "{:?}", summaries(old));
    for (tag, part) in [
        ("[FEN \"8/8 w - -\"]\n", "game 1, line 2: piece placement '8/8'"),
        ("[Variant \"Atomic\"]\n", "game 1, line 2: variant 'Atomic'"),
        ("[White \"unclosed", "game 1, line 2: '[White \"unclosed' is not a tag"),
        ("[White \"[a]\n[Round \"1\"]\n", "game 1, line 2: '[White \"[a]' is not a tag"),
        ("[Site \"two\nlines\"]\n[Round \"1\"]\n", "game 1, line 2: '[Site \"two' is not a tag"),
        ("White x\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n", "game 1, line 2: 'White' is "),
    ] {
        for moves in ["1. e4 1-0", "1-0"] {
            let text = format!("[Event \"bad\"]\n{tag}\n{moves}\n[Event \"good\"]\n\n1. d4 0-1\n");
            let found = summaries(&text);
            assert_eq!(found.get(1).map(String::as_str), Some("d4 0-1"), "{found:?}");
            assert!(found[0].starts_with(part), "{found:?}");
        }
    }
}

#[test]
fn of_games_before_the_first_one_the_first_move_is_read() {
    let text = "1. e4 e5 2. Ke3 1-0\n\n1. d4 (1. e5) {x} d5 *\n\n1. c4 {y} *\n\n1. e5 *";
    let games: Vec<_> = PgnReader::annotated(text.as_bytes()).from_game(3).collect();
    let moves = |game: &Result<PgnGame, _>| game.as_ref().map_or(9, |game| game.moves.len());
    assert_eq!(games.iter().map(moves).collect::<Vec<_>>(), [1, 1, 1, 9]);
    let third = games[2].as_ref().unwrap();
    assert_eq!((&*third.annotations.before, &*third.annotations.comment(0)), ("", "y"));
    // What follows a fault belongs to the same game, but another first move does not, nor do the tags
    // after a text without any.
    for (faulty, games) in [
        ("[Site \"two\nlines\"]\n[Round \"1\"]", 2),
        ("White x\n[Round \"1\"]", 3),
        ("1. e5\n\n1. d4", 4),
    ] {
        let text = format!("{faulty}\n\n1. e4 e5 *\n\n[Event \"x\"]\n\n1. c4 *");
        let count = |first| PgnReader::new(text.as_bytes()).from_game(first).count();
        assert_eq!([1, 9].map(count), [games; 2], "{text}");
    }
}

#[test]
fn a_repeated_tag_after_a_blank_line_begins_a_game() {
    let text =
        "[White \"a\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n[White \"b\"]\n\n1. d4 *";
    assert_eq!(summaries(text), [" *", "d4 *"]);
    assert_eq!(summaries(text.replace("b\"]", "b]")), [" *", "d4 *"]);
    // The tags of a game may be apart.
    let text =
        "[White \"a\"]\n\n[Black \"b\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e3 *";
    assert_eq!(summaries(text), ["e3 *"]);
}

#[test]
fn a_repeated_tag_ends_a_faulty_game_without_event() {
    for faulty in ["1. e5 (1. d4)", "[Variant \"Atomic\"]\n1. e4 e5"] {
        let text = format!(
            "[White \"A\"]\n{faulty}\n[White \"B\"]\n[Result \"1-0\"]\n1. e4 e5\n[White \"C\"]\n1. d4 *"
        );
        let found = summaries(&text);
        assert!(found[0].starts_with("game 1, line "), "{found:?}");
        assert_eq!(found[1..], ["e4 e5 1-0", "d4 *"], "{faulty}");
    }
}

#[test]
fn moves_beyond_the_limit_are_not_checked() {
    let text = "1. e4 e5 2. Ke3 Nc6 1-0 1. d4 0-1";
    assert_eq!(summaries_of(text, 2), ["e4 e5 1-0", "d4 0-1"]);
    assert_eq!(summaries_of(text, 0), [" 1-0", " 0-1"]);
    // The games are the same ones, whatever the limit.
    for text in [
        "1. e4 e5\n\n1. d4 d5\n",
        "[Result \"0-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0\nNf6 5. d3 d6 0-0\n\n1. d4 d5 *",
        "[Result \"0-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. d3 d6 5. c3 Nf6 6. h3 6. ... 0-0\n\
         7. b4 Bb6 0-0\n\n1. d4 d5 *",
    ] {
        for limit in [0, 1, 2, 4, 7, 100] {
            assert_eq!(summaries_of(text, limit).len(), 2, "{limit}: {text}");
        }
    }
    // Nor are notes on them kept.
    let text = "1. e4 {one} e5 {two} (1... c5) 2. Nf3 {three} (2. Ke9) 1-0";
    let game = PgnReader::annotated(text.as_bytes()).up_to(1).next().unwrap().unwrap();
    assert_eq!((game.annotations.comment(0).as_str(), game.annotations.notes.len()), ("one", 1));
    assert_eq!(game.annotations.notes_on(0).len(), 1);
}

#[test]
fn an_input_error_ends_the_games() {
    struct Failing;
    impl io::Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }
    let input = io::BufReader::new(io::Read::chain(&b"1. e4 1-0\n1. d4"[..], Failing));
    let games: Vec<_> = PgnReader::new(input).collect();
    let [Ok(game), Err(PgnError::Io { line: 2, error })] = games.as_slice() else {
        unreachable!("{games:?}")
    };
    assert_eq!((game.moves.len(), error.to_string()), (1, "gone".to_owned()));
}

proptest! {
    /// A game is read correctly after any text.
    #[test]
    fn a_game_after_arbitrary_text_is_read(
        bytes in prop::collection::vec(any::<u8>(), 0..100),
        pgn_like in "([ \n\r]|[(){}\\[\\];%\"\\\\$*<>]|1\\.|e4|d5|1-0|\\[Event \"|\"\\]){0,30}",
    ) {
        for before in [bytes, pgn_like.into_bytes()] {
            let text = [&before[..], b"\n[Event \"x\"]\n\n1. e4 e5 1-0\n"].concat();
            let found = summaries(&text);
            prop_assert_eq!(found.last().map(String::as_str), Some("e4 e5 1-0"), "{:?}", text);
        }
    }

    /// Games are told apart alike, whatever is kept of them.
    #[test]
    fn games_do_not_depend_on_what_is_kept(
        text in "([ \n\n]|1\\.|1 |2\\. |e4|d5|Ke3|e8\\(Q\\)|ch|x|N|45|-0.3|\\(|\\)|\\(x\\)|1-0|\\*|\
                 \\[bad|--|\\[Event \"a\"\\]|\\[White \"a\"\\]|\\{|\\}|\\n1\\. d4|\
                 \\n\\n1\\. e4 e5){0,30}",
    ) {
        let count = PgnReader::new(text.as_bytes()).count();
        let annotated = || PgnReader::annotated(text.as_bytes());
        for first in [1, 3, 99] {
            prop_assert_eq!(annotated().from_game(first).count(), count, "{:?}", text);
        }
        prop_assert_eq!(annotated().up_to(1).count(), count, "{:?}", text);
    }
}
