import { type Database, visibleText } from '@atelier/kernel';
import type { OutsideSource } from '../../contract/index.ts';

export type { OutsideSource } from '../../contract/index.ts';

/** What each conversation holds from outside: text that neither the person nor Atelier wrote. Nothing is ever taken away from it. */
export interface OutsideSources {
  /** Whether a conversation holds text from outside. */
  has(conversation: string): boolean;
  /** The sources, the newest first. */
  of(conversation: string): readonly OutsideSource[];
  /** Returns those that are new to the conversation. With the first, it loses the network that the person gave it before. */
  add(conversation: string, sources: readonly Omit<OutsideSource, 'at'>[]): readonly OutsideSource[];
  /** What one conversation holds, another one holds from now on, because its text goes there. */
  copy(from: string, to: string): void;
  /** The conversation was deleted. */
  forget(conversation: string): void;
}

/** Every kind, in the order in which a question names them: what somebody else most likely wrote comes first. */
const order = {
  ...{ message: 0, import: 1, tool: 2, network: 3, declared: 4, instructions: 5, command: 6, file: 7, earlier: 8 },
} satisfies Record<OutsideSource['kind'], number>;

export function byKind(a: OutsideSource, b: OutsideSource): number {
  return order[a.kind] - order[b.kind];
}

/** Beyond these a conversation gets no more sources: it has been marked, and no question names as many. */
const most = { sources: 500, name: 200 };

/** `above`: the conversation that began one, which its text goes to. */
export function openOutsideSources(
  db: Database,
  now: () => number,
  above: (conversation: string) => string | undefined = () => undefined,
): OutsideSources {
  const select = db.prepare<OutsideSource>('SELECT kind, name, at FROM outside_sources WHERE conversation = ? ORDER BY at DESC');
  const count = db.prepare<{ count: number }>('SELECT count(*) AS count FROM outside_sources WHERE conversation = ?');
  const insert = db.prepare('INSERT OR IGNORE INTO outside_sources (conversation, kind, name, at) VALUES (?, ?, ?, ?)');
  const copy = db.prepare(
    'INSERT OR IGNORE INTO outside_sources (conversation, kind, name, at) SELECT ?, kind, name, at FROM outside_sources WHERE conversation = ?',
  );
  const closeNetwork = db.prepare('UPDATE runtimes SET network = 0 WHERE conversation = ? AND network = 1');
  const clear = db.prepare('DELETE FROM outside_sources WHERE conversation = ?');
  const countOf = (conversation: string) => count.get(conversation)?.count ?? 0;
  const addTo: OutsideSources['add'] = (conversation, sources) => {
    const at = now();
    return sources.flatMap(({ kind, name }) => {
      const known = countOf(conversation);
      if (known >= most.sources) return [];
      const source = {
        kind: Object.hasOwn(order, kind) ? kind : ('declared' as const),
        name: visibleText(String(name), 'code').slice(0, most.name),
        at,
      };
      if (known === 0) closeNetwork.run(conversation);
      return insert.run(conversation, source.kind, source.name, at).changes > 0 ? [source] : [];
    });
  };
  const add: OutsideSources['add'] = (conversation, sources) => {
    const parent = above(conversation);
    if (parent !== undefined) add(parent, sources);
    return addTo(conversation, sources);
  };
  return {
    has: conversation => countOf(conversation) > 0,
    of: conversation => select.all(conversation),
    add,
    copy: (from, to) => void copy.run(to, from),
    forget: conversation => void clear.run(conversation),
  };
}
