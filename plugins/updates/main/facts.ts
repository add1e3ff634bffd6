import type { Database } from '@atelier/kernel';
import type { ReleaseFeed } from '../contract/index.ts';

type Release = ReleaseFeed['releases'][number];

/** What is stored between starts. */
export interface Facts {
  /** When the feed was last read successfully, in milliseconds; 0 for never. */
  checkedAt: number;
  /** `issued` of the last accepted feed of an address. */
  lastIssued(address: string): number;
  setLastIssued(address: string, issued: number): void;
  /** The newest release of the last accepted feed. */
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
    lastIssued: address => number(`seen ${address}`),
    setLastIssued: (address, issued) => void write.run(`seen ${address}`, String(issued)),
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
