import { join } from 'node:path';
import { Inspection, isAppError, type Locale, type Publisher } from '@atelier/kernel';
import type { Host } from '@atelier/kernel/host';
import { Choices } from './choices.ts';
import { inspectionService } from './context/inspection-service.ts';
import { kernelService, kernelTokens } from './context/kernel-services.ts';
import type { PersonParts } from './context/person-service.ts';
import { openPublisher } from './context/publisher.ts';
import { SecretStore } from './context/secret-store.ts';
import type { Core } from './core.ts';
import { ordinaryPatience } from './costs/budget.ts';
import { type CostSurroundings, CostWatch } from './costs/cost-watch.ts';
import { Meter } from './costs/meter.ts';
import { isolateErrors } from './errors/isolate.ts';
import { runtimeErrors } from './errors/runtime.ts';
import { spentWords } from './errors/spent.ts';
import { decode, encode } from './isolate/child/wire.ts';
import { isolatedStart } from './isolate/isolated-start.ts';
import { Lifecycle } from './lifecycle.ts';
import { kernelHandlers } from './links/kernel-channel.ts';
import { createLog, logFolderOf } from './log/log.ts';
import { kernelPoints } from './manifest/contributes.ts';
import { kernelId } from './manifest/declared.ts';
import type { Found } from './manifest/manifest.ts';
import { ManifestTexts } from './manifest/texts.ts';
import { Newcomers } from './newcomers.ts';
import { Notices } from './notices.ts';
import { reasonOf } from './reason.ts';
import { newResident, type Resident } from './resident.ts';
import type { ChannelValidators, Validator } from './schema/violations.ts';
import type { ServerPolicy } from './servers/server-policy.ts';
import { Servers } from './servers/servers.ts';
import type { JsonRead } from './storage/json-file.ts';
import { Switchboard } from './switchboard.ts';
import { kernelChannel } from './tables/channel-files.ts';
import { Channels } from './tables/channels.ts';
import { Commands as CommandTable } from './tables/commands.ts';
import { Hooks } from './tables/hooks.ts';
import { PointSchemas } from './tables/point-schemas.ts';
import { Points } from './tables/points.ts';
import { Services } from './tables/services.ts';
import { Views } from './tables/views.ts';
import { version } from './version.ts';
import { Wakers } from './wake.ts';

/** How a kernel is to run, apart from its host. */
export interface KernelOptions {
  /** Runs every extension in a process of its own, ours too: the proof that there is one API. */
  readonly isolateAll?: boolean;
  /** Ours that run in processes of their own, with all they reach in here: what they say goes over the wire, no wall stands. For tests. */
  readonly withoutWalls?: readonly string[];
  /** Clones what crosses from one extension to another and checks results and events; on in tests. */
  readonly strict?: boolean;
  /** The language of texts before a UI has said its own; French if left out. */
  readonly locale?: Locale;
  /** Extensions that do not run until the person switches them on. */
  readonly offAtFirst?: readonly string[];
  /** How servers of extensions are watched. */
  readonly servers?: Partial<ServerPolicy>;
  /** How often is looked at what extensions use, and how long too much is borne. */
  readonly costs?: Partial<Pick<CostSurroundings, 'patience' | 'everyMs'>>;
}

/** The kernel's parts, put together and at rest. */
export interface Assembly {
  readonly core: Core;
  readonly lifecycle: Lifecycle;
  readonly switchboard: Switchboard;
  readonly texts: ManifestTexts;
  /** Aborts when the kernel closes. */
  readonly closing: AbortController;
  /** From now on the kernel tells of changes over its own channel. */
  announce(): void;
}

const ordinaryCosts = { patience: ordinaryPatience, everyMs: 2500 };

type KernelEvents = {
  calls: Record<never, never>;
  events: {
    extensionsChanged: { id: string; state: string };
    contributionsChanged: { point: string };
    noticesChanged: { count: number };
    costsChanged: Record<never, never>;
    serversChanged: { id: string };
    logged: { id: string };
    languageChanged: { locale: Locale };
  };
};

