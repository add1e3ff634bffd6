import { migrateTo } from '@atelier/kernel/testing';
import type { ProvidersService } from '@atelier/providers/contract';
import { expect, test, vi } from 'vitest';
import { keptLog } from '../../../../kernel/testing/kept-log.ts';
import { openModelServer } from '../../../../tests/e2e/model-server.ts';
import { startEngine } from '../../../../tests/support/agent-engine.ts';
import type { EngineCalls, EngineEvent } from '../../engine/protocol.ts';
import type { Spending } from '../budgets/spending.ts';
import type { EngineLink, EventReceiver } from '../engine-link.ts';
import { migrations } from '../migrations/index.ts';
import { openOutsideSources } from '../outside/sources.ts';
import { HiddenRuns } from './hidden-runs.ts';
import { openRecords } from './records.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

test('a hidden conversation goes in this order: row, runtime, model, prompt, answer, end of the runtime, end of the row', async () => {
  await using server = await openModelServer({ text: 'A title' });
  await using engine = await startEngine({ providers: { local: server.url } });
  using stored = migrateTo(migrations, 130);
  const records = openRecords(stored.database, () => 1, engine.folder, keptLog());
  const steps: unknown[] = [];
  const step = (name: string) => steps.push([name, records.hiddenLeft().length, server.requests.length]);
  let receiver: EventReceiver | undefined;
  const link = {
    setup: { places: { workspace: engine.project } },
    isRunning: true,
    setReceiver: (_conversation: string, to: EventReceiver | undefined) => {
      receiver = to;
    },
    async call<Name extends keyof EngineCalls>(name: Name, params: EngineCalls[Name]['params']) {
      step(name);
      const result = await engine.call(name, params);
      if (name === 'prompt') void pass();
      return result;
    },
  };
  const pass = async () => {
    await engine.come(({ kind }) => kind === 'settled');
    step('answer');
    for (const event of engine.events) receiver?.take(event as EngineEvent);
  };
  const hidden = new HiddenRuns({
    engine: link as unknown as EngineLink,
    records,
    providers: { defaultModel: async () => 'local/m1' } as unknown as ProvidersService,
    spending: { checkHidden() {}, chargeHidden() {} } as unknown as Spending,
    outside: openOutsideSources(stored.database, () => 1),
    used: () => undefined,
    redact: async texts => texts,
  });
  step('asked');
  const { text } = await hidden.run({ instruction: 'A title, please.', model: 'local/m2' }, []);
  step('over');
  expect({ text, model: server.requests[0]?.body.model, steps }).toEqual({
    text: 'A title',
    model: 'm2',
    // Each with the rows and the requests that there are when it begins.
    steps: [
      ['asked', 0, 0],
      ['open', 1, 0],
      ['prompt', 1, 0],
      ['answer', 1, 1],
      ['close', 1, 1],
      ['over', 0, 1],
    ],
  });
});
