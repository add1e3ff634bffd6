import { randomUUID } from 'node:crypto';
import { type AppError, type Database, isAppError, type SecretsService } from '@atelier/kernel';
import type { Registry } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { type Packument, packumentOf } from './packument.ts';
import type { RegistryEndpoint } from './request.ts';

/** One per token secret in the manifest. */
const maxRegistries = 8;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly scope: string | null;
  readonly slot: number;
  readonly token: number;
}

/** Stores and reads tokens. */
export interface Tokens extends SecretsService {
  read(name: string): Promise<string | undefined>;
}

/** What the person can change about a registry. An empty token deletes the stored one. */
export interface RegistryChange {
  readonly id?: string;
  readonly name: string;
  readonly url: string;
  readonly scope?: string;
  readonly token?: string;
}

/** A package, and the registry that has it. */
export interface Located {
  /** The id of `registry` in the person's registries. */
  readonly registryId: string;
  readonly registry: RegistryEndpoint;
  readonly packument: Packument;
}

/** The registries that the person configured. Their tokens are only in the secret store. */
export interface Registries {
  list(): readonly Registry[];
  save(change: RegistryChange): Promise<Registry>;
  remove(id: string): Promise<void>;
  /** A registry with its token. */
  open(id: string): Promise<RegistryEndpoint | undefined>;
  /** The registries to query for a package: the one of its scope, or else all without a scope, in the person's order. */
  idsFor(extension: string): readonly string[];
  /** The stored token for a server. */
  tokenFor(origin: string): Promise<string | undefined>;
  /** The registries with a scope, by scope, with their tokens. */
  scopes(): Promise<ReadonlyMap<string, RegistryEndpoint>>;
  /**
   * Queries the registry that a package came from; for a new package, those of `idsFor` in turn. Only "not found" leads to the next
   * registry: one that fails for another reason might have the package.
   */
  locate(id: string, preferredId: string | undefined, signal: AbortSignal): Promise<Located>;
}

/** `npmDefault` is the address of the registry that is stored without one. */
export function openRegistries(db: Database, tokens: Tokens, npmDefault: () => string): Registries {
  const selectAll = db.prepare<Row>('SELECT id, name, url, scope, slot, token FROM registries ORDER BY added_at, slot');
  const upsert = db.prepare(
    `INSERT INTO registries (id, name, url, scope, slot, token, added_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, url = excluded.url, scope = excluded.scope, token = excluded.token`,
  );
  const remove = db.prepare('DELETE FROM registries WHERE id = ?');
  const all = (): Row[] => selectAll.all().map(row => (row.url === '' ? { ...row, url: npmDefault() } : row));
  const find = (id: string): Row | undefined => all().find(row => row.id === id);
  const secretName = (slot: number): string => `registryToken${slot}`;
  const open = async ({ name, url, slot, token }: Row): Promise<RegistryEndpoint> => ({
    name,
    url,
    token: token === 1 ? await tokens.read(secretName(slot)) : undefined,
  });
  const idsFor = (extension: string): readonly string[] => {
    const rows = all();
    const [scope] = extension.split('/', 1);
    const own = rows.find(row => row.scope === scope);
    return (own === undefined ? rows.filter(row => row.scope === null) : [own]).map(({ id }) => id);
  };
  return {
    list: () => all().map(withoutToken),
    async save({ id = randomUUID(), name, url, scope = '', token }) {
      const rows = all();
      const old = rows.find(row => row.id === id);
      const free = Array.from({ length: maxRegistries }, (_, at) => at + 1).find(slot => !rows.some(row => row.slot === slot));
      const slot = old?.slot ?? free;
      if (slot === undefined) throw errors['extensions/too-many-registries']({ most: maxRegistries });
      const address = addressOf(url);
      if (scope !== '' && !/^@[a-z0-9]+(?:-[a-z0-9]+)*$/.test(scope)) throw errors['extensions/registry-scope']({ scope });
      // A token belongs to one origin; it is not sent to another when the address is changed.
      const isMoved = old !== undefined && new URL(old.url).origin !== new URL(address).origin;
      const given = token ?? (isMoved ? '' : undefined);
      if (given !== undefined) await tokens.keep(secretName(slot), given === '' ? undefined : given);
      const hasToken = given === undefined ? (old?.token ?? 0) : Number(given !== '');
      upsert.run(id, name.trim() || new URL(address).host, address, scope === '' ? null : scope, slot, hasToken, Date.now());
      return withoutToken(find(id) as Row);
    },
    async remove(id) {
      const row = find(id);
      if (row === undefined) return;
      if (row.token === 1) await tokens.keep(secretName(row.slot), undefined);
      remove.run(id);
    },
    async open(id) {
      const row = find(id);
      return row && (await open(row));
    },
    idsFor,
    async tokenFor(origin) {
      const row = all().find(({ url, token }) => token === 1 && new URL(url).origin === origin);
      return row && (await tokens.read(secretName(row.slot)));
    },
    async scopes() {
      const scoped = all().filter(row => row.scope !== null);
      return new Map(await Promise.all(scoped.map(async row => [row.scope as string, await open(row)] as const)));
    },
    async locate(id, preferredId, signal) {
      // If the original registry was removed, the others are queried.
      const candidates = [find(preferredId ?? '')?.id ?? idsFor(id)].flat();
      const without: string[] = [];
      let missing: AppError = errors['extensions/no-registry']({ id });
      for (const registryId of candidates) {
        const row = find(registryId);
        if (row === undefined) continue;
        const registry = await open(row);
        try {
          return { registryId, registry, packument: await packumentOf(registry, id, signal) };
        } catch (error) {
          if (!isAppError(error) || error.code !== 'extensions/not-found') throw error;
          without.push(registry.name);
          missing = errors['extensions/not-found']({ id, registry: without.join(', ') });
        }
      }
      throw missing;
    },
  };
}

function withoutToken({ id, name, url, scope, token }: Row): Registry {
  return { id, name, url, hasToken: token === 1, ...(scope !== null && { scope }) };
}

/** Without a trailing slash. Plain http is allowed for this machine only, because it would expose tokens. */
export function addressOf(typed: string): string {
  const url = URL.canParse(typed.trim()) ? new URL(typed.trim()) : undefined;
  const isLocal = url !== undefined && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
  if (url === undefined || !isAllowed || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw errors['extensions/registry-address']({ url: URL.canParse(typed) ? `${url?.protocol}//${url?.host}` : typed.slice(0, 80) });
  }
  return url.href.replace(/(?<!\/)\/+$/, '');
}
