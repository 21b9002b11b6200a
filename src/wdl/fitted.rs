//! The fitted model. `nunatak-workshop wdl` writes this file.

use super::model::Model;

/// The model fitted to games with the weights in use.
pub const MODEL: Model = Model {
    threshold: [5.47536, -15.61654, 18.32000, -7.44877],
    slope: [1.94497, -0.56618, -2.67389, 2.62445],
};
