import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Notification, Program, StartupBehaviour } from '@atelier/kernel';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import type { Asset } from './asset.ts';
import type { Assets } from './assets.ts';
import { builtinHttp } from './builtin-http.ts';
import { DeepLinks } from './deep-links.ts';
import { externalAddress, showFolder } from './external.ts';
import { fileSecrets, keyFor, readKey } from './file-secrets.ts';
import { withFirst } from './first-data.ts';
import { forkPeer } from './fork.ts';
import { denied, Guard, misdirected, type RequestFacts } from './guard.ts';
import { assetHeaders, pageHeaders } from './headers.ts';
import type { Host, HostPaths } from './host.ts';
import type { HostLog } from './host-log.ts';
import { listFolders } from './list-folders.ts';
import { readPage } from './page-files.ts';
import { PageRequests } from './page-requests.ts';
import { listen } from './port.ts';
import { localeOf, sendBootPage, sendRefusal } from './refusal-page.ts';
import { type Refusal, refusalErrors } from './refusals.ts';
import { Returning } from './returning.ts';
import { Tickets } from './ticket.ts';
import { openWsLinks } from './ws-links.ts';

const enterPath = '/__host/enter';
const linkPath = '/__host/link';
/** Where the build puts files whose names contain a hash of their content. */
const hashedPath = '/assets/';
const alivePath = '/__host/alive';
const bootPath = '/__host/boot';
const returnPath = '/__host/return';
const framesPerSecond = 5000;
const heartbeatMs = 30_000;

export interface BrowserHostOptions {
  readonly paths: HostPaths;
  /** The Node that starts child processes. */
  readonly node: string;
  /** The folder of the built page. */
  readonly page: string;
  /** Undefined: the port that this profile used before. */
  readonly port: number | undefined;
  readonly assets: Assets;
  /** The secret in the cookie. Left out: a new one at every start, so that no cookie outlives its host. */
  readonly runSecret?: Uint8Array;
  /** Data that the page needs for its first render; it is embedded in the page, so that the page need not wait for the connection. */
  readonly first?: () => unknown;
  /** The language of the page until it has a connection. */
  readonly language?: () => string | undefined;
  /** Left out where the program has no version, as in most tests. */
  readonly program?: Program;
  /** Reads and changes how the program behaves on this desktop; left out: not supported. */
  readonly startupBehaviour?: (change: StartupBehaviour) => StartupBehaviour;
  /** What the system's scheduler runs to start this program for one command; left out: it is not started so. */
  readonly commandLine?: (command: string) => readonly string[] | undefined;
  readonly openAddress: (address: string) => Promise<void>;
  /** Left out: the system's file manager. */
  readonly openFolder?: (folder: string) => Promise<void>;
  /** Shows a notification while no page is open; returns false if this machine cannot. */
  readonly notifyWithoutPage?: (notification: Notification) => Promise<boolean>;
  /** Called when the person quits Atelier from the app's own page. */
  readonly quit?: () => void;
  readonly log: HostLog;
}

/** The host that serves Atelier to a browser over the loopback address. */
export interface BrowserHost extends Host {
  readonly kind: 'browser';
  readonly origin: string;
  /** False if the previous port was in use: the origin, and with it the page's storage, is then another one. */
  readonly stable: boolean;
  /** An address that admits one browser, once. Of unused addresses only the newest four are valid. */
  enterUrl(): string;
  /** An empty page that needs no cookie, where a window waits until its cookie is set. */
  readonly bootUrl: string;
  /** The cookie that admits a browser. It is a secret, and is passed to the app's own window over a pipe only. */
  readonly cookie: { readonly name: string; readonly value: string };
  /** Accepts the arguments of another start of the program. */
  handOver(argv: readonly string[]): void;
  /** Tells the kernel that the machine may have slept. */
  wake(): void;
  close(): Promise<void>;
}

