import { join } from 'node:path';
import type { ExtensionContext } from '@atelier/kernel';
import { brokeredFetch } from './brokered-fetch.ts';
import type { Core } from './core.ts';
import { grantedFiles } from './granted-files.ts';
import type { Resident } from './resident.ts';
import { effectiveRights, refuseRight } from './rights.ts';
import type { Scope } from './scope.ts';
import { slugOf } from './slug.ts';

type BrokeredVerbs = Pick<ExtensionContext, 'fetch' | 'files' | 'secret' | 'notify'>;

/** The verbs that need a right. What was granted is read at each call, so a change is effective at once. */
export function brokeredVerbs(core: Core, resident: Resident, scope: Scope, alive: (verb: string) => void): BrokeredVerbs {
  const { id } = resident.found;
  const asked = resident.found.atelier.rights ?? {};
  const meter = core.meters.of(id);
  const rights = () => effectiveRights(resident, core.choices.granted(id));
  const filesNow = () => {
    alive('files');
    if (!asked.files?.length) refuseRight(resident, 'ctx.files', '"files": [{ "glob": "…", "mode": "read", "in": "data" }]', false);
    const granted = rights().files?.filter(right => right.in === 'data') ?? [];
    return grantedFiles({ id, root: join(core.host.paths.userData, 'data', slugOf(id)), rights: granted });
  };
  return {
    async fetch(url, init = {}) {
      alive('fetch');
      if (!asked.net?.length) refuseRight(resident, 'ctx.fetch', `"net": ["${hostOf(url)}"]`, false);
      const signal = init.signal ? AbortSignal.any([init.signal, scope.signal]) : scope.signal;
      const answer = await brokeredFetch(url, init, { id, asked: asked.net, allowed: rights().net ?? [], signal });
      meter.fetched((init.body?.length ?? 0) + answer.body.byteLength);
      return answer;
    },
    files: {
      read: path => filesNow().read(path),
      write: (path, content) => filesNow().write(path, content),
      list: path => filesNow().list(path),
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
      await core.host.notify(core.across(notification));
    },
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'api.example.org';
}
