//! The fitted model. `nunatak-workshop wdl` writes this file.

use super::model::Model;

/// The model fitted to games with the weights in use.
pub const MODEL: Model = Model {
    threshold: [5.29614, -13.46247, 15.10745, -6.01832],
    slope: [1.30872, 4.00849, -9.92176, 6.07796],
};
