import { AgentFile, type AgentFileOptions, type Json } from './agent-file.ts';
import { isObject, textAt } from './json-text.ts';

/** auth.json: keys and sign-ins. The engine also writes it, when it refreshes a sign-in. */
export function openAuthFile(path: string, waitMs: number, restored?: AgentFileOptions['restored']): AgentFile {
  return new AgentFile({
    path,
    ...(restored && { restored }),
    lock: { staleMs: 30_000, waitMs },
    refuse: value =>
      Object.values(value).every(isObject)
        ? undefined
        : { en: 'an entry of a provider is no object', fr: 'l’entrée d’un fournisseur n’est pas un objet' },
  });
}

/** A credential as a person, an older version or the engine may have written it. */
export type Credential =
  | { readonly type: 'api_key'; readonly key: string }
  | { readonly type: 'oauth'; readonly access: string; readonly refresh: string; readonly expires: number };

// In seconds until the year 5138, in milliseconds since 1973.
const largestSeconds = 100_000_000_000;

/** The credential of an entry in any known format; undefined for an unknown one. */
export function credentialOf(entry: unknown): Credential | undefined {
  if (!isObject(entry)) return undefined;
  const [type, key] = [textAt(entry, 'type'), textAt(entry, 'key')];
  if (key !== undefined && (type === undefined || type === 'api_key' || type === 'api-key')) return { type: 'api_key', key };
  const [access, refresh] = [textAt(entry, 'access'), textAt(entry, 'refresh')];
  const expires = Number(entry.expires);
  if ((type !== undefined && type !== 'oauth') || access === undefined || refresh === undefined || !Number.isFinite(expires))
    return undefined;
  return { type: 'oauth', access, refresh, expires: expires < largestSeconds ? expires * 1000 : expires };
}

/** The content in the form that the engine accepts; unknown entries stay as they are. */
export function usableAuth(auth: Json): Json {
  const pairs = Object.entries(auth).map(([id, entry]) => [id, usableEntry(entry)] as const);
  return pairs.some(([id, entry]) => entry !== auth[id]) ? Object.fromEntries(pairs) : auth;
}

/** Every secret text of an entry. */
export function secretsOf(entry: unknown): readonly string[] {
  const credential = credentialOf(entry);
  if (credential === undefined) return [];
  return credential.type === 'api_key' ? [credential.key] : [credential.access, credential.refresh];
}

function usableEntry(entry: unknown): unknown {
  const credential = credentialOf(entry);
  if (credential === undefined || !isObject(entry)) return entry;
  const { type } = credential;
  const wanted = type === 'oauth' ? { type, expires: credential.expires } : { type };
  return Object.entries(wanted).every(([name, value]) => entry[name] === value) ? entry : { ...entry, ...wanted };
}