/** Puts the kernel together around what was found on disk. Nothing runs yet. */
export async function assemble(host: Host, found: readonly Found[], options: KernelOptions): Promise<Assembly> {
  const { userData } = host.paths;
  const log = createLog({ folder: logFolderOf(userData), now: Date.now });
  const kernelLog = log.for(kernelId);
  const closing = new AbortController();
  const wakers = new Wakers();
  const meter = new Meter();
  const budgets = { ...ordinaryCosts, ...options.costs };
  let publisher: Publisher<KernelEvents> | undefined;
  const notices = new Notices(count => publisher?.emit('noticesChanged', { count }));
  const noteRead = (path: string, read: JsonRead<unknown>): void => notices.read(path, read);
  const residents = new Map<string, Resident>();
  for (const one of found) if (!residents.has(one.id)) residents.set(one.id, newResident(one));

  log.tail(({ source }) => {
    if (residents.has(source)) publisher?.emit('logged', { id: source });
  });

  const wake = (id: string, what: string): Promise<void> => (id === kernelId ? Promise.resolve() : lifecycle.wake(id, what));
  const place = (id: string): number => switchboard.place(id) ?? residents.size;
  const counted = (owner: string, failed: boolean, ms: number): void => meter.called(owner, !failed, ms);

  const choices = await Choices.open(join(userData, 'extensions.json'), kernelLog, noteRead, options.offAtFirst);
  const person: PersonParts = {
    choices,
    language: () => choices.language ?? options.locale ?? 'fr',
    spoken: locale => publisher?.emit('languageChanged', { locale }),
    bound: () => core.points.touch(kernelPoints.keybindings),
  };
  const costs = new CostWatch({
    meter,
    ...budgets,
    find: id => {
      const resident = residents.get(id);
      if (resident === undefined) return undefined;
      const { found, slow, exceed } = resident;
      const slowAll = (isSlow: boolean): void => {
        slow?.(isSlow);
        servers.slow(id, isSlow);
      };
      return { bundled: found.bundled, kind: found.atelier.kind, slow: slow && slowAll, exceed };
    },
    chosen: id => choices.budget(id),
    slowed: (id, over, budget) => {
      const problem = isolateErrors['extension/slowed']({ id, what: spentWords(over, budget) });
      log.for(id).warn(problem.message);
      notices.raise(problem, id);
    },
    looked: () => publisher?.emit('costsChanged', {}),
  });
  const servers = new Servers(
    () => core,
    options.servers ?? {},
    id => publisher?.emit('serversChanged', { id }),
  );
  const core: Core = {
    host,
    costs,
    servers,
    language: person.language,
    log,
    notices,
    meter,
    residents,
    choices,
    secrets: new SecretStore(join(userData, 'secrets.json'), host.secrets, {
      log: kernelLog,
      read: noteRead,
      redact: text => void log.redact(text),
    }),
    databases: new Set(),
    points: new Points(place, point => publisher?.emit('contributionsChanged', { point })),
    pointSchemas: new PointSchemas(compile),
    views: new Views(),
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
    commands: new CommandTable({ wake, compile, counted }),
    channels: new Channels({
      wake,
      counted,
      isOurs: id => residents.get(id)?.found.bundled === true,
      checkOutgoing: options.strict === true,
    }),
    compileChannel,
    strict: options.strict === true,
    across: options.strict === true ? carried : value => value,
    wake,
    settled: id => newcomers.settled(id),
    wakeTappers: async hook => {
      // One that cannot wake is not asked; its state says why, and the others must not wait for it.
      for (const id of wakers.tappersOf(hook)) {
        if (residents.get(id)?.state === 'dormant') await wake(id, hook).catch(() => undefined);
      }
    },
    kernelTokens,
    kernelService: (key, user) => {
      if (key === Inspection.key) return inspectionService(user, core, closing.signal);
      const run = (command: string, args: unknown) => core.commands.run(command, args, closing.signal);
      return kernelService(key, user, { meter, costs, switchboard, newcomers, secrets: core.secrets, log, host, run, person });
    },
  };
  const hasNoWalls = ({ found }: Resident): boolean => found.bundled && options.withoutWalls?.includes(found.id) === true;
  const lifecycle: Lifecycle = new Lifecycle(core, {
    place: id => switchboard.place(id),
    startIsolated: isolatedStart(
      core,
      () => lifecycle,
      () => switchboard,
      hasNoWalls,
    ),
    isIsolated: resident => options.isolateAll === true || !resident.found.bundled || hasNoWalls(resident),
    changed: resident => publisher?.emit('extensionsChanged', { id: resident.found.id, state: resident.state }),
    get closing() {
      return closing.signal.aborted;
    },
  });
  const switchboard: Switchboard = new Switchboard(core, lifecycle, version, order => wakers.learn(order));

  const newcomers = new Newcomers(core, residents, lifecycle, switchboard);

  const texts = new ManifestTexts();
  // What a window, a frame and a host answer themselves; nobody may serve a channel that would never be reached.
  for (const taken of ['window', 'view', 'host']) core.channels.declare(taken, kernelId, unreachable);
  core.channels.declare('kernel', kernelId, kernelChannel);
  core.channels.serve('kernel', kernelHandlers(core, { switchboard, newcomers }, texts, version));
  return {
    core,
    lifecycle,
    switchboard,
    texts,
    closing,
    announce() {
      publisher = openPublisher<KernelEvents>(core, 'kernel', kernelId, closing.signal);
    },
  };
}

async function unreachable(): Promise<never> {
  throw runtimeErrors['channel/unknown']({ channel: 'window' });
}

// On demand: a start at which no stranger's schema is used should not pay for ajv.
async function compileChannel(owner: string, file: unknown): Promise<ChannelValidators> {
  return (await import('./schema/validate.ts')).compileChannel(owner, file);
}

async function compile(owner: string, name: string, schema: unknown): Promise<Validator> {
  return (await import('./schema/validate.ts')).compileSchema(owner, name, schema);
}

/** As the value would arrive in another process; what cannot be sent there fails here, loudly. */
function carried<T>(value: T): T {
  return value === undefined ? value : (decode(encode(structuredClone(value))) as T);
}
