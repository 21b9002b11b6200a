//! The fitted model. `nunatak-workshop wdl` writes this file.

use super::model::Model;

/// The model fitted to games with the weights in use.
pub const MODEL: Model = Model {
    threshold: [5.42120, -16.55058, 20.04422, -8.30113],
    slope: [1.22087, 4.20859, -11.77678, 7.64135],
};
