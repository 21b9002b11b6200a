//! Tests of probing against the exact tables.
