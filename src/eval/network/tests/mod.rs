//! Tests of the network evaluation, and the networks and positions that they share.

mod file;
mod model;
mod samples;
