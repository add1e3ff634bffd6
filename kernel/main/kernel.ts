import { join } from 'node:path';
import type { Channel, ChannelShape, Client, ExtensionBudget, ExtensionCosts, ExtensionStatus, Locale, Rights } from '@atelier/kernel';
import type { Host } from '@atelier/kernel/host';
import { assemble, type KernelOptions } from './assemble.ts';
import type { SecretStore } from './context/secret-store.ts';
import type { Core } from './core.ts';
import { routeDeepLinks } from './deep-link-routes.ts';
import type { FirstStart } from './first-start/first-start.ts';
import { readRecord } from './first-start/record.ts';
import { inProcessClient } from './links/in-process-client.ts';
import { serveLinks } from './links/serve-links.ts';
import { kernelId } from './manifest/declared.ts';
import { discover } from './manifest/discovery.ts';
import type { Found } from './manifest/manifest.ts';
import type { Notice } from './notices.ts';
import type { Resident } from './resident.ts';
import { idOf } from './slug.ts';
import { firstPlan, remember, wakeEarly } from './starting.ts';
import { restoreSetAside } from './storage/set-aside.ts';
import { startUpkeep } from './storage/upkeep.ts';
import { shownViews } from './surfaces.ts';
import { version } from './version.ts';

/** The running kernel, as its host and its tests see it. */
export interface Kernel {
  readonly version: string;
  statuses(): readonly ExtensionStatus[];
  costs(): readonly ExtensionCosts[];
  /** What the person should know of this run: repairs, quarantines; in the person's language. */
  notices(): readonly Notice[];
  /** What an extension has set up, as readable labels. */
  effects(id: string): readonly string[];
  wake(id: string): Promise<void>;
  enable(id: string): Promise<void>;
  disable(id: string): Promise<void>;
  retry(id: string): Promise<void>;
  grant(id: string, rights: Rights): Promise<void>;
  /** Bounds what it may use; undefined: as its kind may. */
  setBudget(id: string, budget: ExtensionBudget | undefined): Promise<void>;
  run(command: string, args?: unknown): Promise<unknown>;
  client<S extends ChannelShape>(channel: Channel<S>): Client<S>;
  contributions(point: string): readonly { readonly from: string; readonly value: unknown }[];
  secrets: SecretStore;
  /** What can be shown, for a page that has no connection yet; in the person's language. */
  firstViews(): readonly object[];
  /** The language that the person chose; until then that of the options. */
  language(): Locale;
  /** The package folder of a slug whose files may be shown now: those of an extension that is not off. */
  folderOf(slug: string): string | undefined;
  /** Resolves once everybody who asked to run at start has been woken, or has failed. */
  readonly settled: Promise<void>;
  close(): Promise<void>;
}

/** Starts the kernel on a host. When it resolves the shell can draw: everything that manifests contribute is known. */
export async function startKernel(host: Host, options: KernelOptions = {}): Promise<Kernel> {
  const { userData, bundled, installed } = host.paths;
  const index = join(userData, 'cache', 'manifests.json');

  // Before anybody opens a database: an update that the app died in the middle of is taken back.
  const takenBack = restoreSetAside(join(userData, 'data'));
  const discovery = discover({ bundled, installed, index, kernel: version });
  const firstStart = await beforeFirstStart(host, discovery.found);
  const { core, lifecycle, switchboard, texts, closing, announce } = await assemble(host, discovery.found, options);
  const log = core.log.for(kernelId);
  if (takenBack !== undefined) log.warn(`An update was cut off, so ${takenBack} is as it was before it.`);
  for (const { error } of discovery.unreadable) log.warn(error.message);

  const first = await firstPlan(discovery, core.choices.off);
  for (const { id, error } of first.refusals) core.log.for(id).warn(error.message);
  switchboard.begin(first, discovery.unreadable);

  announce();
  const links = serveLinks(core, host.links);
  const deepLinks = routeDeepLinks(core, host, closing.signal);
  const upkeep = startUpkeep({
    folder: join(userData, 'data'),
    databases: core.databases,
    log,
    damaged: ({ owner }, reason) => core.notices.damaged(owner, reason),
  });
  const settled = wakeEarly(core, lifecycle)
    .then(() => remember(core, discovery, first, index))
    .then(() => settleVersion(core, firstStart));

  return {
    version,
    settled,
    secrets: core.secrets,
    language: core.language,
    firstViews: () => shownViews(core, texts, core.language()),
    folderOf: slug => shownFolder(core.residents.get(idOf(slug))),
    statuses: () => switchboard.statuses('en'),
    costs: () => core.costs.all(),
    notices: () => core.notices.list(core.language()),
    effects: id => switchboard.effects(id),
    wake: id => core.wake(id, 'the host'),
    enable: id => switchboard.enable(id),
    disable: id => switchboard.disable(id),
    retry: id => switchboard.retry(id),
    grant: (id, rights) => switchboard.grant(id, rights),
    setBudget: (id, budget) => switchboard.setBudget(id, budget),
    run: (command, args) => core.commands.run(command, args, closing.signal),
    client: channel => inProcessClient(core, channel),
    contributions: point => core.points.read(point).items,
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      void deepLinks.dispose();
      await settled;
      await switchboard.stopAll();
      core.costs.close();
      await upkeep.end();
      links.end();
      core.channels.close();
      core.log.close();
    },
  };
}

/** What a program does that has not had these data before; on every other day one small file is read. */
async function beforeFirstStart({ program, paths: { userData } }: Host, found: readonly Found[]): Promise<FirstStart> {
  if (program === undefined) return {};
  const record = readRecord(userData);
  if (record?.version === program.version && record.pending === undefined) return {};
  const { prepareProgram } = await import('./first-start/prepare-program.ts');
  return await prepareProgram({ userData, version: program.version, found });
}

/** The data are this version's, unless one of ours could not take over its own. */
async function settleVersion({ residents, notices }: Core, { settle, failed }: FirstStart): Promise<void> {
  const broken = [...residents.values()].find(({ found, problem }) => found.bundled && problem?.code === 'storage/migration-failed');
  if (broken === undefined) return await settle?.();
  const notice = failed?.(broken.found.id, broken.problem);
  if (notice !== undefined) notices.raise(notice, broken.found.id);
}

/** P4: nothing of an extension that is off is served, from the moment it is. */
function shownFolder(resident: Resident | undefined): string | undefined {
  const isShown = resident?.state === 'dormant' || resident?.state === 'waking' || resident?.state === 'active';
  return isShown ? resident.found.folder : undefined;
}
