import type { Database } from '@atelier/kernel';
import type { ReleaseFeed } from '../contract/index.ts';

type Release = ReleaseFeed['releases'][number];

/** What must be remembered from one start to the next. */
export interface Facts {
  /** When the feed was last asked with success, in milliseconds; 0 for never. */
  checkedAt: number;
  /** When the newest feed that was seen of an address was made. */
  seen(address: string): number;
  saw(address: string, issued: number): void;
  /** The newest release, as its signed feed had it. */
  offer: Release | undefined;
}

export function openFacts(db: Database): Facts {
  const read = db.prepare<{ value: string }>('SELECT value FROM facts WHERE name = ?');
  const write = db.prepare('INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value');
  const remove = db.prepare('DELETE FROM facts WHERE name = ?');
  const number = (name: string): number => Number(read.get(name)?.value ?? 0) || 0;
  return {
    get checkedAt() {
      return number('checkedAt');
    },
    set checkedAt(time) {
      write.run('checkedAt', String(time));
    },
    seen: address => number(`seen ${address}`),
    saw: (address, issued) => void write.run(`seen ${address}`, String(issued)),
    get offer() {
      const text = read.get('offer')?.value;
      return text === undefined ? undefined : (JSON.parse(text) as Release);
    },
    set offer(release) {
      if (release === undefined) remove.run('offer');
      else write.run('offer', JSON.stringify(release));
    },
  };
}
