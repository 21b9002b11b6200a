//! The numbers of the model. `nunatak wdl` writes this file.

use super::Model;

/// The model of this engine with its weights.
pub const MODEL: Model = Model {
    threshold: [4.51657, -13.64474, 16.46167, -6.85698],
    slope: [1.71626, -1.06008, -0.84415, 1.00350],
};
