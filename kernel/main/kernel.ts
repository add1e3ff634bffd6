import {
  type Channel,
  type ChannelShape,
  type Client,
  type ExtensionBudget,
  type ExtensionCosts,
  type ExtensionStatus,
  type Locale,
  machineWoke,
  type Rights,
} from '@atelier/kernel';
import type { Host } from '@atelier/kernel/host';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { actForNobody } from './access/on-behalf.ts';
import { takeOverAsked } from './archive/asked-import.ts';
import { assemble, type KernelOptions } from './assemble.ts';
import { aliveEveryMs, BlackBox } from './black-box/black-box.ts';
import { ClockWatch } from './clock-watch.ts';
import type { SecretStore } from './context/secret-store.ts';
import { routeDeepLinks } from './deep-link-routes.ts';
import { noticeTexts } from './errors/notice.ts';
import type { FirstStart } from './first-start/first-start.ts';
import { readRecord } from './first-start/record.ts';
import type { ExtensionRecord, KnownExtensions } from './lifecycle/extension-records.ts';
import { inProcessClient } from './links/in-process-client.ts';
import { serveLinks } from './links/serve-links.ts';
import type { AppLog } from './log/log.ts';
import { shownViews } from './management/view-replacements.ts';
import { kernelId } from './manifest/declared.ts';
import { discover } from './manifest/discovery.ts';
import type { Found } from './manifest/manifest.ts';
import type { Notice, Notices } from './notices.ts';
import { identifyProfile } from './profile-identity.ts';
import { reasonOf } from './reason.ts';
import { idOf } from './slug.ts';
import { firstPlan, keepOff, wakeEarly, wakeTappers, writeIndex } from './starting.ts';
import type { SafeReason } from './starts/past-start.ts';
import { Starts } from './starts/starts.ts';
import { restoreSnapshot } from './storage/database-snapshot.ts';
import { startMaintenance } from './storage/maintenance.ts';
import { version } from './version.ts';

/** The running kernel, for its host and its tests. */
export interface Kernel {
  readonly version: string;
  statuses(): readonly ExtensionStatus[];
  costs(): readonly ExtensionCosts[];
  /** The notices of this run, such as repairs and quarantines, in the person's language. */
  notices(): readonly Notice[];
  /** The effects of an extension, as readable labels. */
  effects(id: string): readonly string[];
  wake(id: string): Promise<void>;
  enable(id: string): Promise<void>;
  disable(id: string): Promise<void>;
  retry(id: string): Promise<void>;
  grant(id: string, rights: Rights): Promise<void>;
  /** Sets its budget; undefined restores the budget of its kind. */
  setBudget(id: string, budget: ExtensionBudget | undefined): Promise<void>;
  run(command: string, args?: unknown): Promise<unknown>;
  client<S extends ChannelShape>(channel: Channel<S>): Client<S>;
  contributions(point: string): readonly { readonly from: string; readonly value: unknown }[];
  secrets: SecretStore;
  /** The views, for a page that has no connection yet, in the person's language. */
  firstViews(): readonly object[];
  /** The language that the person chose; until then the language of the options. */
  language(): Locale;
  /** The package folder of a slug, if its extension is not off and its files may be served. */
  folderOf(slug: string): string | undefined;
  /** Why this is a safe start; undefined if it is none, or no longer. */
  safeStart(): SafeReason | undefined;
  leaveSafeStart(): Promise<void>;
  /** Resolves once every extension that runs at start has been woken, or has failed. */
  readonly settled: Promise<void>;
  close(): Promise<void>;
}

