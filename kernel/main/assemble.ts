import { type Hook, isAppError, type Locale, ownerOf, type ProjectFolder, projectFolders } from '@atelier/kernel';
import type { Host } from '@atelier/kernel/host';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { checkAccess, mayExtend } from './access/check-access.ts';
import { actForNobody } from './access/on-behalf.ts';
import type { BlackBox } from './black-box/black-box.ts';
import { Connections } from './broker/connections.ts';
import type { ContextParts, Transfer } from './context/context-parts.ts';
import { startInProcess } from './context/in-process-start.ts';
import { provideKernelServices } from './context/kernel-services.ts';
import { openPublisher } from './context/publisher.ts';
import { effectiveRights } from './context/rights.ts';
import { SecretStore } from './context/secret-store.ts';
import { defaultPatience } from './costs/budget.ts';
import { CostWatch, type CostWatchParts } from './costs/cost-watch.ts';
import { Meter } from './costs/meter.ts';
import { StorageQuotas } from './costs/storage-quotas.ts';
import { databaseFileOf, dataFolderOf } from './data-paths.ts';
import { Decisions } from './decisions.ts';
import { isolateErrors } from './errors/isolate.ts';
import { resourceNames } from './errors/resource-names.ts';
import { runtimeErrors } from './errors/runtime.ts';
import { decode, encode } from './isolate/child/wire.ts';
import { startInOwnProcess } from './isolate/isolated-start.ts';
import { KernelEvents } from './kernel-events.ts';
import { type ExtensionRecord, ExtensionRecords } from './lifecycle/extension-records.ts';
import { Lifecycle } from './lifecycle/lifecycle.ts';
import { Reconciler } from './lifecycle/reconciler.ts';
import { RuntimeReplacement } from './lifecycle/runtime-replacement.ts';
import { kernelHandlers } from './links/kernel-channel.ts';
import { createLog, logFolderOf } from './log/log.ts';
import { ExtensionManager } from './management/extension-manager.ts';
import { kernelPoints } from './manifest/contributes.ts';
import { CurrentPlan } from './manifest/current-plan.ts';
import { kernelId } from './manifest/declared.ts';
import type { Found } from './manifest/manifest.ts';
import { ManifestTexts } from './manifest/texts.ts';
import { Notices } from './notices.ts';
import { reasonOf } from './reason.ts';
import type { ChannelValidators, Validator } from './schema/violations.ts';
import type { ServerPolicy } from './servers/server-policy.ts';
import { Servers } from './servers/servers.ts';
import { wakeTappers } from './starting.ts';
import type { Starts } from './starts/starts.ts';
import type { JsonRead } from './storage/json-file.ts';
import type { OpenDatabase } from './storage/storage.ts';
import { kernelChannel } from './tables/channel-files.ts';
import { Channels } from './tables/channels.ts';
import { Commands } from './tables/commands.ts';
import { Hooks } from './tables/hooks.ts';
import { PointSchemas } from './tables/point-schemas.ts';
import { Points } from './tables/points.ts';
import { Services } from './tables/services.ts';
import { Views } from './tables/views.ts';

/** How a kernel is to run, apart from its host. */
export interface KernelOptions {
  /** Runs every extension in a process of its own, bundled plugins too: the proof that there is one API. */
  readonly isolateAll?: boolean;
  /** Bundled plugins that run in processes of their own, but without sandbox or permission flags: their calls cross the wire. For tests. */
  readonly unrestricted?: readonly string[];
  /** Clones what crosses from one extension to another and checks results and events; on in tests. */
  readonly strict?: boolean;
  /** The language of texts before the person chose one; French if left out. */
  readonly locale?: Locale;
  /** Extensions that do not run until the person switches them on. */
  readonly offAtFirst?: readonly string[];
  /** A safe start: of the extensions that the person installed none runs. */
  readonly safe?: boolean;
  /** How long the kernel may stand still while an extension starts, before that is noted for the next start. */
  readonly stillMs?: number;
  /** How servers of extensions are supervised. */
  readonly servers?: Partial<ServerPolicy>;
  /** How often the use of extensions is measured, and how long an exceeded budget is tolerated. */
  readonly costs?: Partial<Pick<CostWatchParts, 'patience' | 'everyMs'>>;
}

