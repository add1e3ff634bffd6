import type { ExtensionContext, Files } from '@atelier/kernel';
import { grantedFiles } from '../broker/granted-files.ts';
import type { Core } from '../core.ts';
import { dataFolderOf, makeDataFolder } from '../data-places.ts';
import { extensionErrors } from '../errors/extension.ts';
import { isolateErrors } from '../errors/isolate.ts';
import { rate } from '../isolate/rate.ts';
import type { Resident } from '../resident.ts';
import type { Scope } from '../scope.ts';
import { wordOf } from '../slug.ts';
import { effectiveRights, refuseRight } from './rights.ts';

type BrokeredVerbs = Pick<ExtensionContext, 'fetch' | 'files' | 'secret' | 'notify'>;

/** A file that is read or written whole must fit into memory many times over. */
const mostFileBytes = 10 * 1024 * 1024;

/** In a minute; more than that nobody reads. */
const mostNotifications = 10;

/** The verbs that need a right. What was granted is read at each call, so a change is effective at once. */
export function brokeredVerbs(core: Core, resident: Resident, scope: Scope, alive: (verb: string) => void): BrokeredVerbs {
  const { id } = resident.found;
  const asked = resident.found.atelier.rights ?? {};
  const rights = () => effectiveRights(resident, core.choices.granted(id));
  const notifications = rate(mostNotifications / 60, mostNotifications);
  let files: Files | undefined;
  const filesNow = (): Files => {
    alive('files');
    if (!asked.files?.length) refuseRight(resident, 'ctx.files', '"files": [{ "glob": "…", "mode": "read", "in": "data" }]', false);
    makeDataFolder(core, id);
    files ??= grantedFiles({
      id,
      root: dataFolderOf(core, id),
      rights: () => rights().files?.filter(right => right.in === 'data') ?? [],
      maxBytes: mostFileBytes,
    });
    return files;
  };
  return {
    async fetch(url, init = {}) {
      alive('fetch');
      const server = core.servers.nameIn(url);
      if (server === undefined && !asked.net?.length) refuseRight(resident, 'ctx.fetch', `"net": ["${hostOf(url)}"]`, false);
      const signal = init.signal ? AbortSignal.any([init.signal, scope.signal]) : scope.signal;
      await core.costs.pause(id, signal);
      // On demand: Node's http brings all of fetch along, which a start must not wait for.
      const { brokeredFetch, ordinaryFetchLimits } = await import('../broker/brokered-fetch.ts');
      const socket = server === undefined ? undefined : await core.servers.socketOf(id, server);
      const grant = { id, allowedHosts: rights().net ?? [], limits: ordinaryFetchLimits, signal };
      const answer = await brokeredFetch(url, init, {
        ...grant,
        ...(socket !== undefined && { server: { host: new URL(url).host, socket } }),
      });
      const bytes = (init.body?.length ?? 0) + answer.body.byteLength;
      if (server === undefined) core.meter.fetched(id, bytes);
      else core.meter.moved(id, bytes);
      return answer;
    },
    files: {
      // async: a refusal is a rejection here, as it is in a process of its own.
      read: async path => filesNow().read(path),
      write: async (path, content) => filesNow().write(path, content),
      list: async path => filesNow().list(path),
    },
    async secret(name) {
      alive('secret');
      if (!rights().secrets?.includes(name))
        refuseRight(resident, `ctx.secret("${name}")`, `"secrets": ["${name}"]`, asked.secrets?.includes(name) === true);
      return core.secrets.read(id, name);
    },
    async notify(notification) {
      alive('notify');
      if (!rights().notify) refuseRight(resident, 'ctx.notify', '"notify": true', asked.notify === true);
      const { command } = notification;
      // Whoever clicks it runs the command with their own rights, not with those of who wrote it.
      if (!resident.found.bundled && command !== undefined && !command.startsWith(`${wordOf(id)}.`))
        throw extensionErrors['extension/not-allowed']({ id, verb: `run ${command} from a notification` });
      if (!resident.found.bundled && !notifications.take(1, performance.now()))
        throw isolateErrors['extension/notifies-too-often']({ id, most: mostNotifications });
      await core.host.notify(core.across(notification));
    },
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'api.example.org';
}
