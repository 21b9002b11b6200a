//! The fitted model. `nunatak-workshop wdl` writes this file.

use super::model::Model;

/// The model fitted to games with the weights in use.
pub const MODEL: Model = Model {
    threshold: [5.71279, -14.76094, 16.42431, -6.59276],
    slope: [1.64505, 2.40540, -6.79526, 3.96224],
};
