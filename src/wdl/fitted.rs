//! The fitted model. `nunatak-workshop wdl` writes this file.

use super::model::Model;

/// The model in use.
pub const MODEL: Model = Model {
    threshold: [6.04707, -15.39729, 17.03830, -6.64883],
    slope: [1.56873, 3.96633, -10.52837, 6.71701],
};
