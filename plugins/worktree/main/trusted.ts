import type { AgentService, FoundHooks, GitService, TrustedHooks } from '@atelier/agent/contract';
import type { Database } from '@atelier/kernel';
import type { Hooks } from '../contract/index.ts';
import { errors } from './errors.ts';

export interface TrustedParts {
  readonly db: Database;
  readonly git: Pick<GitService, 'hooks' | 'repository'>;
  readonly agent: Pick<AgentService, 'state'>;
  readonly now: () => number;
}

type Act = 'commit' | 'push';

/** What of a repository the person trusts. It belongs to the repository, so that its worktrees have it too, and holds until it changes. */
export class Trusted {
  readonly #parts: TrustedParts;

  constructor(parts: TrustedParts) {
    this.#parts = parts;
  }

  async show(conversation: string, folder: string, act: Act): Promise<Hooks | null> {
    const found = await this.#parts.git.hooks(folder, act);
    if (found === undefined) return null;
    const { accessMode } = await this.#mode(conversation);
    return { ...found, names: [...found.names], accessMode, trusted: await this.#isTrusted(folder, found) };
  }

  async trust(folder: string, act: Act, fingerprint: string): Promise<void> {
    const { db, git, now } = this.#parts;
    const [found, repository] = [await git.hooks(folder, act), await git.repository(folder)];
    if (found?.fingerprint !== fingerprint || repository === undefined) throw errors['worktree/hooks-changed']({});
    db.prepare('INSERT OR REPLACE INTO trusted (repository, what, fingerprint, trusted_at) VALUES (?, ?, ?, ?)').run(
      ...[repository, 'hooks', fingerprint, now()],
    );
  }

  /** Since when hooks of the repository are trusted. */
  async since(folder: string): Promise<number | null> {
    const { db, git } = this.#parts;
    const row = db.prepare("SELECT max(trusted_at) AS since FROM trusted WHERE repository = ? AND what = 'hooks'");
    const { since } = row.get((await git.repository(folder)) ?? '') as { since: number | null };
    return since;
  }

  async distrust(folder: string): Promise<void> {
    const { db, git } = this.#parts;
    db.prepare("DELETE FROM trusted WHERE repository = ? AND what = 'hooks'").run((await git.repository(folder)) ?? '');
  }

  /** How they run, if they are trusted; they run as the commands of the conversation do. */
  async hooks(conversation: string, folder: string, act: Act): Promise<TrustedHooks | undefined> {
    const found = await this.#parts.git.hooks(folder, act);
    if (found === undefined || !(await this.#isTrusted(folder, found))) return undefined;
    return { fingerprint: found.fingerprint, ...(await this.#mode(conversation)) };
  }

  async #isTrusted(folder: string, { fingerprint }: FoundHooks): Promise<boolean> {
    const { db, git } = this.#parts;
    const row = db.prepare("SELECT 1 FROM trusted WHERE repository = ? AND what = 'hooks' AND fingerprint = ?");
    return row.get((await git.repository(folder)) ?? '', fingerprint) !== undefined;
  }

  async #mode(conversation: string): Promise<Omit<TrustedHooks, 'fingerprint'>> {
    // One that has not begun has no mode of its own.
    const state = await this.#parts.agent.state(conversation).catch(() => undefined);
    if (state === undefined) return { accessMode: 'secure', network: false };
    const { accessMode, network, outside } = state;
    return { accessMode, network: network || (accessMode === 'open' && outside !== true) };
  }
}
