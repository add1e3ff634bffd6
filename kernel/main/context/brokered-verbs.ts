import type { ExtensionContext, FileRight, Files } from '@atelier/kernel';
import { actingFor } from '../access/on-behalf.ts';
import { grantedFiles } from '../broker/granted-files.ts';
import { projectsOf } from '../broker/project-files.ts';
import { dataFolderOf, makeDataFolder } from '../data-paths.ts';
import { extensionErrors } from '../errors/extension.ts';
import { isolateErrors } from '../errors/isolate.ts';
import { rate } from '../isolate/rate.ts';
import type { ExtensionRecord } from '../lifecycle/extension-records.ts';
import type { Scope } from '../scope.ts';
import type { BrokerParts } from './context-parts.ts';
import { effectiveRights, refuseRight } from './rights.ts';

type BrokeredVerbs = Pick<ExtensionContext, 'fetch' | 'connect' | 'files' | 'projects' | 'secret' | 'notify'>;

/** Files are read and written whole, so several must fit into memory. */
const maxFileBytes = 10 * 1024 * 1024;

/** Per minute; a person does not read more. */
const maxNotifications = 10;

/** The verbs that need a right. The rights are read at each call, so a change is effective at once. */
export function brokeredVerbs(parts: BrokerParts, record: ExtensionRecord, scope: Scope, alive: (verb: string) => void): BrokeredVerbs {
  const { id } = record.found;
  const asked = record.found.atelier.rights ?? {};
  const rights = () => effectiveRights(record, parts.decisions.granted(id));
  const notifications = rate(maxNotifications / 60, maxNotifications);
  const inProjects = (of: ExtensionRecord): readonly FileRight[] => {
    const granted = effectiveRights(of, parts.decisions.granted(of.found.id)).files?.filter(right => right.in === 'project') ?? [];
    const isAsked = of.found.atelier.rights?.files?.some(right => right.in === 'project') === true;
    if (granted.length === 0) refuseRight(of, 'ctx.projects', '"files": [{ "glob": "…", "mode": "read", "in": "project" }]', isAsked);
    return granted;
  };
  let files: Files | undefined;
  const filesNow = (): Files => {
    alive('files');
    if (!asked.files?.length) refuseRight(record, 'ctx.files', '"files": [{ "glob": "…", "mode": "read", "in": "data" }]', false);
    makeDataFolder(parts, id);
    files ??= grantedFiles({
      id,
      root: dataFolderOf(parts, id),
      rights: () => rights().files?.filter(right => right.in === 'data') ?? [],
      maxBytes: maxFileBytes,
      reserve: bytes => parts.storage.reserve(id, bytes),
    });
    return files;
  };
  return {
    async fetch(url, init = {}) {
      alive('fetch');
      const server = parts.servers.nameIn(url);
      if (server === undefined && !asked.net?.length) refuseRight(record, 'ctx.fetch', `"net": ["${hostOf(url)}"]`, false);
      const signal = init.signal ? AbortSignal.any([init.signal, scope.signal]) : scope.signal;
      await parts.costs.pause(id, signal);
      // Imported on demand: Node's http loads all of fetch, which would delay the start.
      const { brokeredFetch, defaultFetchLimits } = await import('../broker/brokered-fetch.ts');
      const socket = server === undefined ? undefined : await parts.servers.socketOf(id, server);
      const grant = { id, allowedHosts: rights().net ?? [], limits: defaultFetchLimits, signal };
      const answer = await brokeredFetch(url, init, {
        ...grant,
        ...(socket !== undefined && { server: { host: new URL(url).host, socket } }),
      });
      const bytes = (init.body?.length ?? 0) + answer.body.byteLength;
      if (server === undefined) parts.meter.fetched(id, bytes);
      else parts.meter.moved(id, bytes);
      return answer;
    },
    async connect(to) {
      alive('connect');
      const options = Object(to) as typeof to;
      if (!asked.net?.length) refuseRight(record, 'ctx.connect', `"net": ["${String(options.host)}:${String(options.port)}"]`, false);
      // Imported on demand, as fetch is.
      const { brokeredConnect, defaultConnectLimits } = await import('../broker/brokered-connect.ts');
      const { atOnce } = defaultConnectLimits;
      if (parts.connections.count(id) >= atOnce) throw isolateErrors['connect/too-many']({ id, most: atOnce });
      const made = parts.connections.hold(id, () =>
        brokeredConnect(options, {
          ...{ id, limits: defaultConnectLimits, signal: scope.signal },
          allowedHosts: () => rights().net ?? [],
          moved: bytes => parts.meter.networked(id, bytes),
        }),
      );
      const { read, write, startTls, close } = await made;
      parts.meter.fetched(id, 0);
      const paced =
        <Args extends readonly unknown[], T>(work: (...args: Args) => Promise<T>) =>
        async (...args: Args): Promise<T> => {
          await parts.costs.pause(id, scope.signal);
          return await work(...args);
        };
      return { read: paced(read), write: paced(write), startTls, close };
    },
    files: {
      // async, so that a refusal is a rejection here as it is in a process of its own.
      read: async path => filesNow().read(path),
      write: async (path, content) => filesNow().write(path, content),
      list: async path => filesNow().list(path),
    },
    projects: projectsOf({
      id,
      maxBytes: maxFileBytes,
      closed: parts.host.paths.userData,
      signal: scope.signal,
      folders: () => parts.projectFolders(),
      rights: () => {
        alive('projects');
        return inProjects(record);
      },
      rightsOfAskers: () =>
        actingFor().flatMap(asker => {
          const first = parts.extensions.get(asker);
          if (first === undefined) throw extensionErrors['extension/unknown']({ id: asker });
          return asker === id ? [] : [inProjects(first)];
        }),
    }),
    async secret(name) {
      alive('secret');
      if (!rights().secrets?.includes(name))
        refuseRight(record, `ctx.secret("${name}")`, `"secrets": ["${name}"]`, asked.secrets?.includes(name) === true);
      return parts.secrets.read(id, name);
    },
    async notify(notification) {
      alive('notify');
      if (!rights().notify) refuseRight(record, 'ctx.notify', '"notify": true', asked.notify === true);
      const { command } = notification;
      // A click runs the command with the person's rights, not with those of the extension that sent the notification.
      if (!record.found.bundled && command !== undefined && parts.commands.ownerOf(command) !== id)
        throw extensionErrors['extension/not-allowed']({ id, verb: `run ${command} from a notification` });
      if (!record.found.bundled && !notifications.take(1, performance.now()))
        throw isolateErrors['extension/notifies-too-often']({ id, most: maxNotifications });
      const { keep, ...shown } = parts.transfer(notification);
      if (keep === true) await parts.notices.keep(shown, id, record.found.bundled);
      await parts.host.notify(shown);
    },
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'api.example.org';
}
