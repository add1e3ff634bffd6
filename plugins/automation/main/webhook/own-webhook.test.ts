import { expect, test, vi } from 'vitest';
import { minute, opened } from '../automation.fixture.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 60_000 });

test('C18: a rule that calls its own webhook begins few runs, then waits with a notice, and each call has a receipt that says so', async () => {
  using at = opened();
  const id = at.add({ title: 'Door', trigger: { kind: 'webhook' } });
  const { webhooks, rules } = at.automation;
  const secret = await webhooks.renew(rules.get(id));
  const { address = '' } = await webhooks.view(rules.get(id), 'en');
  const answers: string[] = [];
  const call = async () => {
    const response = await fetch(address, { method: 'POST', headers: { Authorization: `Bearer ${secret}` }, body: 'ding' });
    const { status = '' } = (await response.json()) as { status?: string };
    answers.push(status);
  };
  // In its run, and when that has ended.
  at.state.run = call;
  at.state.heard = () => void call();
  /** Calls once, and waits until nothing calls any more. */
  const set = async (calls: number) => {
    await call();
    await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(calls);
    await expect.poll(() => at.automation.runner.isIdle).toBe(true);
  };
  try {
    // Ten runs, each with a call in it and one after it, and the call that begins them.
    await set(21);
    const first = { runs: at.commands.length, said: [...new Set(at.told(id))].toSorted(), notices: at.notices.length };
    await at.clock.pass(minute + 1000);
    await set(42);
    const second = { runs: at.commands.length, notices: at.notices.map(({ code }) => code), receipts: at.receipts(id).length };
    // It waits five minutes: what calls now begins nothing.
    await at.clock.pass(4 * minute);
    await set(43);
    expect({ first, second, waits: at.commands.length, last: answers.at(-1), on: rules.get(id).on }).toEqual({
      first: { runs: 10, said: ['ran', 'skipped overlap', 'skipped rate'], notices: 0 },
      second: { runs: 20, notices: ['automation/too-often'], receipts: 42 },
      ...{ waits: 20, last: 'skipped', on: true },
    });
  } finally {
    await at.automation.end();
  }
});
