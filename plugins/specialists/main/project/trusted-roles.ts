import type { AgentService } from '@atelier/agent/contract';
import type { Database } from '@atelier/kernel';
import type { FoundRoles, RoleContribution } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { type ProjectRoles, rolesIn } from './project-roles.ts';

export interface TrustedRolesParts {
  readonly db: Database;
  readonly agent: Pick<AgentService, 'state'>;
  /** The roles of Atelier and of extensions. */
  roles(): readonly RoleContribution[];
  now(): number;
}

/** The roles of the folders that conversations work in. They count only if the person trusts the folder, and only as they were then. */
export class TrustedRoles {
  readonly #parts: TrustedRolesParts;

  constructor(parts: TrustedRolesParts) {
    this.#parts = parts;
  }

  /** What the folder of a conversation brings, for the person. */
  async found(conversation: string): Promise<FoundRoles> {
    const found = await this.#in(conversation);
    if (found === undefined) return { trust: 'new', roles: [], refused: [], checksum: '' };
    const { folder, roles, refused, checksum } = found;
    const trusted = this.#trusted(folder);
    return {
      ...{ folder, refused: [...refused], checksum },
      trust: trusted === undefined ? 'new' : trusted === checksum ? 'trusted' : 'changed',
      roles: roles.map(({ name, about, instructions, tools, model, path }) => ({
        ...{ name, about, instructions, tools: [...tools], path },
        ...(model !== undefined && { model }),
      })),
    };
  }

  /** The roles that may be taken in a conversation. */
  async of(conversation: string): Promise<readonly RoleContribution[]> {
    const found = await this.#in(conversation);
    if (found === undefined || this.#trusted(found.folder) !== found.checksum) return [];
    return found.roles.map(({ path: _path, ...role }) => role);
  }

  /** Trusts the roles that the person saw, or takes that back. */
  async trust(conversation: string, checksum: string | undefined): Promise<void> {
    const { db, now } = this.#parts;
    const found = await this.#in(conversation);
    if (found === undefined || (checksum !== undefined && found.checksum !== checksum)) throw errors['specialists/roles-changed']({});
    if (checksum === undefined) db.prepare('DELETE FROM trusted_folders WHERE folder = ?').run(found.folder);
    else
      db.prepare('INSERT OR REPLACE INTO trusted_folders (folder, checksum, trusted_at) VALUES (?, ?, ?)').run(
        found.folder,
        checksum,
        now(),
      );
  }

  #trusted(folder: string): string | undefined {
    return this.#parts.db.prepare<{ checksum: string }>('SELECT checksum FROM trusted_folders WHERE folder = ?').get(folder)?.checksum;
  }

  async #in(conversation: string): Promise<ProjectRoles | undefined> {
    try {
      const { cwd } = await this.#parts.agent.state(conversation);
      const taken = this.#parts.roles().map(({ name }) => name);
      return cwd === undefined ? undefined : await rolesIn(cwd, taken);
    } catch {
      // A conversation or a folder that is gone has no roles.
      return undefined;
    }
  }
}
