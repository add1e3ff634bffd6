import { dirname, join } from 'node:path';
import {
  type Channel,
  type ChannelShape,
  type Client,
  Costs,
  type ExtensionCosts,
  type ExtensionStatus,
  Extensions,
  isAppError,
  type Locale,
  type Publisher,
  type Rights,
} from '@atelier/kernel';
import type { Host } from '@atelier/kernel/host';
import { Choices } from './choices.ts';
import { kernelService } from './context/kernel-services.ts';
import { openPublisher } from './context/publisher.ts';
import { SecretStore } from './context/secret-store.ts';
import type { Core } from './core.ts';
import { Meter } from './costs/meter.ts';
import { databaseFileOf } from './data-places.ts';
import { noticeTexts } from './errors/notice.ts';
import { runtimeErrors } from './errors/runtime.ts';
import { decode, encode } from './isolate/child/wire.ts';
import { isolatedStart } from './isolate/isolated-start.ts';
import { Lifecycle } from './lifecycle.ts';
import { inProcessClient } from './links/in-process-client.ts';
import { kernelHandlers } from './links/kernel-channel.ts';
import { LinkSession } from './links/link-session.ts';
import { createLog } from './log/log.ts';
import { kernelId } from './manifest/declared.ts';
import { type Discovery, discover, indexText } from './manifest/discovery.ts';
import type { Plan } from './manifest/plan.ts';
import { ManifestTexts } from './manifest/texts.ts';
import { type Notice, Notices } from './notices.ts';
import { reasonOf } from './reason.ts';
import { newResident, type Resident } from './resident.ts';
import type { ChannelValidators, Validator } from './schema/violations.ts';
import { idOf } from './slug.ts';
import { atomicWrite, makePrivateFolder, privateFile } from './storage/atomic-write.ts';
import { startUpkeep } from './storage/upkeep.ts';
import { Switchboard } from './switchboard.ts';
import { kernelChannel } from './tables/channel-files.ts';
import { Channels } from './tables/channels.ts';
import { Commands } from './tables/commands.ts';
import { Hooks } from './tables/hooks.ts';
import { PointSchemas } from './tables/point-schemas.ts';
import { Points } from './tables/points.ts';
import { Services } from './tables/services.ts';
import { Views } from './tables/views.ts';
import { version } from './version.ts';
import { Wakers } from './wake.ts';

export interface KernelOptions {
  /** Runs every extension in a process of its own, ours too: the proof that there is one API. */
  readonly isolateAll?: boolean;
  /** Clones what crosses from one extension to another and checks results and events; on in tests. */
  readonly strict?: boolean;
  /** The language of texts before a UI has said its own; French if left out. */
  readonly locale?: Locale;
}

/** The running kernel, as its host and its tests see it. */
export interface Kernel {
  readonly version: string;
  statuses(): readonly ExtensionStatus[];
  costs(): readonly ExtensionCosts[];
  /** What the person should know of this run: repairs, quarantines; in the language of the options. */
  notices(): readonly Notice[];
  /** What an extension has set up, as readable labels. */
  effects(id: string): readonly string[];
  wake(id: string): Promise<void>;
  enable(id: string): Promise<void>;
  disable(id: string): Promise<void>;
  retry(id: string): Promise<void>;
  grant(id: string, rights: Rights): Promise<void>;
  run(command: string, args?: unknown): Promise<unknown>;
  client<S extends ChannelShape>(channel: Channel<S>): Client<S>;
  contributions(point: string): readonly { readonly from: string; readonly value: unknown }[];
  secrets: SecretStore;
  /** The package folder of a slug whose files may be shown now: those of an extension that is not off. */
  folderOf(slug: string): string | undefined;
  /** Resolves once everybody who asked to run at start has been woken, or has failed. */
  readonly settled: Promise<void>;
  close(): Promise<void>;
}

