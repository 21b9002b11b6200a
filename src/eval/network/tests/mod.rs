//! Tests of the network evaluation, and the networks and positions that they share.

mod embedded;
mod file;
mod incremental;
mod material;
mod model;
mod samples;
mod symmetry;
mod trace;
