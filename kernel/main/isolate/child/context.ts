import type {
  Asker,
  Connection,
  ConnectOptions,
  Contribution,
  ContributionChange,
  ExtensionContext,
  FetchAnswer,
  FetchInit,
  Hook,
  Key,
  Log,
  Migration,
  TapFailure,
  TapOrder,
} from '@atelier/kernel';
import { methodsOf } from '../../context/service-methods.ts';
import { declaredChecks } from '../../manifest/declared.ts';
import { openRemoteDatabase } from './database.ts';
import { handedPaths } from './handed-paths.ts';
import type { Pipe, Target } from './pipe.ts';
import { serviceClient } from './service-client.ts';
import type { ChildInit, ToChild } from './wire.ts';

/** The context of an isolated extension, and the functions that receive what the kernel pushes. */
export interface ChildContext {
  readonly ctx: ExtensionContext;
  receive(frame: ToChild): void;
  /** Resolves when the kernel has accepted all registrations so far; rejects with the first refusal. */
  settled(): Promise<void>;
}

type Listener = (change: ContributionChange<unknown>) => void;

/** Builds `ctx` verb by verb; each is a frame to the kernel, which performs it on the extension's real context. */
export function childContext(init: ChildInit, pipe: Pipe): ChildContext {
  const { id } = init.declared;
  const checks = declaredChecks(init.declared);
  const stopping = new AbortController();
  const points = new Map<string, readonly Contribution<unknown>[]>(Object.entries(init.points));
  const listeners = new Map<string, Set<Listener>>();
  let { tokens } = init;
  let refusals: Promise<unknown>[] = [];
  let activating = true;

  // A registration returns at once; if the kernel refuses it, activation fails, or after activation the log says so.
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

  const client = <T extends object>(key: Key): T | undefined => {
    const methods = Object.hasOwn(tokens, key) ? tokens[key] : undefined;
    return methods && serviceClient<T>(methods, (method, args) => pipe.ask('service', [key, method, args]));
  };
  const open = openRemoteDatabase({ ...init, id });
  let isOpen = false;
  const bare = (hook: Hook) => ({ kind: hook.kind, key: hook.key });

  const verbs = {
    id,
    signal: stopping.signal,
    log,
    onBehalfOf: () => pipe.askers()[0],
    paths: handedPaths(init),
    provide(token: { key: Key; access?: object }, service: object | ((asker: Asker) => object)) {
      checks.mustOwn('provide', token.key);
      const serviceFor = (asker: Asker) => (typeof service === 'function' ? (service as (asker: Asker) => object)(asker) : service);
      const target: Target = (name, [asker, ...args]) => callMethod(serviceFor(asker as Asker), name, args);
      registerTarget('provide', target, token.key, methodsOf(serviceFor({ id, bundled: false })), token.access ?? {});
    },
    get(token: { key: Key }) {
      checks.mayGet(token.key);
      const service = client(token.key);
      if (service) return service;
      throw checks.unknownToken(token.key, Object.keys(tokens));
    },
    find(token: { key: Key }) {
      checks.mayUse(token.key);
      return client(token.key);
    },
    contribute(point: { key: Key }, value: unknown) {
      checks.mayUse(point.key);
      return registerTarget('contribute', nothing, point.key, value).handle;
    },
    contributions(point: { key: Key }) {
      checks.mayUse(point.key);
      return {
        get items() {
          return points.get(point.key) ?? [];
        },
        watch(listener: Listener) {
          const all = listeners.get(point.key) ?? new Set();
          // A wrapper per call, so that a listener added twice is called twice and removed one at a time.
          const own: Listener = change => listener(change);
          listeners.set(point.key, all.add(own));
          const { handle } = registerTarget('watch', nothing, point.key);
          return {
            dispose() {
              all.delete(own);
              return handle.dispose();
            },
          };
        },
      };
    },
    handle(command: string, run: (args: unknown, signal: AbortSignal) => Promise<unknown>) {
      checks.mayHandle(command);
      return registerTarget('handle', (_, args, signal) => run(args[0], signal), command).handle;
    },
    serve(channel: { id: string }, handlers: Record<string, (params: unknown, signal: AbortSignal) => Promise<unknown>>) {
      checks.mayServe(channel.id);
      const calls = new Map(Object.entries(handlers));
      const target: Target = (name, args, signal) => calls.get(name)?.(args[0], signal);
      const { ref } = registerTarget('serve', target, channel.id, [...calls.keys()]);
      return { emit: (name: string, event: unknown) => pipe.tell('emit', [ref, name, event]) };
    },
    tap(hook: Hook, tap: (value: unknown, signal: AbortSignal) => Promise<unknown>, order?: TapOrder) {
      checks.mayTap(hook.key);
      return registerTarget('tap', (_, args, signal) => tap(args[0], signal), bare(hook), order).handle;
    },
    async run(hook: Hook, value: unknown) {
      checks.mustOwn('run', hook.key);
      const onFailure = hook.kind === 'first' ? hook.onFailure : undefined;
      const parseAnswer = hook.kind === 'notify' ? undefined : hook.parseAnswer;
      const failed = onFailure && pipe.target((_, args) => onFailure(args[0] as never, args[1] as TapFailure));
      const parsed = parseAnswer && pipe.target((_, args) => parseAnswer(args[0], args[1] as never));
      return pipe.ask('run', [bare(hook), value, failed ?? null, parsed ?? null]).finally(() => {
        for (const ref of [failed, parsed]) if (ref !== undefined) pipe.forget(ref);
      });
    },
    database(migrations: readonly Migration[]) {
      const opened = open(migrations);
      if (!isOpen) register('database', []);
      isOpen = true;
      return opened;
    },
    defer(label: string, cleanup: () => void | Promise<void>) {
      registerTarget('defer', cleanup, label);
    },
    async fetch(url: string, options: FetchInit = {}): Promise<FetchAnswer> {
      const { signal, ...rest } = options;
      const answer = (await pipe.ask('fetch', [url, rest], signal)) as FetchAnswer;
      const text = () => new TextDecoder().decode(answer.body);
      return { ...answer, text, json: () => JSON.parse(text()) };
    },
    async connect(options: ConnectOptions): Promise<Connection> {
      const { signal, ...rest } = Object(options) as ConnectOptions;
      const ref = pipe.target(nothing);
      try {
        await pipe.ask('connect', [ref, rest], signal);
      } catch (error) {
        pipe.forget(ref);
        throw error;
      }
      const of = (verb: string, ...args: readonly unknown[]) => pipe.ask(`connection.${verb}`, [ref, ...args]);
      let isClosed = false;
      return {
        read: async () => (await of('read')) as Uint8Array | undefined,
        write: async content => void (await of('write', content)),
        startTls: async () => void (await of('startTls')),
        async close() {
          if (isClosed) return;
          isClosed = true;
          pipe.forget(ref);
          await of('close');
        },
      };
    },
    files: {
      read: (path: string) => pipe.ask('files.read', [path]),
      write: (path: string, content: string | Uint8Array) => pipe.ask('files.write', [path, content]),
      list: (path: string) => pipe.ask('files.list', [path]),
    },
    projects: {
      all: () => pipe.ask('projects.all', []),
      files: (project: string) => ({
        list: (folder = '') => pipe.ask('projects.list', [project, folder]),
        stat: (path: string) => pipe.ask('projects.stat', [project, path]),
        read: (path: string) => pipe.ask('projects.read', [project, path]),
        write: (path: string, content: string | Uint8Array) => pipe.ask('projects.write', [project, path, content]),
        remove: (path: string) => pipe.ask('projects.remove', [project, path]),
        changes: (signal?: AbortSignal) => pipe.ask('projects.changes', [project], signal),
      }),
    },
    secret: (name: string) => pipe.ask('secret', [name]),
    notify: (notification: object) => pipe.ask('notify', [notification]),
  };

  return {
    // The verbs above are checked one by one against what they send; their generic signatures exist for authors only.
    ctx: verbs as unknown as ExtensionContext,
    receive(frame) {
      if (frame.k === 'tokens') ({ tokens } = frame);
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
