/** The version that `engines.atelier` is checked against: the one of the package authors write for, as a test sees to. */
export const version = '1.0.0';
