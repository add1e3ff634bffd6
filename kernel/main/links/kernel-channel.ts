import { type ExtensionBudget, type Locale, ownerOf, type Rights } from '@atelier/kernel';
import type { Host } from '@atelier/kernel/host';
import { checkAccess, mayUseRow } from '../access/check-access.ts';
import { isGivenTo } from '../access/contributed-commands.ts';
import { actFor } from '../access/on-behalf.ts';
import type { CostWatch } from '../costs/cost-watch.ts';
import { storedBytes } from '../costs/stored.ts';
import { databaseFileOf, dataFolderOf } from '../data-paths.ts';
import { extensionErrors } from '../errors/extension.ts';
import { runtimeErrors } from '../errors/runtime.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { RuntimeReplacement } from '../lifecycle/runtime-replacement.ts';
import {
  type ArchiveParts,
  bringBack,
  exportInto,
  forgetWaiting,
  importFrom,
  keptContents,
  waitingImport,
} from '../management/archives.ts';
import { type BackupParts, listBackups, restoreBackup } from '../management/backups.ts';
import type { ExtensionManager } from '../management/extension-manager.ts';
import { chooseReplacement, shownViews, type ViewParts } from '../management/view-replacements.ts';
import { kernelPoints } from '../manifest/contributes.ts';
import { kernelId, mayUse } from '../manifest/declared.ts';
import type { ManifestTexts } from '../manifest/texts.ts';
import type { Notice, Notices } from '../notices.ts';
import type { Servers } from '../servers/servers.ts';
import { boundKeys } from '../tables/bound-keys.ts';
import type { Caller, Channels } from '../tables/channels.ts';
import type { Commands } from '../tables/commands.ts';
import type { PointSchemas } from '../tables/point-schemas.ts';
import type { Views } from '../tables/views.ts';
import { version } from '../version.ts';

export interface KernelChannelParts extends ViewParts, BackupParts, ArchiveParts {
  readonly host: Pick<Host, 'paths' | 'program' | 'secrets' | 'frameOrigin' | 'openExternal'>;
  readonly manager: ExtensionManager;
  readonly replacement: RuntimeReplacement;
  readonly lifecycle: Lifecycle;
  readonly texts: ManifestTexts;
  readonly notices: Notices;
  readonly costs: CostWatch;
  readonly servers: Servers;
  readonly channels: Channels;
  readonly commands: Commands;
  readonly pointSchemas: PointSchemas;
  readonly views: Views;
}

type Handler = (params: never, signal: AbortSignal, caller: Caller | undefined) => Promise<unknown>;
type Served = Readonly<Record<string, (params: unknown, signal: AbortSignal, caller: Caller | undefined) => Promise<unknown>>>;

