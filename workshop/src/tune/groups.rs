//! Groups of weights by name.

use nunatak::eval::{GROUPS, Group};
use thiserror::Error;

/// The error of a name that no group of weights has.
#[derive(Clone, Debug, Error)]
#[error("'{name}' is not a group of weights; the groups are {}", group_names())]
pub struct UnknownGroup {
    /// The name.
    pub name: String,
}

fn group_names() -> String {
    GROUPS.iter().map(|group| group.name).collect::<Vec<_>>().join(", ")
}

/// Returns the group of weights with the given name.
///
/// # Errors
/// If there is none.
pub fn find_group(name: &str) -> Result<&'static Group, UnknownGroup> {
    let group = GROUPS.iter().find(|group| group.name == name);
    group.ok_or_else(|| UnknownGroup { name: name.to_owned() })
}
