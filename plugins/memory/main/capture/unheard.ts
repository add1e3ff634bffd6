import type { Database } from '@atelier/kernel';
import type { Draft, Selection } from '../../contract/index.ts';
import { fitsSelection } from '../store/proposed.ts';

/** A time in which nothing that was said is read. */
export interface Span {
  readonly since: number;
  readonly until: number;
}

/** All conversations, while capture is switched off. */
export const everybody = '';

/** The name under which it is kept what waited in a conversation. */
const dropped = (of: string): string => `${of} before`;

/** When conversations were private, and when capture was off. What was said then is not read afterwards either. */
export type Unheard = ReturnType<typeof openUnheard>;

export function openUnheard(db: Database, now: () => number) {
  const open = db.prepare('SELECT 1 FROM unheard WHERE of = ? AND until IS NULL');
  const begin = db.prepare('INSERT OR REPLACE INTO unheard (of, since, until) VALUES (?, ?, NULL)');
  // Where the clock was set back meanwhile nobody knows what was said then: all that was said before is left out.
  const end = db.prepare(
    'UPDATE unheard SET until = max(since, :now), since = iif(since > :now, 0, since) WHERE of = :of AND until IS NULL',
  );
  const whole = db.prepare('INSERT OR REPLACE INTO unheard (of, since, until) VALUES (?, 0, ?)');
  const spans = db.prepare<{ since: number; until: number | null }>('SELECT since, until FROM unheard WHERE of = ?');
  const drop = db.prepare('INSERT OR REPLACE INTO unheard (of, since, until) VALUES (?, ?, ?)');
  const running = new Set<Selection[]>();
  /** What is being forgotten. */
  const leaving = new Set<Selection>();
  const spansOf = (of: string): Span[] => spans.all(of).map(({ since, until }) => ({ since, until: until ?? Number.POSITIVE_INFINITY }));
  return {
    /** What waits in a conversation that becomes private is never read; what waits when capture is switched off is read later. */
    begin(of: string): void {
      if (open.get(of) !== undefined) return;
      begin.run(of, now());
      if (of !== everybody) drop.run(dropped(of), -now(), now());
    },
    /** A conversation of which nobody saw it begin was private from its beginning. */
    end(of: string): void {
      if (end.run({ now: now(), of }).changes === 0 && of !== everybody) whole.run(of, now());
    },
    spans: spansOf,
    /** What waited in a conversation when it became private or the person had it forgotten; of everybody, what waited then in all of them. */
    dropped: (of: string): Span[] => spansOf(dropped(of)),
    /**
     * The person has this forgotten: a capture that is under way meanwhile stores nothing of it, and once it is forgotten a conversation or a
     * time as a whole is not read later either.
     */
    async forgetting<Gone>(selection: Selection, forget: () => Promise<Gone>): Promise<Gone> {
      for (const one of running) one.push(selection);
      const moment = now();
      const { conversation, after, before = moment, ids, topic, text } = selection;
      leaving.add(selection);
      try {
        const gone = await forget();
        const isPart = [ids, topic, text].some(part => part !== undefined) || (conversation === undefined && after === undefined);
        // What is said from now on is another matter.
        if (!isPart && before >= moment) drop.run(dropped(conversation ?? everybody), after ?? -moment, moment);
        return gone;
      } finally {
        leaving.delete(selection);
      }
    },
    /** From now until it is disposed: whether a draft is of what was forgotten meanwhile. */
    during(): { isForgotten(draft: Draft): boolean } & Disposable {
      const selections = [...leaving];
      running.add(selections);
      return {
        isForgotten: draft => selections.some(selection => fitsSelection(selection, draft, now())),
        [Symbol.dispose]: () => void running.delete(selections),
      };
    },
  };
}
