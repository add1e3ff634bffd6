import type { Contribution, ContributionChange, ExtensionContext, FetchAnswer, FetchInit, Hook, Key, Log, TapOrder } from '@atelier/kernel';
import { isolateErrors } from '../../errors/isolate.ts';
import { openRemoteDatabase } from './database.ts';
import type { Pipe, Target } from './pipe.ts';
import { serviceClient } from './service-client.ts';
import type { ChildInit, ToChild } from './wire.ts';

/** The context that an isolated extension sees, and what feeds it with what the kernel pushes. */
export interface ChildContext {
  readonly ctx: ExtensionContext;
  receive(frame: ToChild): void;
  /** Resolves when the kernel accepted all that was registered so far; rejects with the first refusal. */
  settled(): Promise<void>;
}

type Listener = (change: ContributionChange<unknown>) => void;

/** Builds `ctx` verb by verb; each is a frame to the kernel, which performs it on the extension's real context. */
export function childContext(init: ChildInit, pipe: Pipe): ChildContext {
  const { id } = init;
  const stopping = new AbortController();
  const points = new Map<string, readonly Contribution<unknown>[]>(Object.entries(init.points));
  const listeners = new Map<string, Set<Listener>>();
  let tokens = new Set(init.tokens);
  let refusals: Promise<unknown>[] = [];
  let activating = true;

  // A registration answers at once; that the kernel refused it is told by activation failing, or later by the log.
  function register(verb: string, args: readonly unknown[]): void {
    const accepted = pipe.ask(verb, args);
    if (activating) refusals.push(accepted);
    accepted.catch((error: Error) => {
      if (!activating) log.error(error.message);
    });
  }
  function registerTarget(verb: string, target: Target, ...args: readonly unknown[]) {
    const ref = pipe.target(target);
    register(verb, [ref, ...args]);
    return { ref, handle: { dispose: () => disposeOf(ref) } };
  }
  async function disposeOf(ref: number): Promise<void> {
    pipe.forget(ref);
    await pipe.ask('dispose', [ref]);
  }
  const logAt = (level: string) => (text: string, fields?: object) =>
    pipe.tell('log', [level, String(text), ...(fields === undefined ? [] : [fields])]);
  const log: Log = { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') };

  const client = <T extends object>(key: Key): T => serviceClient<T>((method, args) => pipe.ask('service', [key, method, args]));
  const bare = (hook: Hook) => ({ kind: hook.kind, key: hook.key });

  const verbs = {
    id,
    signal: stopping.signal,
    log,
    paths: init.paths,
    provide(token: { key: Key }, service: object) {
      registerTarget('provide', (name, args) => callMethod(service, name, args), token.key);
    },
    get(token: { key: Key }) {
      if (!tokens.has(token.key)) throw isolateErrors['extension/not-reachable']({ id, key: token.key });
      return client(token.key);
    },
    find: (token: { key: Key }) => (tokens.has(token.key) ? client(token.key) : undefined),
    contribute(point: { key: Key }, value: unknown) {
      return registerTarget('contribute', nothing, point.key, value).handle;
    },
    contributions(point: { key: Key }) {
      if (!points.has(point.key)) throw isolateErrors['extension/not-reachable']({ id, key: point.key });
      return {
        get items() {
          return points.get(point.key) ?? [];
        },
        watch(listener: Listener) {
          const all = listeners.get(point.key) ?? new Set();
          listeners.set(point.key, all.add(listener));
          return { dispose: () => void all.delete(listener) };
        },
      };
    },
    handle(command: string, run: (args: unknown, signal: AbortSignal) => Promise<unknown>) {
      return registerTarget('handle', (_, args, signal) => run(args[0], signal), command).handle;
    },
    serve(channel: { id: string }, handlers: Record<string, (params: unknown, signal: AbortSignal) => Promise<unknown>>) {
      const calls = new Map(Object.entries(handlers));
      const target: Target = (name, args, signal) => calls.get(name)?.(args[0], signal);
      const { ref } = registerTarget('serve', target, channel.id, [...calls.keys()]);
      return { emit: (name: string, event: unknown) => pipe.tell('emit', [ref, name, event]) };
    },
    tap(hook: Hook, tap: (value: unknown, signal: AbortSignal) => Promise<unknown>, order?: TapOrder) {
      return registerTarget('tap', (_, args, signal) => tap(args[0], signal), bare(hook), order).handle;
    },
    async run(hook: Hook, value: unknown) {
      const onFailure = hook.kind === 'first' ? hook.onFailure : undefined;
      if (!onFailure) return pipe.ask('run', [bare(hook), value]);
      const ref = pipe.target((_, args) => onFailure(args[0] as never, args[1] as { from: string }));
      return pipe.ask('run', [bare(hook), value, ref]).finally(() => pipe.forget(ref));
    },
    database: openRemoteDatabase(init),
    defer(label: string, cleanup: () => void | Promise<void>) {
      registerTarget('defer', cleanup, label);
    },
    async fetch(url: string, options: FetchInit = {}): Promise<FetchAnswer> {
      const { signal, ...rest } = options;
      const answer = (await pipe.ask('fetch', [url, rest], signal)) as FetchAnswer;
      const text = () => new TextDecoder().decode(answer.body);
      return { ...answer, text, json: () => JSON.parse(text()) };
    },
    files: {
      read: (path: string) => pipe.ask('files.read', [path]),
      write: (path: string, content: string | Uint8Array) => pipe.ask('files.write', [path, content]),
      list: (path: string) => pipe.ask('files.list', [path]),
    },
    secret: (name: string) => pipe.ask('secret', [name]),
    notify: (notification: object) => pipe.ask('notify', [notification]),
  };

  return {
    // The verbs above are checked one by one against what they send; their generic signatures exist for authors only.
    ctx: verbs as unknown as ExtensionContext,
    receive(frame) {
      if (frame.k === 'tokens') tokens = new Set(frame.tokens);
      else if (frame.k === 'abort') stopping.abort();
      else if (frame.k === 'point') {
        points.set(frame.key, frame.items);
        for (const listener of listeners.get(frame.key) ?? []) listener({ added: frame.added, removed: frame.removed });
      }
    },
    async settled() {
      while (refusals.length > 0) {
        const some = refusals;
        refusals = [];
        await Promise.all(some);
      }
      activating = false;
    },
  };
}

const nothing: Target = () => undefined;

function callMethod(service: object, name: string, args: readonly unknown[]): unknown {
  const method = name in Object.prototype ? undefined : (service as Record<string, unknown>)[name];
  if (typeof method !== 'function') throw new TypeError(`this service has no method "${name}"`);
  return method.apply(service, args);
}
