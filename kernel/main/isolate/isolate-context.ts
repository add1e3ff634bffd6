import type {
  AccessTable,
  AppError,
  Connection,
  ConnectOptions,
  Contribution,
  ContributionChange,
  ExtensionContext,
  FetchInit,
  Handle,
  Hook,
  Key,
  Log,
  Publisher,
  TapOrder,
} from '@atelier/kernel';
import { isKey } from '@atelier/kernel';
import type { CountedInit } from '../broker/brokered-fetch.ts';
import { isolateErrors } from '../errors/isolate.ts';
import { runtimeErrors } from '../errors/runtime.ts';
import { serviceClient } from './child/service-client.ts';
import type { Provided } from './child/wire.ts';
import type { IsolateLimits } from './isolate-limits.ts';
import { measuredLog } from './isolate-output.ts';
import type { Peer, Verbs } from './isolate-peer.ts';
import { HeldAnswer, type Place, UnderWay } from './under-way.ts';

/** What is pushed to an isolated extension, and every change of it; limited to what it declared. */
export interface AccessibleState {
  /** The services that `get` and `find` return now, each with its methods. */
  readonly tokens: Provided;
  /** The points that it may read, each with its current entries; points without entries are included. */
  readonly points: Readonly<Record<Key, readonly Contribution<unknown>[]>>;
  watch(listener: (change: AccessibleChange) => void): Handle;
}

/** Either all current services, or one point with its current entries and the change. */
export type AccessibleChange =
  | { readonly tokens: Provided }
  | ({ readonly point: Key; readonly items: readonly Contribution<unknown>[] } & ContributionChange<unknown>);

type Verb = (args: readonly unknown[], signal: AbortSignal) => unknown;
type AnyChannel = { calls: Record<string, { params: unknown; result: unknown }>; events: Record<string, unknown> };

/**
 * The verbs that an isolated extension may ask for, each performed on its one real context, which checks what it declared
 * and what the person granted. Only the shape of the arguments is checked here. There is no other way into the kernel.
 */