/** The handlers of the channel `kernel`: the calls from a UI to the kernel itself. */
export function kernelHandlers(parts: KernelChannelParts): Served {
  const { manager, replacement, texts, extensions, decisions, channels, points, commands, costs, servers } = parts;
  const isBundled = (caller: Caller | undefined): boolean =>
    caller?.from === undefined || extensions.get(caller.from)?.found.bundled === true;
  /** The command of a notice of earlier is run only if it is still of Atelier, or of the extension that the notice is of. */
  const leads = ({ command, extension }: Notice): boolean => {
    const owner = command === undefined ? undefined : commands.ownerOf(command);
    return owner !== undefined && (owner === extension || extensions.get(owner)?.found.bundled === true);
  };
  /** The channel's file says who may make which call; the subject of a call must be something that the caller declared. */
  const mustMay = (owner: string | undefined, what: string, caller: Caller | undefined): void => {
    const user = caller?.from === undefined ? undefined : extensions.get(caller.from);
    if (!user || owner === undefined || mayUse(user.found.id, user.found.atelier, owner)) return;
    throw extensionErrors['extension/undeclared-dependency']({ id: user.found.id, what, owner });
  };
  const change = (work: (id: string) => Promise<void>): Handler =>
    (async ({ id }: { id: string }) => {
      await work(id);
      return null;
    }) as Handler;

  const handlers: Readonly<Record<string, Handler>> = {
    hello: async ({ locale }: { locale: Locale }, _signal, caller) => {
      if (caller) caller.locale = locale;
      const chosen = decisions.language;
      return { version, ...(chosen !== undefined && { language: chosen }) };
    },
    subscribe: async ({ channel }: { channel: string }, _signal, caller) => {
      const owner = channels.ownerOf(channel);
      if (owner === undefined) throw runtimeErrors['channel/unknown']({ channel });
      mustMay(owner, `the channel "${channel}"`, caller);
      const { file } = await channels.open(channel);
      const names = Object.keys(file.events);
      const from = caller?.from;
      const mayReceive = (name: string, user: string): boolean => {
        const access = file.events[name]!.access ?? file.access;
        return mayUseRow(parts, user, { owner, name: `${channel}:${name}`, access });
      };
      const events = from === undefined ? names : names.filter(name => mayReceive(name, from));
      // A refusal names the right that the first event needs.
      if (events.length === 0 && from !== undefined && names[0] !== undefined) {
        const access = file.events[names[0]]!.access ?? file.access;
        checkAccess(parts, from, { owner, name: `${channel}:${names[0]}`, access });
      }
      caller?.follow(channel);
      return { events };
    },
    unsubscribe: async ({ channel }: { channel: string }, _signal, caller) => {
      caller?.unfollow(channel);
      return null;
    },
    listExtensions: async (_params, _signal, caller) => {
      const locale = caller?.locale ?? 'en';
      return manager.statuses(locale).map(status => {
        const found = extensions.get(status.id)?.found;
        if (!found || status.version === '') return status;
        const { displayName, definesRights } = status;
        const shown = {
          displayName,
          ...(found.description !== undefined && { description: found.description }),
          ...(definesRights !== undefined && { definesRights }),
        };
        return { ...status, ...texts.resolve(found, shown, locale) };
      });
    },
    listContributions: async ({ point }: { point: string }, _signal, caller) => {
      const owner = ownerOf(point);
      mustMay(owner, point, caller);
      const found = extensions.get(owner)?.found;
      if (found && owner !== kernelId) {
        const check = await parts.pointSchemas.load(found, point);
        if (check) points.removeInvalid(point, check);
      }
      const locale = caller?.locale ?? 'en';
      const { items } = points.read(point);
      const entries = point === kernelPoints.keybindings ? boundKeys(items, decisions.keys, commands) : items;
      return entries.map(({ from, value }) => ({ from, value: texts.resolve(extensions.get(from)!.found, value, locale) }));
    },
    listViews: async (_params, _signal, caller) => {
      return shownViews(parts, texts, caller?.locale ?? 'en');
    },
    chooseReplacement: async ({ view, by }: { view: string; by?: string }) => {
      await chooseReplacement(parts, manager, view, by);
      return null;
    },
    openView: async ({ view }: { view: string }, _signal, caller) => {
      const owner = parts.views.ownerOf(view);
      if (owner === undefined) throw extensionErrors['extension/unknown-view']({ view });
      mustMay(owner, `the view "${view}"`, caller);
      // Views are those of the version that stays, not of one that is being tried.
      await replacement.settled(owner);
      await parts.lifecycle.wake(owner, view);
      return null;
    },
    runCommand: async ({ command, args }: { command: string; args?: unknown }, signal, caller) => {
      // Bundled views show commands that other extensions contribute to their points, and may run them as their main sides may.
      const owner = commands.ownerOf(command);
      // What an extension was given it runs as itself, from its views as from its main side.
      if (caller?.from !== undefined && isGivenTo(parts, caller.from, command))
        return (await actFor(caller.from, () => commands.run(command, args, signal))) ?? null;
      if (!isBundled(caller)) mustMay(owner, `the command "${command}"`, caller);
      if (caller?.from !== undefined && owner !== undefined)
        checkAccess(parts, caller.from, { owner, name: `the command ${command}`, access: commands.accessOf(command) });
      return (await commands.run(command, args, signal)) ?? null;
    },
    openExternal: async ({ url }: { url: string }) => {
      await parts.host.openExternal(url);
      return null;
    },
    enableExtension: change(id => manager.enable(id)),
    disableExtension: change(id => manager.disable(id)),
    retryExtension: change(id => manager.retry(id)),
    reloadExtension: change(id => replacement.reload(id)),
    grantRights: async ({ id, rights }: { id: string; rights: Rights }) => {
      await manager.grant(id, rights);
      return null;
    },
    listNotices: async (_params, _signal, caller) => {
      return parts.notices.list(caller?.locale ?? 'en').map(notice => (leads(notice) ? notice : withoutCommand(notice)));
    },
    dismissNotices: async ({ ids }: { ids: readonly string[] }) => {
      await parts.notices.dismiss(ids);
      return null;
    },
    listBackups: async () => listBackups(parts),
    restoreBackup: async ({ id, name }: { id: string; name: string }) => {
      await restoreBackup(parts, id, name);
      return null;
    },
    exportProfile: async ({ folder, passphrase }: { folder: string; passphrase?: string }, signal, caller) => {
      return await exportInto(parts, folder, passphrase, { signal, locale: caller?.locale ?? 'en' });
    },
    importProfile: async ({ file, passphrase }: { file: string; passphrase?: string }, signal, caller) => {
      return await importFrom(parts, file, passphrase, { signal, locale: caller?.locale ?? 'en' });
    },
    waitingImport: async () => waitingImport(parts),
    keptContents: async () => keptContents(parts),
    bringBack: async ({ stamp }: { stamp: string }) => {
      await bringBack(parts, stamp);
      return null;
    },
    cancelImport: async () => {
      await forgetWaiting(parts);
      return null;
    },
    costs: async () => {
      return costs.all().map(costs => ({ ...costs, ...storedBy(parts, costs.id) }));
    },
    listServers: async ({ id }: { id: string }, _signal, caller) => {
      return servers.list(id, caller?.locale ?? 'en');
    },
    restartServer: async ({ id, server }: { id: string; server: string }) => {
      await servers.restart(id, server);
      return null;
    },
    costHistory: async ({ id }: { id: string }) => {
      return costs.history(id);
    },
    setBudget: async ({ id, budget }: { id: string; budget?: ExtensionBudget }) => {
      await manager.setBudget(id, budget);
      return null;
    },
    effects: async ({ id }: { id: string }) => {
      return manager.effects(id);
    },
  };
  // The channel file's validators have run before any of these is called.
  return handlers as Served;
}

function storedBy(parts: KernelChannelParts, id: string): { readonly storedBytes?: number } {
  return parts.extensions.has(id) ? { storedBytes: storedBytes(databaseFileOf(parts, id), dataFolderOf(parts, id)) } : {};
}

function withoutCommand({ command: _command, args: _args, ...notice }: Notice): Notice {
  return notice;
}
