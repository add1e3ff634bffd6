import { expect, test } from 'vitest';
import { day, hour, opened, settled } from './automation.fixture.ts';
import { nextDue, type TimeTrigger } from './time/occurrences.ts';

/** Numbers that look random and are the same each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const start = Date.parse('2027-01-01T00:00:00Z');
const end = Date.parse('2028-01-01T00:00:00Z');
const triggers: readonly TimeTrigger[] = ['Europe/Paris', 'America/New_York'].flatMap(zone => [
  { kind: 'cron', cron: '30 2 * * *', zone },
  { kind: 'cron', cron: '30 1 * * *', zone },
  { kind: 'cron', cron: '30 8 * * 1-5', zone },
  { kind: 'cron', cron: '15 */6 * * *', zone },
  { kind: 'cron', cron: '0 9 1 * *', zone },
]);

test.each([1, 2])(
  'C17: a year of sleeps, kills and set clocks leaves exactly one receipt for each time that was due, and no run happens twice (%i)',
  async seed => {
    using at = opened(start);
    const random = seeded(seed);
    const policies = ['skip', 'latest', 'all'] as const;
    const ids = triggers.map((trigger, index) =>
      at.add({ trigger, missed: { policy: policies[index % 3] ?? 'skip' }, limits: { minutes: 1440 } }),
    );
    while (at.clock.now() < end) {
      const chance = random();
      await at.clock.pass(Math.min(end - at.clock.now(), Math.floor(random() * 2 * day)));
      if (chance < 0.3) at.clock.jump(Math.floor(random() * 3 * day));
      else if (chance < 0.4) {
        // It is killed while it runs.
        at.state.run = () => new Promise(() => undefined);
        await at.clock.pass(Math.floor(random() * 12 * hour));
        at.state.run = async () => undefined;
        await at.restart();
      } else if (chance < 0.5) {
        await at.restart();
      } else if (chance < 0.6) at.clock.jump(-Math.floor(random() * 2 * hour));
      at.automation.scheduler.nudge();
      await settled();
    }
    at.automation.scheduler.tick();
    await settled();
    const now = at.clock.now();
    const wrong = ids.flatMap((id, index) => {
      const trigger = triggers[index];
      const due: number[] = [];
      for (let next = trigger && nextDue(trigger, start); trigger && next !== undefined && next <= now; next = nextDue(trigger, next))
        due.push(next);
      const receipts = at.receipts(id);
      const had = receipts.map(receipt => receipt.due).sort((a, b) => a - b);
      return JSON.stringify(had) === JSON.stringify(due)
        ? []
        : [{ trigger, missing: due.filter(time => !had.includes(time)), had: had.length, due: due.length }];
    });
    const begun = ids.flatMap(id => at.receipts(id)).filter(({ began }) => began !== undefined).length;
    expect({
      wrong,
      twice: at.commands.length - begun,
      unended: at.receipts().filter(({ status }) => status === 'running').length,
      logged: at.logged,
    }).toEqual({
      wrong: [],
      twice: 0,
      unended: 0,
      logged: [],
    });
    expect(at.receipts(ids[0]).length).toBeGreaterThan(360);
  },
  120_000,
);