export function isolateVerbs(ctx: ExtensionContext, peer: () => Peer, limits: IsolateLimits): Verbs {
  const { id } = ctx;
  const handles = new Map<number, Handle>();
  const publishers = new Map<number, Publisher<AnyChannel>>();
  const connections = new Map<number, Connection>();
  /** The last ones that were closed: who still uses one is told that it is. */
  const closed = new Map<number, Connection>();
  const check = argumentChecks(id);
  const logAt = (level: keyof Log) => measuredLog((text, fields) => ctx.log[level](text, fields), limits.logLinesPerSecond).write;
  const logs = new Map<string, (text: string, fields?: object) => void>(
    (['debug', 'info', 'warn', 'error'] as const).map(level => [level, logAt(level)]),
  );

  const refusals = firstOf(maxRefusals, what => ctx.log.warn(isolateErrors['extension/reached-out']({ id, what }).message));

  function fresh(verb: string, value: unknown): number {
    const ref = check.number(verb, value);
    if (handles.has(ref) || publishers.has(ref) || connections.has(ref))
      throw isolateErrors['extension/bad-argument']({ id, verb, what: `${ref} is in use` });
    if (handles.size + publishers.size >= limits.open)
      throw isolateErrors['extension/too-many']({ id, what: 'registrations', limit: limits.open });
    return ref;
  }
  function connection(verb: string, ref: unknown): Connection {
    const open = connections.get(check.number(verb, ref)) ?? closed.get(ref as number);
    if (!open) throw isolateErrors['extension/bad-argument']({ id, verb, what: 'there is no such connection' });
    return open;
  }
  const inProject = (verb: string, project: unknown) => ctx.projects.files(check.text(`projects.${verb}`, project));
  const nothing: Handle = { dispose: () => undefined };
  const back = (ref: number, name: string) => (value: unknown, signal?: AbortSignal) => peer().call(ref, name, [value], signal);

  const underWay = new UnderWay(id, limits);
  async function inPlace(signal: AbortSignal, work: (place: Place) => Promise<unknown>): Promise<HeldAnswer> {
    const place = await underWay.enter(signal);
    try {
      return new HeldAnswer(await work(place), place.leave);
    } catch (error) {
      place.leave();
      throw error;
    }
  }

  const verbs: Readonly<Record<string, Verb>> = {
    service([key, method, args]) {
      const name = check.text('service', method);
      const token = { key: check.key('service', key) };
      const service = ctx.find<Record<string, unknown>>(token) ?? ctx.get<Record<string, unknown>>(token);
      const run = name in Object.prototype || name === 'then' ? undefined : service[name];
      if (typeof run !== 'function')
        throw isolateErrors['extension/bad-argument']({ id, verb: String(key), what: `there is no method "${name}"` });
      return run.apply(service, check.list('service', args));
    },
    provide([number, key, names, access]) {
      const ref = fresh('provide', number);
      const methods = check.list('provide', names).map(name => check.text('provide', name));
      // The table comes from the extension; the kernel reads only valid rows, and a method without one stays closed.
      const token = { key: check.key('provide', key), access: access as AccessTable<object> };
      ctx.provide(token, asker => serviceClient(methods, (method, args) => peer().call(ref, method, [asker, ...args])));
      handles.set(ref, nothing);
    },
    contribute([number, key, value]) {
      const ref = fresh('contribute', number);
      handles.set(ref, ctx.contribute({ key: check.key('contribute', key) }, value));
    },
    watch([number, key]) {
      const ref = fresh('watch', number);
      // Changes are pushed to every isolated extension; this only records that it watches.
      handles.set(
        ref,
        ctx.contributions({ key: check.key('watch', key) }).watch(() => undefined),
      );
    },
    database: () => ctx.defer('database', () => undefined),
    handle([number, command]) {
      const ref = fresh('handle', number);
      const name = check.text('handle', command);
      handles.set(ref, ctx.handle(name, back(ref, name)));
    },
    serve([number, channel, names]) {
      const ref = fresh('serve', number);
      const calls = check.list('serve', names).map(name => check.text('serve', name));
      const handlers = Object.assign(Object.create(null), Object.fromEntries(calls.map(name => [name, back(ref, name)])));
      publishers.set(ref, ctx.serve<AnyChannel>({ id: check.text('serve', channel) }, handlers));
    },
    tap([number, hook, order]) {
      const ref = fresh('tap', number);
      const tapped = check.hook('tap', hook);
      const tap = (value: unknown, signal: AbortSignal) =>
        inTime(
          limits.tapMs,
          signal,
          inside => peer().call(ref, tapped.key, [value], inside),
          () => runtimeErrors['hook/tap-timeout']({ id, hook: tapped.key, seconds: limits.tapMs / 1000 }),
        );
      // The three kinds of hook differ in the answer of a tap, and the kernel treats each answer as `unknown`.
      handles.set(ref, ctx.tap(tapped as never, tap as never, check.order(order)));
    },
    run([hook, value, onFailure, parseAnswer]) {
      const own = check.hook('run', hook);
      const asked = (ref: unknown) => (typeof ref === 'number' ? (...args: unknown[]) => peer().call(ref, own.key, args) : undefined);
      const [failed, parsed] = [asked(onFailure), asked(parseAnswer)];
      return ctx.run({ ...own, ...(failed && { onFailure: failed }), ...(parsed && { parseAnswer: parsed }) } as never, value as never);
    },
    defer([number, label]) {
      const ref = fresh('defer', number);
      const name = check.text('defer', label);
      ctx.defer(name, async () => {
        // An ended process needs no cleanup.
        if (peer().isOpen) await peer().call(ref, name, []);
      });
      handles.set(ref, nothing);
    },
    async dispose([number]) {
      const ref = check.number('dispose', number);
      const handle = handles.get(ref);
      handles.delete(ref);
      await handle?.dispose();
    },
    fetch: ([url, init], signal) =>
      inPlace(signal, async ({ take }) => {
        const address = check.text('fetch', url);
        const asked: CountedInit = { ...check.fetch(init), signal, take };
        take(asked.body?.length ?? 0);
        const { status, headers, body } = await ctx.fetch(address, asked);
        return { status, headers, body };
      }),
    async connect([number, options], signal) {
      const ref = fresh('connect', number);
      const made = await ctx.connect({ ...check.connect(options), signal });
      if (connections.has(ref)) throw isolateErrors['extension/bad-argument']({ id, verb: 'connect', what: `${ref} is in use` });
      connections.set(ref, made);
    },
    'connection.read': ([ref]) => connection('connection.read', ref).read(),
    'connection.write': ([ref, content]) => connection('connection.write', ref).write(check.content('connection.write', content)),
    'connection.startTls': ([ref]) => connection('connection.startTls', ref).startTls(),
    async 'connection.close'([ref]) {
      const open = connection('connection.close', ref);
      connections.delete(ref as number);
      closed.set(ref as number, open);
      for (const oldest of [...closed.keys()].slice(0, -mostClosed)) closed.delete(oldest);
      await open.close();
    },
    'files.read': ([path], signal) =>
      inPlace(signal, async ({ take }) => {
        const bytes = await ctx.files.read(check.text('files.read', path));
        take(bytes.length);
        return bytes;
      }),
    'files.write': ([path, content], signal) =>
      inPlace(signal, async ({ take }) => {
        const bytes = check.content('files.write', content);
        take(bytes.length);
        await ctx.files.write(check.text('files.write', path), bytes);
      }),
    'files.list': ([path], signal) => inPlace(signal, () => ctx.files.list(check.text('files.list', path))),
    'projects.all': () => ctx.projects.all(),
    'projects.list': ([project, folder], signal) => inPlace(signal, () => inProject('list', project).list(check.text('list', folder))),
    'projects.stat': ([project, path], signal) => inPlace(signal, () => inProject('stat', project).stat(check.text('stat', path))),
    'projects.read': ([project, path], signal) =>
      inPlace(signal, async ({ take }) => {
        const bytes = await inProject('read', project).read(check.text('read', path));
        take(bytes.length);
        return bytes;
      }),
    'projects.write': ([project, path, content], signal) =>
      inPlace(signal, async ({ take }) => {
        const bytes = check.content('write', content);
        take(bytes.length);
        await inProject('write', project).write(check.text('write', path), bytes);
      }),
    'projects.remove': ([project, path], signal) => inPlace(signal, () => inProject('remove', project).remove(check.text('remove', path))),
    // It waits for as long as nothing changes, so it takes no place of the others.
    'projects.changes': ([project], signal) => inProject('changes', project).changes(signal),
    secret: ([name]) => ctx.secret(check.text('secret', name)),
    notify([notification]) {
      const { title, body, command, args, keep } = Object(notification) as Record<string, unknown>;
      return ctx.notify({
        title: check.text('notify', title),
        ...(body !== undefined && { body: check.text('notify', body) }),
        ...(command !== undefined && { command: check.text('notify', command) }),
        ...(args !== undefined && { args: Object(args) as Record<string, unknown> }),
        ...(keep === true && { keep }),
      });
    },
  };

  return {
    ask(verb, args, signal) {
      const perform = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
      if (!perform) throw isolateErrors['extension/bad-argument']({ id, verb: verb.slice(0, 100), what: 'there is no such verb' });
      return perform(args, signal);
    },
    tell(verb, [first, second, third]) {
      if (verb === 'log') logs.get(String(first))?.(String(second), typeof third === 'object' && third !== null ? third : undefined);
      else if (verb === 'refused') refusals(`${check.text('refused', first)} ${check.text('refused', second)}`.slice(0, 300));
      else if (verb === 'emit') publishers.get(first as number)?.emit(check.text('emit', second), third);
      else throw isolateErrors['extension/bad-argument']({ id, verb: verb.slice(0, 100), what: 'there is no such verb' });
    },
  };
}

