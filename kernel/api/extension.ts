import type { Channel, ChannelShape, Handlers, Publisher } from './channel.ts';
import type { FirstHook, NotifyHook, PipeHook, TapOrder } from './hook.ts';
import type { Log } from './log.ts';
import type { Contributions, Point } from './point.ts';
import type { Database, Migration } from './storage.ts';
import type { Handle, Token } from './token.ts';

/** What `ctx.fetch` takes beside the address; a subset of the platform's own, and all of it can be sent to another process. */
export interface FetchInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
}

/** What the broker of `ctx.fetch` brings back, read to its end. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  text(): string;
  json(): unknown;
}

/** Files the person granted, by the globs of `atelier.rights.files`. Paths are relative to the granted folder. */
export interface Files {
  read(path: string): Promise<Uint8Array>;
  write(path: string, content: string | Uint8Array): Promise<void>;
  list(path: string): Promise<readonly string[]>;
}

/** A notification of the desktop. */
export interface Notification {
  readonly title: string;
  readonly body?: string;
  /** The command that runs when the person clicks it; an extension from elsewhere can name its own only. */
  readonly command?: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** Who asks a service for something, as the kernel knows it. */
export interface Asker {
  readonly id: string;
  /** It came with the app. */
  readonly bundled: boolean;
}

/** Everything an extension's main side may do. Each verb is recorded, and undone when the extension stops. */
export interface ExtensionContext {
  readonly id: string;
  /** Aborts when the extension stops. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** `data` is the extension's own folder, `assets` the package's, read-only. */
  readonly paths: { readonly data: string; readonly assets: string };

  /** Offers a service to those who list this extension; a function makes it for whoever asks, where not everybody may the same. */
  provide<T extends object>(token: Token<T>, service: T | ((asker: Asker) => T)): void;
  /** The service of an extension listed in `requires`: always there. */
  get<T extends object>(token: Token<T>): T;
  /** The service of an extension listed in `optional`, if it is there. */
  find<T extends object>(token: Token<T>): T | undefined;

  /** Adds to a point at run time; what is known in advance stands in the manifest. */
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
  /** Own hooks only. */
  run<In>(hook: NotifyHook<In>, input: In): Promise<void>;
  run<In, Answer>(hook: FirstHook<In, Answer>, input: In): Promise<Answer | undefined>;
  run<Value>(hook: PipeHook<Value>, value: Value): Promise<Value>;

  /** Opens the extension's own database, brought up to its newest migration. */
  database(migrations: readonly Migration[]): Database;
  /** For what the kernel did not set up itself; runs when the extension stops. */
  defer(label: string, cleanup: () => void | Promise<void>): void;

  /** Asks a host of `atelier.rights.net` that the person granted. */
  fetch(url: string, init?: FetchInit): Promise<FetchAnswer>;
  /** The folder under which `atelier.rights.files` were granted. */
  readonly files: Files;
  /** A secret named in `atelier.rights.secrets`, or undefined where the person set none. */
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
