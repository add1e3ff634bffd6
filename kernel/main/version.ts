/** The version that `engines.atelier` is checked against; a test keeps it equal to the version of the published package. */
export const version = '1.0.0';
