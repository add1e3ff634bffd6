import type { Rights } from '@atelier/kernel';
import { extensionErrors } from '../errors/extension.ts';
import type { ExtensionRecord } from '../lifecycle/extension-records.ts';

/** The current rights of an extension: for bundled plugins all that they ask for, for others what they ask for and the person granted. */
export function effectiveRights(record: ExtensionRecord, granted: Rights | undefined): Rights {
  const asked: Rights = record.found.atelier.rights ?? {};
  if (record.found.bundled) return asked;
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
    uses: common(asked.uses, granted.uses),
    notify: asked.notify === true && granted.notify === true,
    background: asked.background === true && granted.background === true,
    ...(asked.storage !== undefined && granted.storage !== undefined && { storage: Math.min(asked.storage, granted.storage) }),
  };
}

/** Throws the matching error: the manifest does not ask for the right, or the person has not granted it. */
export function refuseRight(record: ExtensionRecord, what: string, line: string, isAsked: boolean): never {
  const { id } = record.found;
  throw isAsked
    ? extensionErrors['extension/right-not-granted']({ id, what, line })
    : extensionErrors['extension/right-missing']({ id, what, line });
}

function common(asked: readonly string[] | undefined, granted: readonly string[] | undefined): string[] {
  return (asked ?? []).filter(one => granted?.includes(one));
}
