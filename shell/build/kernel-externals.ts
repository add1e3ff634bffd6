/** Packages that the kernel loads from node_modules: native, or without a benefit from bundling. A package must contain them. */
export const kernelExternals = ['better-sqlite3', 'tapable', 'ajv', 'ws', 'yauzl', 'yazl'];
export const kernelInlined = [/^@atelier\//, /^semver/];
