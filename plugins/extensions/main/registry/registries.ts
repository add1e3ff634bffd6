import { randomUUID } from 'node:crypto';
import { type AppError, type Database, isAppError, type SecretsService } from '@atelier/kernel';
import type { Registry } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { type Packument, packumentOf } from './packument.ts';
import type { Asked } from './request.ts';

/** As many as there are names for their tokens in the manifest. */
const most = 8;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly scope: string | null;
  readonly slot: number;
  readonly token: number;
}

/** How tokens are kept and read. */
export interface Tokens extends SecretsService {
  read(name: string): Promise<string | undefined>;
}

/** What the person may change about a registry. An empty token forgets the one there is. */
export interface RegistryChange {
  readonly id?: string;
  readonly name: string;
  readonly url: string;
  readonly scope?: string;
  readonly token?: string;
}

/** A package, and who has it. */
export interface Located {
  /** Among the person's registries. */
  readonly registryId: string;
  readonly registry: Asked;
  readonly packument: Packument;
}

/** The registries that the person chose; their tokens lie in the secret store and in no list. */
export interface Registries {
  list(): readonly Registry[];
  save(change: RegistryChange): Promise<Registry>;
  remove(id: string): Promise<void>;
  /** One of them, with its token. */
  open(id: string): Promise<Asked | undefined>;
  /** Which ones may have a package: the one of its scope alone, else all that are asked for everything, in the person's order. */
  idsFor(extension: string): readonly string[];
  /** The token that is kept for a server. */
  tokenFor(origin: string): Promise<string | undefined>;
  /** Those that are asked for one scope alone, with their tokens. */
  scopes(): Promise<ReadonlyMap<string, Asked>>;
  /**
   * Asks the registry a package came from; where it came from none, those that may have it, in the person's order. Only one that says
   * that it has no such package leads to the next: one that cannot be asked now might be the one that is meant.
   */
  locate(id: string, cameFrom: string | undefined, signal: AbortSignal): Promise<Located>;
}

/** `npmOwn` is the address of a registry that has none of its own. */
export function openRegistries(db: Database, tokens: Tokens, npmOwn: () => string): Registries {
  const kept = db.prepare<Row>('SELECT id, name, url, scope, slot, token FROM registries ORDER BY added_at, slot');
  const upsert = db.prepare(
    `INSERT INTO registries (id, name, url, scope, slot, token, added_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, url = excluded.url, scope = excluded.scope, token = excluded.token`,
  );
  const remove = db.prepare('DELETE FROM registries WHERE id = ?');
  const all = (): Row[] => kept.all().map(row => (row.url === '' ? { ...row, url: npmOwn() } : row));
  const find = (id: string): Row | undefined => all().find(row => row.id === id);
  const secret = (slot: number): string => `registryToken${slot}`;
  const open = async ({ name, url, slot, token }: Row): Promise<Asked> => ({
    name,
    url,
    token: token === 1 ? await tokens.read(secret(slot)) : undefined,
  });
  const idsFor = (extension: string): readonly string[] => {
    const rows = all();
    const [scope] = extension.split('/', 1);
    const own = rows.find(row => row.scope === scope);
    return (own === undefined ? rows.filter(row => row.scope === null) : [own]).map(({ id }) => id);
  };
  return {
    list: () => all().map(shown),
    async save({ id = randomUUID(), name, url, scope = '', token }) {
      const rows = all();
      const old = rows.find(row => row.id === id);
      const free = Array.from({ length: most }, (_, at) => at + 1).find(slot => !rows.some(row => row.slot === slot));
      const slot = old?.slot ?? free;
      if (slot === undefined) throw errors['extensions/too-many-registries']({ most });
      const address = addressOf(url);
      if (scope !== '' && !/^@[a-z0-9]+(?:-[a-z0-9]+)*$/.test(scope)) throw errors['extensions/registry-scope']({ scope });
      // A token was given to one address; another one must not get it by a slip of the pen.
      const isMoved = old !== undefined && new URL(old.url).origin !== new URL(address).origin;
      const given = token ?? (isMoved ? '' : undefined);
      if (given !== undefined) await tokens.keep(secret(slot), given === '' ? undefined : given);
      const hasToken = given === undefined ? (old?.token ?? 0) : Number(given !== '');
      upsert.run(id, name.trim() || new URL(address).host, address, scope === '' ? null : scope, slot, hasToken, Date.now());
      return shown(find(id) as Row);
    },
    async remove(id) {
      const row = find(id);
      if (row === undefined) return;
      if (row.token === 1) await tokens.keep(secret(row.slot), undefined);
      remove.run(id);
    },
    async open(id) {
      const row = find(id);
      return row && (await open(row));
    },
    idsFor,
    async tokenFor(origin) {
      const row = all().find(({ url, token }) => token === 1 && new URL(url).origin === origin);
      return row && (await tokens.read(secret(row.slot)));
    },
    async scopes() {
      const scoped = all().filter(row => row.scope !== null);
      return new Map(await Promise.all(scoped.map(async row => [row.scope as string, await open(row)] as const)));
    },
    async locate(id, cameFrom, signal) {
      // A registry that was removed meanwhile leaves its extensions to the others.
      const asked = [find(cameFrom ?? '')?.id ?? idsFor(id)].flat();
      const without: string[] = [];
      let missing: AppError = errors['extensions/no-registry']({ id });
      for (const registryId of asked) {
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

function shown({ id, name, url, scope, token }: Row): Registry {
  return { id, name, url, hasToken: token === 1, ...(scope !== null && { scope }) };
}

/** Without a slash at its end. A token must not travel in the open, so http is for this machine alone. */
export function addressOf(typed: string): string {
  const url = URL.canParse(typed.trim()) ? new URL(typed.trim()) : undefined;
  const isLocal = url !== undefined && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
  if (url === undefined || !isAllowed || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw errors['extensions/registry-address']({ url: URL.canParse(typed) ? `${url?.protocol}//${url?.host}` : typed.slice(0, 80) });
  }
  return url.href.replace(/\/+$/, '');
}