/** Starts the kernel on a host. When it resolves the shell can draw: everything that manifests contribute is known. */
export async function startKernel(host: Host, options: KernelOptions = {}): Promise<Kernel> {
  const { userData, bundled, installed } = host.paths;
  const log = createLog({ folder: join(userData, 'logs'), now: Date.now });
  const kernelLog = log.for(kernelId);
  let publisher: Publisher<KernelEvents> | undefined;
  const notices = new Notices(count => publisher?.emit('noticesChanged', { count }));
  const choices = await Choices.open(join(userData, 'extensions.json'), kernelLog, (path, read) => notices.read(path, read));
  const meter = new Meter();
  const residents = new Map<string, Resident>();
  const closing = new AbortController();
  const wakers = new Wakers();
  const index = join(userData, 'cache', 'manifests.json');

  const discovery = discover({ bundled, installed, index, kernel: version });
  for (const found of discovery.found) if (!residents.has(found.id)) residents.set(found.id, newResident(found));

  const compileChannel = async (owner: string, file: unknown): Promise<ChannelValidators> =>
    (await import('./schema/validate.ts')).compileChannel(owner, file);
  const compile = async (owner: string, name: string, schema: unknown): Promise<Validator> =>
    (await import('./schema/validate.ts')).compileSchema(owner, name, schema);
  const counted = (owner: string, failed: boolean): void => meter.called(owner, !failed);
  const wake = (id: string, what: string): Promise<void> => (id === kernelId ? Promise.resolve() : lifecycle.wake(id, what));
  const place = (id: string): number => switchboard.place(id) ?? residents.size;

  const core: Core = {
    host,
    log,
    choices,
    residents,
    meter,
    points: new Points(place),
    views: new Views(),
    pointSchemas: new PointSchemas(compile),
    secrets: new SecretStore(join(userData, 'secrets.json'), host.secrets, {
      log: kernelLog,
      read: (path, read) => notices.read(path, read),
      redact: text => void log.redact(text),
    }),
    notices,
    databases: new Set(),
    services: new Services(),
    hooks: new Hooks({
      place,
      signal: closing.signal,
      failed: (id, hook, error) => {
        const isLate = isAppError(error) && error.code === 'hook/tap-timeout';
        log.for(id).error((isLate ? error : runtimeErrors['hook/tap-failed']({ id, hook, reason: reasonOf(error) })).message);
      },
      ran: (hook, taps, milliseconds) => kernelLog.debug(`${hook} ran over ${taps} taps`, { milliseconds }),
    }),
    commands: new Commands({ wake, compile, counted }),
    compileChannel,
    channels: new Channels({ wake, counted, checkOutgoing: options.strict === true }),
    across: options.strict === true ? carried : value => value,
    wake,
    wakeTappers: async hook => {
      // One that cannot wake is not asked; its state says why, and the others must not wait for it.
      for (const id of wakers.tappersOf(hook)) {
        if (residents.get(id)?.state === 'dormant') await wake(id, hook).catch(() => undefined);
      }
    },
    kernelTokens: [Costs.key, Extensions.key],
    kernelService: (key, user) => kernelService(key, user, meter, switchboard),
  };

  const lifecycle: Lifecycle = new Lifecycle(core, {
    place: id => switchboard.place(id),
    startIsolated: isolatedStart(
      core,
      () => lifecycle,
      () => switchboard,
    ),
    isIsolated: resident => options.isolateAll === true || !resident.found.bundled,
    changed: resident => publisher?.emit('extensionsChanged', { id: resident.found.id, state: resident.state }),
    get closing() {
      return closing.signal.aborted;
    },
  });
  const switchboard: Switchboard = new Switchboard(core, lifecycle, version, order => wakers.learn(order));

  core.channels.declare('kernel', kernelId, kernelChannel);
  core.channels.serve('kernel', kernelHandlers(core, switchboard, new ManifestTexts(), version));
  publisher = openPublisher<KernelEvents>(core, 'kernel', kernelId, closing.signal);

  report(discovery, core);
  const first = await firstPlan(discovery, choices.off);
  switchboard.begin(first, discovery.unreadable);
  for (const { id, error } of first.refusals) log.for(id).warn(error.message);

  const sessions = new Set<LinkSession>();
  const connections = host.links.onConnection(link => {
    const session = new LinkSession(core, link, options.locale ?? 'fr');
    sessions.add(session);
    link.onClose(() => {
      sessions.delete(session);
      session.end();
    });
  });
  const events = core.channels.onEvent((channel, name, body) => {
    for (const session of sessions) session.event(channel, name, body);
  });

  const upkeep = startUpkeep({
    folder: dirname(databaseFileOf(core, kernelId)),
    databases: core.databases,
    log: kernelLog,
    damaged: ({ owner }, reason) => notices.damaged(owner, reason),
  });
  const settled = wakeEarly(core, lifecycle).then(() => remember(core, discovery, first, index));
  return {
    version,
    settled,
    secrets: core.secrets,
    folderOf: slug => shownFolder(residents.get(idOf(slug))),
    statuses: () => switchboard.statuses('en'),
    costs: () => meter.all(),
    notices: () => notices.list(options.locale ?? 'fr'),
    effects: id => switchboard.effects(id),
    wake: id => wake(id, 'the host'),
    enable: id => switchboard.enable(id),
    disable: id => switchboard.disable(id),
    retry: id => switchboard.retry(id),
    grant: (id, rights) => switchboard.grant(id, rights),
    run: (command, args) => core.commands.run(command, args, closing.signal),
    client: channel => inProcessClient(core, channel),
    contributions: point => core.points.read(point).items,
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      await settled;
      await switchboard.stopAll();
      await upkeep.end();
      for (const session of sessions) session.end();
      await events.dispose();
      await connections.dispose();
      core.channels.close();
      log.close();
    },
  };
}

