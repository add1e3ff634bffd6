import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Asker, ExtensionContext, Handle, Key } from '@atelier/kernel';
import { isAppError } from '@atelier/kernel';
import { Meter } from '../../kernel/main/costs/meter.ts';
import { type Isolated, type IsolateOptions, startIsolated } from '../../kernel/main/isolate/isolate.ts';
import type { AccessibleChange, AccessibleState } from '../../kernel/main/isolate/isolate-context.ts';
import { defaultLimits } from '../../kernel/main/isolate/isolate-limits.ts';
import { osSandbox } from '../../kernel/main/isolate/os-sandbox.ts';

const fixtureCommands =
  'behave bytes cards choose database dispose-card echo environment fetch forge log missing names never pollute print probe save secret wait'.split(
    ' ',
  );

/** Both ways of isolating; the second is undefined where this machine has no sandbox. */
export const sandbox = osSandbox();

type Run = (args: unknown, signal: AbortSignal) => Promise<unknown>;

/** What a test sees of one isolated extension, and how it plays the rest of the kernel. */
export interface Bench extends AsyncDisposable {
  readonly folder: string;
  readonly options: IsolateOptions;
  readonly commands: Map<string, Run>;
  readonly services: Map<string, object>;
  readonly provided: Map<string, Record<string, (...args: unknown[]) => Promise<unknown>>>;
  readonly served: Map<string, Record<string, Run>>;
  readonly taps: Map<string, Run>;
  readonly contributed: unknown[];
  readonly emitted: unknown[];
  readonly deferred: (() => unknown)[];
  readonly logged: string[];
  readonly meter: Meter;
  push(change: AccessibleChange): void;
  start(): Promise<Isolated>;
  run(command: string, args?: unknown, signal?: AbortSignal): Promise<unknown>;
}

/** A context that writes down what reached it; the process behind it is a real one. */
export function bench(fixture: string, changed: Partial<IsolateOptions>, overrides: Partial<ExtensionContext> = {}): Bench {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-isolate-')));
  const id = '@acme/hostile';
  const commands = new Map<string, Run>();
  const services = new Map<string, object>();
  const provided: Bench['provided'] = new Map();
  const served: Bench['served'] = new Map();
  const taps = new Map<string, Run>();
  const contributed: unknown[] = [];
  const emitted: unknown[] = [];
  const deferred: (() => unknown)[] = [];
  const logged: string[] = [];
  const meter = new Meter();
  const listeners = new Set<(change: AccessibleChange) => void>();
  const accessible: AccessibleState = {
    tokens: { '@acme/notes:Notes@1': ['save'] },
    points: { '@acme/notes:cards@1': [{ from: '@acme/notes', value: { title: 'first' } }] },
    watch(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
  };
  const paths = { data: join(folder, 'data'), assets: join(import.meta.dirname, 'fixtures') };
  const log = (level: string) => (text: string) => void logged.push(`${level} ${text}`);
  const handle = (undo: () => void): Handle => ({ dispose: undo });
  const stopping = new AbortController();
  const ctx = {
    id,
    signal: stopping.signal,
    log: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
    paths,
    // What comes from a process of its own is made anew for each who asks.
    provide: (token: { key: Key }, serviceFor: (asker: Asker) => never) =>
      void provided.set(token.key, serviceFor({ id: '@acme/asker', bundled: false })),
    get: (token: { key: Key }) => services.get(token.key),
    find: (token: { key: Key }) => services.get(token.key),
    contributions: () => ({ items: [], watch: () => handle(() => undefined) }),
    contribute(_: unknown, value: unknown) {
      contributed.push(value);
      return handle(() => contributed.splice(contributed.indexOf(value), 1));
    },
    handle(command: string, run: Run) {
      commands.set(command, run);
      return handle(() => commands.delete(command));
    },
    serve(channel: { id: string }, handlers: Record<string, Run>) {
      served.set(channel.id, handlers);
      return { emit: (name: string, event: unknown) => void emitted.push([name, event]) };
    },
    tap(hook: { key: string }, run: Run) {
      taps.set(hook.key, run);
      return handle(() => taps.delete(hook.key));
    },
    run: async (hook: object, value: unknown) => ({ hook, value }),
    defer: (_: string, cleanup: () => unknown) => void deferred.push(cleanup),
    ...overrides,
  } as unknown as ExtensionContext;
  mkdirSync(join(folder, 'databases'));
  const options: IsolateOptions = {
    declared: {
      id,
      version: '1.0.0',
      main: `./${fixture}`,
      requires: ['@acme/notes'],
      optional: ['@acme/gone'],
      taps: ['@acme/notes:title@1'],
      commands: fixtureCommands,
      channels: ['echo'],
    },
    main: join(paths.assets, fixture),
    packageFolder: paths.assets,
    dataFolder: paths.data,
    packages: new Map(),
    databaseFile: join(folder, 'databases', 'acme--hostile.sqlite'),
    backupsFolder: join(folder, 'backups'),
    node: process.execPath,
    ctx,
    accessible,
    limits: defaultLimits,
    meter,
    log: ctx.log,
    storeEvents: { recovered: () => undefined, damaged: () => undefined, full: () => undefined, ended: () => undefined },
    sandbox,
    ...changed,
  };
  const started: Isolated[] = [];
  return {
    folder,
    options,
    commands,
    services,
    provided,
    served,
    taps,
    contributed,
    emitted,
    deferred,
    logged,
    meter,
    push: change => {
      for (const listener of listeners) listener(change);
    },
    async start() {
      const isolated = await startIsolated(options);
      started.push(isolated);
      return isolated;
    },
    run: (command, args, signal = new AbortController().signal) =>
      commands.get(command)?.(args, signal) ?? Promise.reject(new Error(`nobody handles ${command}`)),
    async [Symbol.asyncDispose]() {
      for (const isolated of started) isolated.kill();
      await Promise.all(started.map(({ exited }) => exited));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The code an action fails with, or `undefined` where it does not fail. */
export async function codeOf(action: Promise<unknown>): Promise<string | undefined> {
  try {
    await action;
    return undefined;
  } catch (error) {
    return isAppError(error) ? error.code : String(error);
  }
}
