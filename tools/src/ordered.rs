//! Results of threads, which arrive in any order.

use std::collections::BTreeMap;
use std::iter;

/// Returns the items in the order of their numbers, the first of which is `next`, each as soon as
/// all before it have arrived. Those after a missing number are dropped.
pub fn in_order<T>(
    numbered: impl IntoIterator<Item = (u64, T)>,
    mut next: u64,
) -> impl Iterator<Item = T> {
    let mut numbered = numbered.into_iter();
    let mut early = BTreeMap::new();
    iter::from_fn(move || {
        loop {
            if let Some(item) = early.remove(&next) {
                next += 1;
                return Some(item);
            }
            let (number, item) = numbered.next()?;
            early.insert(number, item);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_ordered_up_to_the_first_gap() {
        let numbered = [(6, 'b'), (5, 'a'), (8, 'd'), (7, 'c'), (10, 'f')];
        assert_eq!(in_order(numbered, 5).collect::<String>(), "abcd");
        assert_eq!(in_order(numbered, 4).next(), None);
    }
}
