/** Packages that the kernel loads from node_modules: native, or no better for being bundled. A package must carry them. */
export const kernelExternals = ['better-sqlite3', 'tapable', 'ajv', 'ws'];
export const kernelInlined = [/^@atelier\//, /^semver/];