/** Builds the kernel's parts; nothing runs yet. Each line may use the results of the lines above it. */
export async function assemble(host: Host, found: readonly Found[], blackBox: BlackBox, starts: Starts, options: KernelOptions) {
  const base = { ...(await openBase(host, found, blackBox, options)), starts };
  const watched = { ...base, ...watchProcesses(base, options) };
  const contributions = openContributions(watched);
  const lifecycle = new Lifecycle({ ...watched, ...contributions });
  const tables = { ...watched, ...contributions, lifecycle, ...openTables(watched, lifecycle, options) };
  const running = { ...tables, ...openManagement(tables) };
  provideServices(running);
  const context = contextParts(running, options);
  lifecycle.connect({
    startMainSide: mainSideStarter(context, options),
    quarantine: record => running.manager.quarantine(record),
  });
  const texts = new ManifestTexts();
  serveKernelChannel({ ...running, texts });
  return {
    ...running,
    texts,
    transfer: context.transfer,
    /** From now on the kernel emits its events over its own channel. */
    announce: () => base.events.connect(openPublisher(context, 'kernel', kernelId, base.closing)),
  };
}

/** What all other parts build on: the extension records, the decisions about them, the log, events and notices. */
async function openBase(host: Host, found: readonly Found[], blackBox: BlackBox, { locale, offAtFirst }: KernelOptions) {
  const { userData } = host.paths;
  const controller = new AbortController();
  const closing: AbortSignal = controller.signal;
  const log = createLog({ folder: logFolderOf(userData), now: Date.now });
  const kernelLog = log.for(kernelId);
  const events = new KernelEvents();
  const notices = new Notices((count, code, extension) => {
    blackBox.note({ is: 'notice', how: code, ...(extension !== undefined && { of: extension }) });
    events.emit('noticesChanged', { count });
  });
  await notices.open(pathIn(userData, 'notices'), kernelLog);
  const noteRead = (path: string, read: JsonRead<unknown>): void => notices.read(path, read);
  const records = new ExtensionRecords(({ found: { id }, state, problem }) => {
    blackBox.extension(id, state, problem);
    events.emit('extensionsChanged', { id, state });
  });
  for (const one of found) if (!records.here.has(one.id)) records.put(records.make(one));
  log.tail(({ source }) => {
    if (records.here.has(source)) events.emit('logged', { id: source });
  });
  const decisions = await Decisions.open(pathIn(userData, 'choices'), kernelLog, noteRead, offAtFirst);
  const secrets = new SecretStore(pathIn(userData, 'secrets'), host.secrets, {
    log: kernelLog,
    read: noteRead,
    redact: text => void log.redact(text),
  });
  return {
    host,
    log,
    blackBox,
    events,
    notices,
    records,
    /** The same records, read-only. */
    extensions: records.here,
    plan: new CurrentPlan(),
    decisions,
    secrets,
    /** The language of sentences where no other was asked for. */
    language: () => decisions.language ?? locale ?? 'fr',
    /** Aborts when the kernel closes, through `beginClosing`. */
    closing,
    beginClosing: () => controller.abort(),
    meter: new Meter(),
    /** The databases that are open in this process. */
    databases: new Set<OpenDatabase>(),
  };
}

type Base = Awaited<ReturnType<typeof openBase>> & { readonly starts: Starts };

/** The servers of extensions, and the budgets of their processes. */
function watchProcesses(base: Base, options: KernelOptions) {
  const { extensions, decisions, meter, log, notices, events } = base;
  const servers = new Servers(base, options.servers ?? {}, id => events.emit('serversChanged', { id }));
  const storage = new StorageQuotas({
    budgetOf: id => costs.budgetOf(id)?.storageMegabytes,
    databaseOf: id => databaseFileOf(base, id),
    folderOf: id => dataFolderOf(base, id),
    writtenBy: id => meter.written(id),
    exceeded: id => extensions.get(id)?.process?.endForBudget(['storageMegabytes'], costs.budgetOf(id)!),
  });
  const costs: CostWatch = new CostWatch({
    meter,
    patience: defaultPatience,
    everyMs: 2500,
    ...options.costs,
    find: id => {
      const record = extensions.get(id);
      if (record === undefined) return undefined;
      const { found, process } = record;
      const withServers = process && {
        setSlow(isSlow: boolean): void {
          process.setSlow(isSlow);
          servers.setSlow(id, isSlow);
        },
        endForBudget: process.endForBudget,
      };
      const granted = effectiveRights(record, decisions.granted(id)).storage;
      return { bundled: found.bundled, kind: found.atelier.kind, storage: granted, process: withServers };
    },
    chosen: id => decisions.budget(id),
    lookAtStorage: id => void storage.look(id),
    slowed: (id, over, budget) => {
      const problem = isolateErrors['extension/slowed']({ id, what: resourceNames(over, budget) });
      log.for(id).warn(problem.message);
      notices.raise(problem, id);
    },
    measured: () => events.emit('costsChanged', {}),
  });
  return { servers, costs, storage, connections: new Connections() };
}

/** What manifests contribute to points. */
function openContributions(base: Base) {
  const { plan, events } = base;
  return {
    points: new Points({
      positionOf: id => plan.rank(id),
      mayAdd: (id, point) => mayExtend(base, id, ownerOf(point), point),
      changed: point => events.emit('contributionsChanged', { point }),
    }),
    pointSchemas: new PointSchemas(compile),
    views: new Views(),
  };
}

