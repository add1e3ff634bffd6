import { type Handlers, isAppError, type Log } from '@atelier/kernel';
import type { CloudShape, Connection } from '../contract/index.ts';
import { readBootstrap } from './account.ts';
import { addressOf, hostOf } from './address.ts';
import type { Connections } from './connections.ts';
import { errors } from './errors.ts';
import { Session } from './session.ts';
import { SignIn } from './sign-in.ts';
import type { TokenStore } from './tokens.ts';

export interface CloudsOptions {
  readonly connections: Connections;
  readonly tokens: TokenStore;
  readonly hasScheme: boolean;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly log: Log;
  /** Where the key of the secrets is kept. */
  keyStore(): Promise<'os' | 'file'>;
  changed(): void;
  /** Tells the person what no open page would. */
  tell(error: Error): void;
}

/** The clouds that this desktop is connected to. A server is asked only by what the person does. */
export class Clouds {
  readonly #options: CloudsOptions;
  readonly #signIn: SignIn;
  readonly #sessions = new Map<string, Session>();
  /** Those that have answered, or not, since Atelier started, and are not being asked again. */
  readonly #known = new Set<string>();
  #asked: string | undefined;
  /** The address of a sign-in whose server has not said yet how one signs in there. */
  #beginning: string | undefined;

  constructor(options: CloudsOptions) {
    this.#options = options;
    const { signal, now, hasScheme, changed } = options;
    this.#signIn = new SignIn({ signal, now, hasScheme, changed, ledBack: link => void this.takeLink(link) });
  }

  readonly handlers: Handlers<CloudShape> = {
    read: async () => {
      const { waiting } = this.#signIn;
      return {
        keyStore: await this.#options.keyStore(),
        connections: this.#options.connections.all().map(one => this.#shown(one)),
        ...(this.#asked !== undefined && { asked: this.#asked }),
        ...(waiting !== undefined && { waiting }),
      };
    },
    connect: async ({ url }) => {
      const address = addressOf(url);
      if (address === undefined) throw errors['cloud/address']({});
      this.#beginning = address;
      try {
        const page = await this.#signIn.begin(address);
        if (this.#asked === address) this.#ask(undefined);
        return { url: page };
      } finally {
        this.#beginning = undefined;
      }
    },
    finish: async ({ link }) => {
      await this.#finish(link);
      return null;
    },
    cancel: async () => {
      this.#signIn.cancel();
      return null;
    },
    decline: async () => {
      // Its server may be being asked how one signs in there.
      if (this.#beginning !== undefined && this.#beginning === this.#asked) this.#signIn.cancel();
      this.#ask(undefined);
      return null;
    },
    refresh: async ({ url }) => {
      if (this.#options.connections.get(url) === undefined) throw errors['cloud/unknown']({ host: shortOf(url) });
      await this.#read(url);
      return null;
    },
    disconnect: async ({ url }) => {
      const { connections, tokens, changed } = this.#options;
      const kept = await tokens.of(url);
      const session = this.#session(url);
      session.close();
      this.#sessions.delete(url);
      this.#known.delete(url);
      await tokens.keep(url, undefined);
      connections.remove(url);
      changed();
      return { ended: kept === undefined || (await session.revoke(kept)) };
    },
  };

  /** A link names a server: it is shown and asked about. Nothing is sent to it. */
  askToConnect(baseUrl: string): void {
    const address = addressOf(baseUrl);
    if (address === undefined) throw errors['cloud/address']({});
    this.#ask(address);
  }

  /** What the browser was led back with; the person hears what became of it. */
  async takeLink(link: string): Promise<void> {
    try {
      await this.#finish(link);
    } catch (error) {
      this.#options.tell(error as Error);
    }
  }

  close(): void {
    this.#signIn.cancel();
  }

  #ask(address: string | undefined): void {
    if (this.#asked === address) return;
    this.#asked = address;
    this.#options.changed();
  }

  async #finish(link: string): Promise<void> {
    const { connections, tokens, now, changed } = this.#options;
    const { url, tokens: fresh } = await this.#signIn.finish(link);
    const before = await tokens.of(url);
    const old = this.#session(url);
    old.close();
    this.#sessions.delete(url);
    await tokens.keep(url, fresh);
    this.#known.delete(url);
    connections.add(url, now());
    changed();
    // An earlier sign-in to the same server has nobody any more who could use it.
    if (before !== undefined) void old.revoke(before);
    await this.#read(url);
  }

  /** Reads the account; what the server said before stays if it says nothing now. */
  async #read(url: string): Promise<void> {
    const { connections, now, changed, log, tell } = this.#options;
    if (connections.get(url)?.status === 'reconnect') return;
    const session = this.#session(url);
    // What an earlier sign-in to the same server hears late says nothing of this one.
    const isPast = () => this.#sessions.get(url) !== session;
    this.#known.delete(url);
    changed();
    try {
      const told = readBootstrap(await session.get(connections.apiOf(url), '/v1/bootstrap'), url);
      if (told === undefined) throw errors['cloud/not-a-cloud']({ host: hostOf(url), reason: 'bootstrap' });
      if (!isPast()) connections.told(url, told, now());
    } catch (error) {
      if (isPast() || connections.get(url) === undefined) return;
      const isRefused = isAppError(error) && error.code === 'cloud/reconnect';
      connections.failed(url, isRefused ? 'reconnect' : 'offline', now());
      log.info('The account was not read.', { url, code: isAppError(error) ? error.code : 'unknown' });
      if (isRefused) tell(error);
    } finally {
      if (!isPast()) this.#known.add(url);
      changed();
    }
  }

  /** What was known before a server is asked may be true no more. */
  #shown(connection: Connection): Connection {
    const isKnown = connection.status === 'reconnect' || this.#known.has(connection.url);
    return isKnown ? connection : { ...connection, status: 'asking' };
  }

  #session(url: string): Session {
    const { tokens, signal, now } = this.#options;
    const session = this.#sessions.get(url) ?? new Session({ url, tokens, signal, now });
    this.#sessions.set(url, session);
    return session;
  }
}

/** Of a text that may be no address. */
const shortOf = (url: string): string => URL.parse(url)?.host ?? url.slice(0, 100);
