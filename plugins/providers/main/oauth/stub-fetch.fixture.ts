// Loaded before the engine in a sign-in's process: sends the engine's requests to a test server on this machine.
const stub = process.argv.find(one => one.startsWith('--stub='))?.slice('--stub='.length) ?? '';
const real = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.hostname === '127.0.0.1') return real(input, init);
  return real(`${stub}/${url.host}${url.pathname}${url.search}`, init);
};
