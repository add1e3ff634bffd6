/**
 * Node's crypto, loaded by name on first use. A static `import` evaluates all its exports, among them web crypto, which takes
 * longer than everything else that the kernel does at its start.
 */
export function builtinCrypto(): typeof import('node:crypto') {
  return process.getBuiltinModule('node:crypto');
}
