/**
 * Node's crypto, fetched by name when it is first used. An `import` of it at the top of a file reads all its exports, among
 * them web crypto, which takes longer than everything else that the kernel does at its start.
 */
export declare function builtinCrypto(): typeof import('node:crypto');
