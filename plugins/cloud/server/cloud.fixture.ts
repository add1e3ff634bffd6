import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type MailSink, mailSink } from './mail-sink.fixture.ts';
import { readSettings, type StartOptions } from './settings.ts';
import { type CloudServer, type ServerOptions, startServer } from './start.ts';

export const password = 'correct horse battery staple';

export interface TestCloud extends AsyncDisposable {
  readonly url: string;
  readonly server: CloudServer;
  readonly data: string;
  readonly mail: MailSink;
  /** Everything that was logged. */
  log(): string;
  /** Moves the server's clock. */
  later(ms: number): void;
  browser(): Browser;
  /** An account whose address is verified, in a browser that is signed in. */
  account(email: string, name?: string): Promise<Browser>;
}

export interface TestCloudOptions extends Omit<ServerOptions, 'log' | 'now'> {
  readonly env?: NodeJS.ProcessEnv;
  readonly start?: Partial<StartOptions>;
}

/** The real server on a database of its own, with a real mail server. */
export async function testCloud({ env = {}, start = {}, ...options }: TestCloudOptions = {}): Promise<TestCloud> {
  const data = mkdtempSync(join(tmpdir(), 'atelier-cloud-'));
  const mail = await mailSink();
  const lines: string[] = [];
  let ahead = 0;
  const log = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const settings = readSettings(
    { data, port: 0, ...start },
    { ATELIER_CLOUD_SMTP_URL: mail.url, ATELIER_CLOUD_MAIL_FROM: 'cloud@example.org', ...env },
  );
  const server = await startServer(settings, { jobDelay: () => 20, ...options, log, now: () => Date.now() + ahead });
  const browser = () => new Browser(server.url, server.cloud.publicUrl);
  return {
    ...{ url: server.url, server, data, mail, browser },
    log: () => lines.join(''),
    later(ms) {
      ahead += ms;
    },
    async account(email, name = 'Marta Kervella') {
      const person = browser();
      await person.post('/v1/web/signup', { email, displayName: name, password });
      const token = URL.parse((await mail.to(email)).link('/cloud/verify-email'))?.searchParams.get('token');
      await person.post('/v1/web/verify-email', { token });
      const { status } = await person.post('/v1/web/login', { email, password });
      if (status !== 200) throw new Error(`The account could not sign in: ${status}.`);
      return person;
    },
    async [Symbol.asyncDispose]() {
      await server.stop();
      await mail[Symbol.asyncDispose]();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly location: string;
  /** The body as JSON. */
  json<T = Record<string, unknown>>(): T;
}

/** What a browser does with cookies and forms, and no more. */
export class Browser {
  readonly #url: string;
  readonly #origin: string;
  readonly cookies = new Map<string, string>();

  constructor(url: string, origin: string) {
    this.#url = url;
    this.#origin = origin;
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('POST', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  }

  form(path: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const body = new URLSearchParams(fields).toString();
    return this.send('POST', path, body, { 'content-type': 'application/x-www-form-urlencoded', origin: this.#origin, ...headers });
  }

  async send(method: string, path: string, body: string | undefined, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const address = path.startsWith(this.#origin) ? `${this.#url}${path.slice(this.#origin.length)}` : new URL(path, this.#url).href;
    const all = { 'accept-language': 'en', ...(cookie !== '' && { cookie }), ...headers };
    const response = await fetch(address, { method, redirect: 'manual', headers: all, ...(body !== undefined && { body }) });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '' || /max-age=0\b|expires=thu, 01 jan 1970/i.test(set)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await response.text();
    return {
      ...{ status: response.status, headers: response.headers, text, location: response.headers.get('location') ?? '' },
      json: <T>() => JSON.parse(text) as T,
    };
  }
}

/** The value of a hidden field of a page. */
export function hiddenField(page: string, name: string): string {
  const found = new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1];
  if (found === undefined) throw new Error(`The page has no field ${name}.`);
  return found.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
