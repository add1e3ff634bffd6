import type { HiddenStep } from '@atelier/agent/contract';
import { expect, test } from 'vitest';
import { hour, opened, settled } from '../automation.fixture.ts';

const steps: readonly HiddenStep[] = [{ kind: 'said', text: 'I look.' }];
const count = (at: ReturnType<typeof opened>) => at.db.prepare<{ count: number }>('SELECT count(*) AS count FROM transcripts').get()?.count;

test('what was said and called in the runs of a rule goes with the rule, also what its last run says after that; its receipts stay', async () => {
  using at = opened();
  const [removed, kept] = [at.add(), at.add()];
  await at.clock.pass(hour);
  const receipts = [removed, kept].map(id => at.receipts(id)[0]?.id ?? '');
  const { transcripts } = at.automation;
  receipts.forEach((receipt, which) => {
    transcripts.keep(receipt, [removed, kept][which] ?? '', steps);
  });
  const before = count(at);
  at.automation.remove(removed);
  await settled();
  const after = count(at);
  transcripts.keep('late', removed, steps);
  expect({
    counts: [before, after, count(at)],
    left: receipts.map(receipt => transcripts.of(receipt).length),
    told: [at.told(removed), at.receipts(removed)[0]?.transcript],
  }).toEqual({ counts: [2, 1, 1], left: [0, 1], told: [['ran'], undefined] });
});

test('of all rules together the newest runs are kept, up to a limit, whatever the number of rules', () => {
  using at = opened();
  const ids = Array.from({ length: 20 }, () => at.add());
  for (let run = 0; run < 50; run += 1) for (const id of ids) at.automation.transcripts.keep(`${id} ${run}`, id, steps);
  const found = (run: number) => ids.filter(id => at.automation.transcripts.of(`${id} ${run}`).length > 0).length;
  expect([count(at), found(0), found(24), found(25), found(49)]).toEqual([500, 0, 0, 20, 20]);
});
