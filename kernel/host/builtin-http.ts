/**
 * Node's http, fetched by name. An `import` of it at the top of a file reads all its exports, among them WebSocket, and with
 * that loads the whole of fetch before the first page can be served.
 */
export function builtinHttp(): typeof import('node:http') {
  return process.getBuiltinModule('node:http');
}