const maxRefusals = 20;
const mostClosed = 16;

/** Logs each message once, up to a maximum number. */
function firstOf(most: number, tell: (what: string) => void): (what: string) => void {
  const logged = new Set<string>();
  return what => {
    if (logged.size >= most || logged.has(what)) return;
    logged.add(what);
    tell(what);
  };
}

/** Rejects after a time limit, and aborts the signal of the work. */
function inTime(
  limitMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<unknown>,
  late: () => AppError,
): Promise<unknown> {
  const over = new AbortController();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(late());
      over.abort();
    }, limitMs);
    work(AbortSignal.any([signal, over.signal]))
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

const hookKinds = new Set(['notify', 'first', 'pipe']);
const maxTextLength = 65_536;

function argumentChecks(id: string) {
  const wrong = (verb: string, what: string) => isolateErrors['extension/bad-argument']({ id, verb, what });
  const text = (verb: string, value: unknown): string => {
    if (typeof value !== 'string' || value.length > maxTextLength) throw wrong(verb, 'a text was expected');
    return value;
  };
  const key = (verb: string, value: unknown): Key => {
    const name = text(verb, value);
    if (!isKey(name)) throw wrong(verb, `"${name.slice(0, 100)}" is no key`);
    return name;
  };
  return {
    text,
    key,
    number(verb: string, value: unknown): number {
      if (!Number.isSafeInteger(value) || (value as number) < 1) throw wrong(verb, 'a number was expected');
      return value as number;
    },
    list(verb: string, value: unknown): readonly unknown[] {
      if (!Array.isArray(value)) throw wrong(verb, 'a list was expected');
      return value;
    },
    hook(verb: string, value: unknown): Hook {
      const { kind, key: name } = Object(value) as Record<string, unknown>;
      if (typeof kind !== 'string' || !hookKinds.has(kind)) throw wrong(verb, 'a hook was expected');
      return { kind, key: key(verb, name) } as Hook;
    },
    order(value: unknown): TapOrder {
      const { before, stage } = Object(value) as Record<string, unknown>;
      return { ...(typeof before === 'string' && { before }), ...(typeof stage === 'number' && { stage }) };
    },
    content(verb: string, value: unknown): string | Uint8Array {
      return value instanceof Uint8Array ? value : typeof value === 'string' ? value : text(verb, value);
    },
    connect(value: unknown): ConnectOptions {
      const { host, port, tls, ca } = Object(value) as Record<string, unknown>;
      // The broker checks them.
      return { host: host as string, port: port as number, tls: tls === true, ...(ca !== undefined && { ca: ca as string }) };
    },
    fetch(value: unknown): FetchInit {
      const { method, headers, body } = Object(value) as Record<string, unknown>;
      const pairs = Object.entries(Object(headers)).map(([name, header]) => [name, text('fetch', header)] as const);
      return {
        headers: Object.fromEntries(pairs),
        ...(method !== undefined && { method: text('fetch', method) }),
        ...((typeof body === 'string' || body instanceof Uint8Array) && { body }),
      };
    },
  };
}
