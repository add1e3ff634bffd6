import type { Channel, ChannelShape, Handlers, Publisher } from './channel.ts';
import type { FirstHook, NotifyHook, PipeHook, TapOrder } from './hook.ts';
import type { Log } from './log.ts';
import type { Contributions, Point } from './point.ts';
import type { Projects } from './projects.ts';
import type { Migration, OwnDatabase } from './storage.ts';
import type { Handle, OwnToken, Token } from './token.ts';

/** The options of `ctx.fetch`: the subset of the platform's options that can be sent to another process. */
export interface FetchInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
}

/** The result of `ctx.fetch`, with its whole body. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  text(): string;
  json(): unknown;
}

/** Where `ctx.connect` leads, and how. */
export interface ConnectOptions {
  readonly host: string;
  readonly port: number;
  /** With TLS from the first byte, with the certificate checked; without it, `startTls` can begin it later. */
  readonly tls?: boolean;
  /** The certificates of authorities to believe in place of those of the system, as PEM: for a server with one of its own. */
  readonly ca?: string;
  readonly signal?: AbortSignal;
}

/** A connection of `ctx.connect`, open until one side closes it, the extension stops, or the person withdraws the right. */
export interface Connection {
  /** The next bytes, at most 64 KiB; undefined at the end. What is not read waits at the other side. */
  read(): Promise<Uint8Array | undefined>;
  /** Resolves once the system has it; at most 1 MiB may wait. */
  write(content: string | Uint8Array): Promise<void>;
  /** Begins TLS over a connection without it, as STARTTLS does; what came before must have been read. */
  startTls(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Files that the person granted, by the globs of `atelier.rights.files`, whose wildcards are `*`, `?` and `**`. Paths are relative to
 * the granted folder.
 */
export interface Files {
  read(path: string): Promise<Uint8Array>;
  write(path: string, content: string | Uint8Array): Promise<void>;
  list(path: string): Promise<readonly string[]>;
}

/** A notification of the desktop. */
export interface Notification {
  readonly title: string;
  readonly body?: string;
  /** The command that runs when the person clicks it; a third-party extension can only name a command of its own. */
  readonly command?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  /** It also stands among the notices until they are dismissed, for whoever does not see it now; a restart keeps it. */
  readonly keep?: boolean;
}

/** The extension that calls a service, as the kernel identifies it. */
export interface Asker {
  readonly id: string;
  /** True for a plugin that comes with the app. */
  readonly bundled: boolean;
}

/** The folders of an extension's files. */
export interface ExtensionPaths {
  /** The extension's own folder. */
  readonly data: string;
  /** The package's folder, read-only. */
  readonly assets: string;
  /** Another path in the profile, by the name of its row in the profile's layout; only rows that are open to this bundled plugin. */
  profile(name: string): string;
  /** The folders of the profile that tools of a conversation may work in; the rest of it is closed to them. Only for bundled plugins. */
  openToTools(): readonly string[];
}

/** Everything an extension's main side can do. The kernel records each effect and undoes it when the extension stops. */
export interface ExtensionContext {
  readonly id: string;
  /** Aborts when the extension stops. */
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly paths: ExtensionPaths;
  /** The installed extension that the running call is made for, through however many others; undefined for the person and the app. */
  onBehalfOf(): string | undefined;

  /**
   * Offers a service to extensions that list this one; the token says who may call which method, and `service` of a channel file
   * what it takes, which the kernel checks. Pass a function to make a service per caller, where an answer depends on the caller.
   */
  provide<T extends object>(token: OwnToken<T>, service: T | ((asker: Asker) => T)): void;
  /** The service of an extension listed in `requires`; always present. */
  get<T extends object>(token: Token<T>): T;
  /** The service of an extension listed in `optional`, if that extension provides it. */
  find<T extends object>(token: Token<T>): T | undefined;

  /** Adds to a point at run time; what is known in advance belongs in the manifest. */
  contribute<T>(point: Point<T>, value: T): Handle;
  contributions<T>(point: Point<T>): Contributions<T>;

  /** Runs when the command that the manifest contributes is called. */
  handle(command: string, run: (args: unknown, signal: AbortSignal) => Promise<unknown>): Handle;
  serve<S extends ChannelShape>(channel: Channel<S>, handlers: Handlers<S>): Publisher<S>;

  tap<In>(hook: NotifyHook<In>, tap: (input: In, signal: AbortSignal) => Promise<void>, order?: TapOrder): Handle;
  tap<In, Answer>(
    hook: FirstHook<In, Answer>,
    tap: (input: In, signal: AbortSignal) => Promise<Answer | undefined>,
    order?: TapOrder,
  ): Handle;
  tap<Value>(hook: PipeHook<Value>, tap: (value: Value, signal: AbortSignal) => Promise<Value>, order?: TapOrder): Handle;
  /** Runs a hook that this extension owns. */
  run<In>(hook: NotifyHook<In>, input: In): Promise<void>;
  run<In, Answer>(hook: FirstHook<In, Answer>, input: In): Promise<Answer | undefined>;
  run<Value>(hook: PipeHook<Value>, value: Value): Promise<Value>;

  /** Opens the extension's own database, migrated to its newest step. */
  database(migrations: readonly Migration[]): OwnDatabase;
  /** Runs when the extension stops, in reverse order; for cleanup of what the kernel did not set up itself. It may still ask services. */
  defer(label: string, cleanup: () => void | Promise<void>): void;

  /** Sends a request to a host of `atelier.rights.net` that the person granted. */
  fetch(url: string, init?: FetchInit): Promise<FetchAnswer>;
  /** Connects to a host of `atelier.rights.net` that the person granted, by TCP or TLS; its entry names the port. Eight at a time. */
  connect(to: ConnectOptions): Promise<Connection>;
  /** Files in the extension's own folder, for which the person granted entries of `atelier.rights.files` with `"in": "data"`. */
  readonly files: Files;
  /** Files in the projects of the person, for which they granted entries of `atelier.rights.files` with `"in": "project"`. */
  readonly projects: Projects;
  /** A secret named in `atelier.rights.secrets`, or undefined if the person set none. */
  secret(name: string): Promise<string | undefined>;
  /** Needs `atelier.rights.notify`. */
  notify(notification: Notification): Promise<void>;
}

/** The main side of an extension: `activate` registers and returns; long work starts in a handler and ends on `signal`. */
export interface Extension {
  activate(ctx: ExtensionContext): void | Promise<void>;
}

/** Gives the default export of an extension's main file its type. */
export function defineExtension(extension: Extension): Extension {
  return extension;
}