/** The tables whose calls wake the extension that answers them. */
function openTables(base: Base, lifecycle: Lifecycle, { strict }: KernelOptions) {
  const { plan, log, meter, closing } = base;
  const wake = (id: string, what: string): Promise<void> => lifecycle.wake(id, what);
  const counted = (owner: string, failed: boolean, ms: number): void => meter.called(owner, !failed, ms);
  return {
    services: new Services(),
    commands: new Commands({ wake, compile, counted }),
    channels: new Channels({
      wake,
      counted,
      checkAccess: (from, called) => checkAccess(base, from, called),
      isInstalled: id => base.extensions.get(id)?.found.bundled === false,
      checkOutgoing: strict === true,
    }),
    compileChannel,
    hooks: new Hooks({
      position: id => plan.rank(id),
      isInstalled: id => base.extensions.get(id)?.found.bundled === false,
      signal: closing,
      failed: (id, hook, error) => {
        const isLate = isAppError(error) && error.code === 'hook/tap-timeout';
        log.for(id).error((isLate ? error : runtimeErrors['hook/tap-failed']({ id, hook, reason: reasonOf(error) })).message);
      },
      ran: (hook, taps, milliseconds) => log.for(kernelId).debug(`${hook} ran over ${taps} taps`, { milliseconds }),
    }),
  };
}

type Contributions = ReturnType<typeof openContributions>;
type Tables = Base & ReturnType<typeof watchProcesses> & Contributions & ReturnType<typeof openTables> & { readonly lifecycle: Lifecycle };

/** The parts that reconcile, replace and manage extensions. */
function openManagement(tables: Tables) {
  const reconciler = new Reconciler(tables);
  const replacement = new RuntimeReplacement({ ...tables, reconciler });
  const manager = new ExtensionManager({ ...tables, reconciler });
  return { reconciler, replacement, manager };
}

type Running = Tables & ReturnType<typeof openManagement>;

/** The kernel's own services. */
function provideServices(running: Running): void {
  const { decisions, language, events, points } = running;
  provideKernelServices(running, {
    decisions,
    language,
    onLanguage: locale => events.emit('languageChanged', { locale }),
    onKeys: () => points.touch(kernelPoints.keybindings),
  });
}

/** The parts that a `ctx` is built from. */
function contextParts(running: Running, { strict }: KernelOptions): ContextParts {
  return {
    ...running,
    strict: strict === true,
    transfer: strict === true ? cloneForTransfer : value => value,
    wake: (id, what) => running.lifecycle.wake(id, what),
    wakeTappers: hook => wakeTappers(running, hook),
    projectFolders: async () => {
      const asked: Hook = { kind: 'pipe', key: projectFolders.key };
      await wakeTappers(running, asked);
      return (await actForNobody(() => running.hooks.run(asked, []))) as readonly ProjectFolder[];
    },
  };
}

/** Third-party extensions run in processes of their own, bundled ones in the kernel's unless the options say otherwise. */
function mainSideStarter(context: ContextParts, { isolateAll, unrestricted }: KernelOptions) {
  return async (record: ExtensionRecord, scope: NonNullable<ExtensionRecord['scope']>) => {
    const { id, bundled } = record.found;
    const isRestricted = !(bundled && unrestricted?.includes(id) === true);
    if (bundled && isRestricted && isolateAll !== true) {
      await startInProcess(context, record, scope);
      return undefined;
    }
    return await startInOwnProcess(context, record, scope, isRestricted);
  };
}

function serveKernelChannel(parts: Running & { readonly texts: ManifestTexts }): void {
  // Windows, frames and hosts answer these themselves, so a channel of that name would never be reached.
  for (const reserved of ['window', 'view', 'host']) parts.channels.declare(reserved, kernelId, unreachable);
  parts.channels.declare('kernel', kernelId, kernelChannel);
  parts.channels.serve('kernel', kernelHandlers(parts));
}

async function unreachable(): Promise<never> {
  throw runtimeErrors['channel/unknown']({ channel: 'window' });
}

// Imported on demand: a start that uses no third-party schema should not load ajv.
async function compileChannel(owner: string, file: unknown): Promise<ChannelValidators> {
  return (await import('./schema/validate.ts')).compileChannel(owner, file);
}

async function compile(owner: string, name: string, schema: unknown): Promise<Validator> {
  return (await import('./schema/validate.ts')).compileSchema(owner, name, schema);
}

/** The value as it would arrive in another process; throws for what cannot be sent there. */
const cloneForTransfer: Transfer = value => (value === undefined ? value : (decode(encode(structuredClone(value))) as typeof value));
