// Loaded before the engine in a sign-in's process: sends the engine's requests to a test server on this machine.
const stub = process.argv.find(one => one.startsWith('--stub='))?.slice('--stub='.length) ?? '';
const real = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const { hostname, host, pathname, search } = new URL(request.url);
  if (hostname === '127.0.0.1') return real(request);
  const { method, headers, redirect, signal } = request;
  const body = method === 'GET' ? {} : { body: await request.text() };
  return real(`${stub}/${host}${pathname}${search}`, { method, headers, redirect, signal, ...body });
};