/** P4: nothing of an extension that is off is served, from the moment it is. */
function shownFolder(resident: Resident | undefined): string | undefined {
  const isShown = resident?.state === 'dormant' || resident?.state === 'waking' || resident?.state === 'active';
  return isShown ? resident.found.folder : undefined;
}

/** As the value would arrive in another process; what cannot be sent there fails here, loudly. */
function carried<T>(value: T): T {
  return value === undefined ? value : (decode(encode(structuredClone(value))) as T);
}

type KernelEvents = {
  calls: Record<never, never>;
  events: { extensionsChanged: { id: string; state: string }; contributionsChanged: { point: string }; noticesChanged: { count: number } };
};

/** Extensions that asked to run at start, then those that asked for idle time, one at a time so that a person's click comes first. */
async function wakeEarly(core: Core, lifecycle: Lifecycle): Promise<void> {
  // After this turn: whoever called startKernel gets to draw before any extension's code runs.
  await new Promise(resolve => setImmediate(resolve));
  const asking = (activation: 'startup' | 'idle') =>
    [...core.residents.values()]
      .filter(one => one.found.atelier.activation === activation && one.state === 'dormant')
      .map(one => one.found.id);
  for (const phase of ['startup', 'idle'] as const) {
    for (const id of asking(phase)) {
      await lifecycle.wake(id, phase).catch(() => undefined);
      if (phase === 'idle') await new Promise(resolve => setImmediate(resolve));
    }
  }
}

/** The plan; one that the index remembers holds as long as nothing is switched off. */
async function firstPlan({ found, order }: Discovery, off: ReadonlySet<string>): Promise<Plan> {
  if (order && off.size === 0) return { order, refusals: [] };
  const { plan } = await import('./manifest/plan.ts');
  return plan(found, version, off);
}

/** Writes the index where the next start can use it: everything was read, and nothing was refused. */
async function remember(core: Core, discovery: Discovery, first: Plan, index: string): Promise<void> {
  const holds = discovery.unreadable.length === 0 && first.refusals.length === 0 && core.choices.off.size === 0;
  if (discovery.order || !holds) return;
  try {
    makePrivateFolder(dirname(index));
    await atomicWrite(index, Buffer.from(indexText(discovery, first.order)), privateFile);
  } catch (error) {
    const notice = noticeTexts['notice/index-not-written']({ file: index, reason: reasonOf(error) });
    core.log.for(kernelId).warn(notice.message);
    core.notices.raise(notice, undefined);
  }
}

function report(discovery: Discovery, core: Core): void {
  for (const { error } of discovery.unreadable) core.log.for(kernelId).warn(error.message);
}
