import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { keywordsOf, withKeywords } from './keyword-search.ts';

const search = '/-/v1/search';

/**
 * A proxy in front of Verdaccio: refuses requests of web pages (a page that the person visits can reach loopback too), and handles
 * `keywords:` in a search, which npm's registry supports and Verdaccio searches as a plain word.
 */
export function putInFront(server: Server): void {
  const [verdaccio] = server.listeners('request') as RequestListener[];
  if (verdaccio === undefined) throw new Error('Verdaccio made a server that answers nothing.');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!isFromHere(request)) return refuse(response);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const keywords = url.pathname === search ? keywordsOf(url.searchParams.get('text') ?? '') : [];
    if (keywords.length === 0) return verdaccio(request, response);
    withKeywords(url, keywords, request, portOf(server)).then(
      found => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found)),
      () => response.writeHead(502).end(),
    );
  });
}

function isFromHere({ headers }: IncomingMessage): boolean {
  return headers.origin === undefined && /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(headers.host ?? '');
}

function refuse(response: ServerResponse): void {
  response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":"This registry answers programs of this machine only."}');
}

/** The port of a listening server. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The registry listens on no port.');
  return address.port;
}
