import type { Database } from '@atelier/kernel';

/** A time in which nothing that was said is read. */
export interface Span {
  readonly since: number;
  readonly until: number;
}

/** All conversations, while capture is switched off. */
export const everybody = '';

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
  return {
    begin(of: string): void {
      if (open.get(of) === undefined) begin.run(of, now());
    },
    /** A conversation of which nobody saw it begin was private from its beginning. */
    end(of: string): void {
      if (end.run({ now: now(), of }).changes === 0 && of !== everybody) whole.run(of, now());
    },
    spans: (of: string): Span[] => spans.all(of).map(({ since, until }) => ({ since, until: until ?? Number.POSITIVE_INFINITY })),
  };
}