/** Opens the loopback server of one profile. */
export async function openBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const { paths, log } = options;
  for (const folder of [paths.userData, paths.installed, paths.temp]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const page = readPage(options.page);
  const keyFile = pathIn(paths.userData, 'key');
  const key = readKey(keyFile);
  const tickets = new Tickets();
  const server = builtinHttp().createServer((request, response) => {
    void answer(request, response).catch(error => {
      log('error', 'A request to the loopback server failed.', { error: String(error) });
      if (response.headersSent) response.destroy();
      else sendRefusal(response, request.headers, { status: 500, error: refusalErrors['refused/failed']({}) });
    });
  });
  const { port, stable } = await listen(server, paths.userData, options.port);
  // Such as a connection for which there is no handle left.
  server.on('error', error => log('error', 'The loopback server could not take a connection.', { error: String(error) }));
  const guard = new Guard(port, options.runSecret ?? randomBytes(32), keyFor('frames', key));
  const returning = new Returning(guard.appOrigin, keyFor('return', key));
  const headers = pageHeaders(`http://*.localhost:${port}`);
  // The name changes with the content, so it may be cached for ever; a browser then caches the compiled code too.
  const hashed = { ...headers, 'Cache-Control': 'private, max-age=31536000, immutable' };
  const sockets = openWsLinks({ server, log, framesPerSecond, heartbeatMs, refuse: refuseUpgrade });
  const pages = new PageRequests(sockets, {
    listFolders: ({ path }) => listFolders(typeof path === 'string' ? path : undefined),
    quit: async () => options.quit?.(),
    returnKey: async () => returning.issue(),
  });
  const deepLinks = new DeepLinks(error => log('warn', error.message, { code: error.code }));

  function refuseUpgrade(request: IncomingMessage): { status: number; why: string } | undefined {
    const refusal = guard.refuseUpgrade(requestFacts(request)) ?? (request.url === linkPath ? undefined : notFound());
    return refusal && { status: refusal.status, why: refusal.error.in(localeOf(request.headers['accept-language'])) };
  }

  function notFound(): Refusal {
    return { status: 404, error: refusalErrors['refused/nothing-here']({ origin: guard.appOrigin }) };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const addressee = guard.addressee(request.headers.host);
    if (addressee === undefined) return sendRefusal(response, request.headers, misdirected(guard.appOrigin));
    if (addressee.kind === 'frame') return answerFrame(request, response, addressee.slug, path);
    if (path === enterPath) return enter(request, response);
    if (path === bootPath) return boot(request, response);
    if (path === returnPath) return letReturn(request, response);
    const refusal = guard.refuseApp(requestFacts(request));
    if (refusal !== undefined) return sendRefusal(response, request.headers, refusal);
    // A page whose connection is refused cannot see why; this request shows it whether trying again makes sense.
    if (path === alivePath) return void response.writeHead(204, headers).end();
    const asset = page(path);
    give(
      request,
      response,
      asset !== undefined && path === '/' ? withFirst(asset, options.first?.(), options.language?.()) : asset,
      path.startsWith(hashedPath) ? hashed : headers,
    );
  }

  async function answerFrame(request: IncomingMessage, response: ServerResponse, slug: string, path: string): Promise<void> {
    const refusal = guard.refuseFrame(requestFacts(request));
    if (refusal !== undefined) return sendRefusal(response, request.headers, refusal);
    const from = `http://${guard.frameHost(slug)}`;
    const asset = await options.assets(slug, path);
    give(request, response, asset, assetHeaders(from, guard.appOrigin, asset?.inline));
  }

  function give(
    request: IncomingMessage,
    response: ServerResponse,
    asset: Asset | undefined,
    sent: Readonly<Record<string, string>>,
  ): void {
    if (asset === undefined) return sendRefusal(response, request.headers, notFound());
    response.writeHead(200, { ...sent, 'Content-Type': asset.type, 'Content-Length': asset.bytes.length });
    response.end(request.method === 'HEAD' ? undefined : asset.bytes);
  }

  function boot(request: IncomingMessage, response: ServerResponse): void {
    const refusal = guard.refuseEntry(requestFacts(request));
    if (refusal === undefined) sendBootPage(response);
    else sendRefusal(response, request.headers, refusal);
  }

  function enter(request: IncomingMessage, response: ServerResponse): void {
    const ticket = new URL(request.url ?? '', guard.appOrigin).searchParams.get('t') ?? '';
    const refusal = guard.refuseEntry(requestFacts(request));
    // Link previews send HEAD; that must not consume the ticket.
    if (refusal !== undefined || request.method !== 'GET' || !tickets.redeem(ticket)) {
      return sendRefusal(response, request.headers, refusal ?? { status: 403, error: refusalErrors['refused/ticket']({}) });
    }
    response.writeHead(303, { ...headers, Location: '/', 'Set-Cookie': guard.setCookie }).end();
  }

  /** Two requests of a page that an earlier start admitted: the first has this host prove who it is, the second lets the page in. */
  function letReturn(request: IncomingMessage, response: ServerResponse): void {
    const refusal = guard.refuseReturn(requestFacts(request));
    if (refusal !== undefined) return sendRefusal(response, request.headers, refusal);
    const { searchParams: given } = new URL(request.url ?? '', guard.appOrigin);
    const query = { id: given.get('id') ?? '', nonce: given.get('nonce') ?? '', proof: given.get('proof') ?? undefined };
    const answer = query.proof === undefined ? returning.answer(query) : undefined;
    if (answer !== undefined) {
      response.writeHead(200, { ...headers, 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    } else if (returning.admits(query)) {
      response.writeHead(204, { ...headers, 'Set-Cookie': guard.setCookie }).end();
    } else sendRefusal(response, request.headers, denied('refused/not-signed-in'));
  }

  const wakes = new Set<() => void>();
  return {
    kind: 'browser',
    paths,
    node: options.node,
    program: options.program,
    links: {
      onConnection(listener) {
        const handle = pages.links.onConnection(listener);
        // Earlier, what a page sends would reach nobody: a tab of the run before connects as soon as the port is open.
        sockets.accept();
        return handle;
      },
    },
    secrets: fileSecrets(key, keyFile),
    origin: guard.appOrigin,
    stable,
    bootUrl: `${guard.appOrigin}${bootPath}`,
    cookie: guard.cookie,
    enterUrl: () => `${guard.appOrigin}${enterPath}?t=${tickets.issue()}`,
    frameOrigin: slug => `http://${guard.frameHost(slug)}`,
    fork: (entry, forkOptions) => forkPeer(options.node, entry, forkOptions, log),
    openExternal: async url => options.openAddress(externalAddress(url)),
    openFolder: async folder => (options.openFolder ?? showFolder)(folder),
    async notify(notification) {
      if (pages.tell('notified', notification) || (await options.notifyWithoutPage?.(notification)) === true) return;
      log('info', `Notification: ${notification.title}`, notification);
    },
    async pickFolder() {
      const folder = await pages.ask('pickFolder', {});
      return typeof folder === 'string' && folder !== '' ? folder : undefined;
    },
    startupBehaviour: async change => options.startupBehaviour?.(change) ?? {},
    commandLine: async command => options.commandLine?.(command),
    onWake(listener) {
      wakes.add(listener);
      return { dispose: () => void wakes.delete(listener) };
    },
    wake() {
      for (const listener of wakes) listener();
    },
    // The person runs `npm start` again: the process does not know how it was started.
    restart: async () => false,
    onDeepLink: listener => deepLinks.onLink(listener),
    handOver: argv => deepLinks.takeFrom(argv),
    close: () =>
      new Promise(resolve => {
        sockets.close();
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 1000).unref();
      }),
  };
}

function requestFacts(request: IncomingMessage): RequestFacts {
  const { host, origin, cookie } = request.headers;
  const [fetchSite, fetchDest] = [request.headers['sec-fetch-site'], request.headers['sec-fetch-dest']].map(String);
  return {
    method: request.method,
    host,
    origin,
    cookie,
    fetchSite: fetchSite === 'undefined' ? undefined : fetchSite,
    fetchDest: fetchDest === 'undefined' ? undefined : fetchDest,
  };
}
