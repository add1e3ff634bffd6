import { isCommand } from './config-value.ts';
import type { Json } from './files/agent-file.ts';
import { credentialOf } from './files/auth-file.ts';
import { isObject, textAt } from './files/json-text.ts';
import { entriesOf, withEntry } from './files/models-file.ts';
import { isKeyless, isKnownLocal } from './known-local.ts';

export interface BothFiles {
  readonly models: Json;
  readonly auth: Json;
}

/**
 * Synchronises the keys of both files without changing models. If the keys of a provider differ, the key of the newer file is used,
 * because the person has changed it there. Local providers that need no key get none, and a leftover key of theirs is removed.
 */
export function syncKeys({ models, auth }: BothFiles, newer: 'models' | 'auth'): BothFiles {
  let next: BothFiles = { models, auth };
  const entries = entriesOf(models);
  for (const [id, entry] of Object.entries(auth)) {
    const local = isKnownLocal(id, entries[id]) && isKeyless(id, entries[id] ?? {});
    if (local && credentialOf(entry)?.type === 'api_key') next = { ...next, auth: withoutKey(next.auth, id) };
  }
  for (const [id, entry] of Object.entries(entries)) next = syncOne(next, id, entry, newer);
  return next;
}

function syncOne({ models, auth }: BothFiles, id: string, entry: Json, newer: 'models' | 'auth'): BothFiles {
  const same = { models, auth };
  if (isKeyless(id, entry)) return same;
  const inModels = textAt(entry, 'apiKey');
  const stored = auth[id];
  // An unknown entry must not be overwritten; a sign-in has no key to share.
  if (stored !== undefined && credentialOf(stored)?.type !== 'api_key') return same;
  const credential = credentialOf(stored);
  const inAuth = credential?.type === 'api_key' ? credential.key : undefined;
  if (inModels === inAuth || isCommand(inModels) || isCommand(inAuth)) return same;
  if (inModels !== undefined && (inAuth === undefined || newer === 'models'))
    return isKnownLocal(id, entry) && inAuth === undefined ? same : { models, auth: withKey(auth, id, inModels) };
  // The engine's registry needs a key beside explicit models; otherwise a reload may lose them.
  const explicit = Array.isArray(entry.models) && entry.models.length > 0;
  if (inAuth === undefined || (inModels === undefined && !explicit)) return same;
  return { auth, models: withEntry(models, id, { ...entry, apiKey: inAuth }) };
}

/** The credentials with this key for a provider; other fields of its entry are kept. */
export function withKey(auth: Json, id: string, key: string): Json {
  const before = auth[id];
  const kept = isObject(before) && credentialOf(before)?.type !== 'oauth' ? before : {};
  return { ...auth, [id]: { ...kept, type: 'api_key', key } };
}

export function withoutKey(auth: Json, id: string): Json {
  const { [id]: _left, ...others } = auth;
  return others;
}
