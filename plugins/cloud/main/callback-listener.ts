import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const callbackPath = '/cloud/auth/callback';

/** What the browser shows once it was led back. */
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Atelier</title><link rel="icon" href="data:,">
<style>body{font:15px/1.5 system-ui;max-width:32em;margin:20vh auto;padding:0 1em;color-scheme:light dark}</style>
<p>Go on in Atelier. You can close this page.</p><p lang="fr">Continuez dans Atelier. Vous pouvez fermer cette page.</p></html>`;

export interface CallbackListener {
  /** The address without its query. */
  readonly address: string;
  close(): void;
}

/** Waits on a port of 127.0.0.1 for the browser to be led back, where no scheme of the system leads here (RFC 8252, 7.3). */
export async function listenForCallback(onCallback: (link: string) => void): Promise<CallbackListener> {
  const server = createServer({ keepAlive: false, connectionsCheckingInterval: 2_000_000_000 }, (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    // Another host name is that of a page which was led here under it (DNS rebinding).
    const isOurs = request.method === 'GET' && path === callbackPath && request.headers.host === host;
    const headers = {
      ...{ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', Connection: 'close' },
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    };
    response.writeHead(isOurs ? 200 : 404, headers).end(isOurs ? page : '');
    request.resume();
    if (isOurs) onCallback(`http://${host}${request.url}`);
  });
  server.maxConnections = 8;
  server.requestTimeout = 10_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: `http://${host}${callbackPath}`,
    close() {
      server.close();
      // The page that leads back is still being answered.
      setTimeout(() => server.closeAllConnections(), 2_000).unref();
    },
  };
}
