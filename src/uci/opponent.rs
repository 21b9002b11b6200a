//! The opponent of the engine.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The opponent as described by `UCI_Opponent`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opponent {
    /// A FIDE title such as `GM`.
    title: Option<String>,
    rating: Option<u32>,
    is_human: bool,
    name: String,
}

/// The error of an invalid `UCI_Opponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected title, rating, computer or human, and name, as in 'none 2400 computer Shredder'")]
pub(super) struct OpponentError;

/// The text of an unknown title or rating.
const NONE: &str = "none";

impl FromStr for Opponent {
    type Err = OpponentError;

    /// Parses `[GM|IM|FM|WGM|WIM|none] [<elo>|none] [computer|human] <name>`.
    fn from_str(text: &str) -> Result<Self, OpponentError> {
        let mut words = text.split_whitespace();
        let mut word = || words.next().ok_or(OpponentError);
        let known = |word: &str| (!word.eq_ignore_ascii_case(NONE)).then(|| word.to_owned());
        let title = known(word()?);
        let rating = known(word()?).map(|rating| rating.parse()).transpose();
        let is_human = match word()?.to_ascii_lowercase().as_str() {
            "human" => true,
            "computer" => false,
            _ => return Err(OpponentError),
        };
        let name = words.collect::<Vec<_>>().join(" ");
        if name.is_empty() {
            return Err(OpponentError);
        }
        Ok(Self { title, rating: rating.map_err(|_| OpponentError)?, is_human, name })
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, rating, is_human, name } = self;
        if let Some(title) = title {
            write!(f, "{title} ")?;
        }
        write!(f, "{name}, {}", if *is_human { "human" } else { "computer" })?;
        rating.map_or(Ok(()), |rating| write!(f, ", rated {rating}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_are_parsed_and_displayed() {
        for (text, expected) in [
            ("GM 2800 human Gary Kasparov", "GM Gary Kasparov, human, rated 2800"),
            ("none none computer Shredder", "Shredder, computer"),
            ("None 2400  Computer  Deep  Thought 2", "Deep Thought 2, computer, rated 2400"),
            ("WIM none human none", "WIM none, human"),
        ] {
            assert_eq!(text.parse::<Opponent>().map(|it| it.to_string()), Ok(expected.to_owned()));
        }
        for text in ["", "GM", "GM 2800", "GM 2800 human", "GM high human X", "GM 2800 robot X"] {
            assert_eq!(text.parse::<Opponent>(), Err(OpponentError), "{text}");
        }
    }
}