/** Starts the kernel on a host. When it resolves the shell can render: all contributions of manifests are known. */
export async function startKernel(host: Host, options: KernelOptions = {}): Promise<Kernel> {
  const { userData, bundled, installed } = host.paths;
  const index = pathIn(userData, 'manifests');

  // Before any database is opened: undo a replacement that the app died in the middle of.
  const restoredDatabase = restoreSnapshot(pathIn(userData, 'data'));
  const starts = new Starts(userData, options);
  const discovery = discover({ bundled, installed, index, kernel: version, starts });
  const imported = await takeOverAsked(userData, discovery.found);
  const firstStart = await beforeFirstStart(host, discovery.found);
  // A start that is refused, as by an update that failed, is none that was cut off.
  const clock = new ClockWatch(aliveEveryMs, Date.now());
  const blackBox = new BlackBox(userData, () => {
    if (clock.hasJumped(Date.now())) woke();
  });
  const parts = await assemble(host, discovery.found, blackBox, starts, options);
  const { log, notices, extensions, decisions, language, commands, lifecycle, reconciler, replacement, manager, closing } = parts;
  const kernelLog = log.for(kernelId);
  if (restoredDatabase !== undefined) kernelLog.warn(`An update was cut off, so ${restoredDatabase} is as it was before it.`);
  for (const { error } of discovery.unreadable) kernelLog.warn(error.message);

  for (const notice of imported) notices.raise(notice, undefined);
  await noteCopy(parts, userData);
  await keepOff(parts);
  const first = await firstPlan(discovery, decisions.off);
  for (const { id, error } of first.refusals) log.for(id).warn(error.message);
  reconciler.begin(first, discovery.unreadable);

  parts.announce();
  const links = serveLinks({ ...parts, settled: id => replacement.settled(id) }, host.links, language);
  const deepLinks = routeDeepLinks(parts, host, closing);
  function woke(): void {
    void wakeTappers(parts, machineWoke)
      .then(() => actForNobody(() => parts.hooks.run(machineWoke, {})))
      .catch(error => kernelLog.warn(`Not all were told that the machine woke: ${reasonOf(error)}`));
  }
  const waking = host.onWake(woke);
  const maintenance = startMaintenance({
    folder: pathIn(userData, 'data'),
    databases: parts.databases,
    log: kernelLog,
    damaged: ({ owner }, reason) => notices.damaged(owner, reason),
  });
  const settled = wakeEarly(parts)
    .then(() => writeIndex(parts, discovery, first, index))
    .then(() => settleVersion(parts, firstStart))
    .then(() => starts.settled());

  const close = async (): Promise<void> => {
    blackBox.ending();
    starts.ending();
    parts.beginClosing();
    void deepLinks.dispose();
    void waking.dispose();
    await settled;
    await reconciler.stopAll();
    parts.costs.close();
    await maintenance.end();
    links.end();
    parts.channels.close();
    await starts.close();
    blackBox.close();
    log.close();
  };
  let closed: Promise<void> | undefined;

  return {
    version,
    settled,
    secrets: parts.secrets,
    language,
    safeStart: () => starts.safe,
    leaveSafeStart: () => manager.leaveSafeStart(),
    firstViews: () => shownViews(parts, parts.texts, language()),
    folderOf: slug => shownFolder(extensions.get(idOf(slug))),
    statuses: () => manager.statuses('en'),
    costs: () => parts.costs.all(),
    notices: () => notices.list(language()),
    effects: id => manager.effects(id),
    wake: id => lifecycle.wake(id, 'the host'),
    enable: id => manager.enable(id),
    disable: id => manager.disable(id),
    retry: id => manager.retry(id),
    grant: (id, rights) => manager.grant(id, rights),
    setBudget: (id, budget) => manager.setBudget(id, budget),
    run: (command, args) => commands.run(command, args, closing),
    client: channel => inProcessClient(parts, channel),
    contributions: point => parts.points.read(point).items,
    // Who asks again waits for the same end.
    close: () => (closed ??= close()),
  };
}

/** Tells the person that this profile is a copy of another one. */
async function noteCopy({ notices, log }: { readonly notices: Notices; readonly log: AppLog }, folder: string): Promise<void> {
  try {
    const { copiedFrom } = await identifyProfile(folder);
    if (copiedFrom !== undefined) notices.raise(noticeTexts['notice/profile-copied']({ folder, from: copiedFrom }), undefined);
  } catch (error) {
    log.for(kernelId).warn(`The identity of the profile was not written: ${reasonOf(error)}`);
  }
}

/** Prepares the profile at the first start of a version; otherwise it reads one small file. */
async function beforeFirstStart({ program, paths: { userData } }: Host, found: readonly Found[]): Promise<FirstStart> {
  if (program === undefined) return {};
  const record = readRecord(userData);
  if (record?.version === program.version && record.pending === undefined) return {};
  const { prepareProgram } = await import('./first-start/prepare-program.ts');
  return await prepareProgram({ userData, version: program.version, found });
}

/** Marks the data as this version's, unless a bundled plugin could not migrate its own. */
async function settleVersion(
  { extensions, notices }: { readonly extensions: KnownExtensions; readonly notices: Notices },
  { settle, failed }: FirstStart,
): Promise<void> {
  const broken = [...extensions.values()].find(({ found, problem }) => found.bundled && problem?.code === 'storage/migration-failed');
  if (broken === undefined) return await settle?.();
  const notice = failed?.(broken.found.id, broken.problem);
  if (notice !== undefined) notices.raise(notice, broken.found.id);
}

/** P4: nothing of an extension that is off is served, from the moment it is. */
function shownFolder(record: ExtensionRecord | undefined): string | undefined {
  const isShown = record?.state === 'dormant' || record?.state === 'waking' || record?.state === 'active';
  return isShown ? record.found.folder : undefined;
}
