/**
 * Node's http, loaded by name. A static `import` evaluates all its exports, among them WebSocket, which loads the whole of
 * fetch before the first page can be served.
 */
export function builtinHttp(): typeof import('node:http') {
  return process.getBuiltinModule('node:http');
}
