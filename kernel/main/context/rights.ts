import type { Rights } from '@atelier/kernel';
import { extensionErrors } from '../errors/extension.ts';
import type { Resident } from '../resident.ts';

/** What an extension may do now: ours all they ask for, others what they ask for and the person granted. */
export function effectiveRights(resident: Resident, granted: Rights | undefined): Rights {
  const asked: Rights = resident.found.atelier.rights ?? {};
  if (resident.found.bundled) return asked;
  if (!granted) return {};
  return {
    net: common(asked.net, granted.net),
    files: (asked.files ?? []).filter(one =>
      granted.files?.some(other => other.glob === one.glob && other.mode === one.mode && other.in === one.in),
    ),
    secrets: common(asked.secrets, granted.secrets),
    tools: common(asked.tools, granted.tools),
    servers: common(asked.servers, granted.servers),
    replaces: common(asked.replaces, granted.replaces),
    notify: asked.notify === true && granted.notify === true,
    background: asked.background === true && granted.background === true,
  };
}

/** Throws the sentence that fits: the manifest does not ask for it, or the person has not granted it. */
export function refuseRight(resident: Resident, what: string, line: string, isAsked: boolean): never {
  const { id } = resident.found;
  throw isAsked
    ? extensionErrors['extension/right-not-granted']({ id, what, line })
    : extensionErrors['extension/right-missing']({ id, what, line });
}

function common(asked: readonly string[] | undefined, granted: readonly string[] | undefined): string[] {
  return (asked ?? []).filter(one => granted?.includes(one));
}
