import type { OwnDatabase } from '@atelier/kernel';
import type { Account, Connection } from '../contract/index.ts';
import type { Told } from './account.ts';

/** What a server last said. */
type Status = Exclude<Connection['status'], 'asking'>;

interface Row {
  readonly url: string;
  readonly status: Status;
  readonly api_url: string | null;
  readonly account: string | null;
  readonly read_at: number | null;
  readonly tried_at: number | null;
}

/** The servers that this desktop is connected to, and what each last said. */
export class Connections {
  readonly #db: OwnDatabase;

  constructor(db: OwnDatabase) {
    this.#db = db;
  }

  all(): readonly Connection[] {
    return (this.#db.prepare('SELECT * FROM connections ORDER BY added_at, url').all() as readonly Row[]).map(shownOf);
  }

  get(url: string): Connection | undefined {
    const row = this.#row(url);
    return row === undefined ? undefined : shownOf(row);
  }

  /** Where its routes are. */
  apiOf(url: string): string {
    return this.#row(url)?.api_url ?? url;
  }

  /** One that was there keeps what it said; with this sign-in it has not been asked yet. */
  add(url: string, now: number): void {
    const add = `INSERT INTO connections (url, status, added_at) VALUES (?, 'offline', ?)
      ON CONFLICT (url) DO UPDATE SET status = 'offline', tried_at = NULL`;
    this.#db.prepare(add).run(url, now);
  }

  told(url: string, { account, apiUrl = url }: Told, now: number): void {
    const set = `UPDATE connections SET status = 'connected', account = :account, api_url = :api, read_at = :now, tried_at = :now
      WHERE url = :url`;
    this.#db.prepare(set).run({ url, account: JSON.stringify(account), api: apiUrl, now });
  }

  failed(url: string, status: Exclude<Status, 'connected'>, now: number): void {
    this.#db.prepare('UPDATE connections SET status = ?, tried_at = ? WHERE url = ?').run(status, now, url);
  }

  remove(url: string): void {
    this.#db.prepare('DELETE FROM connections WHERE url = ?').run(url);
  }

  #row(url: string): Row | undefined {
    return this.#db.prepare('SELECT * FROM connections WHERE url = ?').get(url) as Row | undefined;
  }
}

function shownOf({ url, status, account, read_at, tried_at }: Row): Connection {
  return {
    ...{ url, status },
    ...(read_at !== null && { readAt: read_at }),
    ...(tried_at !== null && { triedAt: tried_at }),
    ...(account !== null && { account: JSON.parse(account) as Account }),
  };
}
