import { type ExtensionBudget, type Locale, ownerOf, type Rights } from '@atelier/kernel';
import type { Core } from '../core.ts';
import { storedBytes } from '../costs/stored.ts';
import { databaseFileOf, dataFolderOf } from '../data-places.ts';
import { extensionErrors } from '../errors/extension.ts';
import { runtimeErrors } from '../errors/runtime.ts';
import { kernelPoints } from '../manifest/contributes.ts';
import { kernelId, mayUse } from '../manifest/declared.ts';
import type { ManifestTexts } from '../manifest/texts.ts';
import type { Newcomers } from '../newcomers.ts';
import { chooseReplacement, shownViews } from '../surfaces.ts';
import type { Switchboard } from '../switchboard.ts';
import { boundKeys } from '../tables/bound-keys.ts';
import type { Caller } from '../tables/channels.ts';

type Handler = (params: never, signal: AbortSignal, caller: Caller | undefined) => Promise<unknown>;
type Served = Readonly<Record<string, (params: unknown, signal: AbortSignal, caller: Caller | undefined) => Promise<unknown>>>;

/** The handlers of the channel `kernel`: what a UI asks of the kernel itself. */
export function kernelHandlers(
  core: Core,
  { switchboard, newcomers }: { readonly switchboard: Switchboard; readonly newcomers: Newcomers },
  texts: ManifestTexts,
  version: string,
): Served {
  /** The shell may do everything; a stranger's view only what concerns what it declared. */
  const isOurs = (caller: Caller | undefined): boolean =>
    caller?.from === undefined || core.residents.get(caller.from)?.found.bundled === true;
  const mustBeOurs = (verb: string, caller: Caller | undefined): void => {
    if (!isOurs(caller)) throw extensionErrors['extension/not-allowed']({ id: caller?.from ?? '', verb });
  };
  const mustMay = (owner: string | undefined, what: string, caller: Caller | undefined): void => {
    const user = caller?.from === undefined ? undefined : core.residents.get(caller.from);
    if (!user || owner === undefined || mayUse(user.found.id, user.found.atelier, owner)) return;
    throw extensionErrors['extension/undeclared-dependency']({ id: user.found.id, what, owner });
  };
  const change = (verb: string, work: (id: string) => Promise<void>): Handler =>
    (async ({ id }: { id: string }, _signal: AbortSignal, caller: Caller | undefined) => {
      mustBeOurs(verb, caller);
      await work(id);
      return null;
    }) as Handler;

  const handlers: Readonly<Record<string, Handler>> = {
    hello: async ({ locale }: { locale: Locale }, _signal, caller) => {
      if (caller) caller.locale = locale;
      const chosen = core.choices.language;
      return { version, ...(chosen !== undefined && { language: chosen }) };
    },
    subscribe: async ({ channel }: { channel: string }, _signal, caller) => {
      const owner = core.channels.ownerOf(channel);
      if (owner === undefined) throw runtimeErrors['channel/unknown']({ channel });
      mustMay(owner, `the channel "${channel}"`, caller);
      caller?.follow(channel);
      return null;
    },
    unsubscribe: async ({ channel }: { channel: string }, _signal, caller) => {
      caller?.unfollow(channel);
      return null;
    },
    listExtensions: async (_params, _signal, caller) => {
      mustBeOurs('list extensions', caller);
      const locale = caller?.locale ?? 'en';
      return switchboard.statuses(locale).map(status => {
        const found = core.residents.get(status.id)?.found;
        if (!found || status.version === '') return status;
        const shown = { displayName: status.displayName, ...(found.description !== undefined && { description: found.description }) };
        return { ...status, ...texts.resolve(found, shown, locale) };
      });
    },
    listContributions: async ({ point }: { point: string }, _signal, caller) => {
      const owner = ownerOf(point);
      mustMay(owner, point, caller);
      const found = core.residents.get(owner)?.found;
      if (found && owner !== kernelId) {
        const check = await core.pointSchemas.load(found, point);
        if (check) core.points.weed(point, check);
      }
      const locale = caller?.locale ?? 'en';
      const { items } = core.points.read(point);
      const entries = point === kernelPoints.keybindings ? boundKeys(items, core.choices.keys, core.commands) : items;
      return entries.map(({ from, value }) => ({ from, value: texts.resolve(core.residents.get(from)!.found, value, locale) }));
    },
    listViews: async (_params, _signal, caller) => {
      mustBeOurs('list views', caller);
      return shownViews(core, texts, caller?.locale ?? 'en');
    },
    chooseReplacement: async ({ view, by }: { view: string; by?: string }, _signal, caller) => {
      mustBeOurs('replace views', caller);
      await chooseReplacement(core, switchboard, view, by);
      return null;
    },
    openView: async ({ view }: { view: string }, _signal, caller) => {
      const owner = core.views.ownerOf(view);
      if (owner === undefined) throw extensionErrors['extension/unknown-view']({ view });
      mustMay(owner, `the view "${view}"`, caller);
      // What is shown is the version that stays, and not one that is tried and taken back.
      await core.settled(owner);
      await core.wake(owner, view);
      return null;
    },
    runCommand: async ({ command, args }: { command: string; args?: unknown }, signal, caller) => {
      // Ours show the commands that others contribute to their points, as their main sides may run them.
      if (!isOurs(caller)) mustMay(core.commands.ownerOf(command), `the command "${command}"`, caller);
      return (await core.commands.run(command, args, signal)) ?? null;
    },
    openExternal: async ({ url }: { url: string }, _signal, caller) => {
      mustBeOurs('open addresses', caller);
      await core.host.openExternal(url);
      return null;
    },
    enableExtension: change('switch extensions on', id => switchboard.enable(id)),
    disableExtension: change('switch extensions off', id => switchboard.disable(id)),
    retryExtension: change('start extensions again', id => switchboard.retry(id)),
    reloadExtension: change('read extensions anew', id => newcomers.reload(id)),
    grantRights: async ({ id, rights }: { id: string; rights: Rights }, _signal, caller) => {
      mustBeOurs('grant rights', caller);
      await switchboard.grant(id, rights);
      return null;
    },
    listNotices: async (_params, _signal, caller) => {
      mustBeOurs('see notices', caller);
      return core.notices.list(caller?.locale ?? 'en');
    },
    costs: async (_params, _signal, caller) => {
      mustBeOurs('see the costs of others', caller);
      return core.costs.all().map(costs => ({ ...costs, ...storedBy(core, costs.id) }));
    },
    listServers: async ({ id }: { id: string }, _signal, caller) => {
      if (caller?.from !== id) mustBeOurs('see the servers of others', caller);
      return core.servers.list(id, caller?.locale ?? 'en');
    },
    restartServer: async ({ id, server }: { id: string; server: string }, _signal, caller) => {
      mustBeOurs('restart servers', caller);
      await core.servers.restart(id, server);
      return null;
    },
    costHistory: async ({ id }: { id: string }, _signal, caller) => {
      if (caller?.from !== id) mustBeOurs('see the costs of others', caller);
      return core.costs.history(id);
    },
    setBudget: async ({ id, budget }: { id: string; budget?: ExtensionBudget }, _signal, caller) => {
      mustBeOurs('set budgets', caller);
      await switchboard.setBudget(id, budget);
      return null;
    },
    effects: async ({ id }: { id: string }, _signal, caller) => {
      if (caller?.from !== id) mustBeOurs('see the effects of others', caller);
      return switchboard.effects(id);
    },
  };
  // The channel file's validators have run before any of these is called.
  return handlers as Served;
}

function storedBy(core: Core, id: string): { readonly storedBytes?: number } {
  return core.residents.has(id) ? { storedBytes: storedBytes(databaseFileOf(core, id), dataFolderOf(core, id)) } : {};
}
