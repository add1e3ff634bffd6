import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openModelServer, type Turn } from '../../../tests/e2e/model-server.ts';
import { startEngine } from '../../../tests/support/agent-engine.ts';
import { agentWithModel } from '../../../tests/support/agent-with-model.ts';
import { detectSandbox } from '../engine/detect-sandbox.ts';
import { shownNow } from '../engine/shown.ts';

const runScript: Turn = { tools: [{ name: 'bash', arguments: { command: 'sh tool.sh' } }] };
const done: Turn = { text: 'Done.' };

/** An agent whose person is asked about each command; the project has a script that says what it is. */
async function asking(...turns: readonly Turn[]) {
  const at = await agentWithModel(...turns);
  await at.agent.call('saveRule', { id: 'asks', decision: 'ask', tool: 'bash', pattern: '*', scope: 'always' });
  const write = (text: string) => writeFileSync(join(at.project, 'tool.sh'), `echo ${text}\n`);
  write('fine');
  const why: string[] = [];
  return {
    at,
    write,
    why,
    /** Says yes to each question, after `first` was done while the first one is open. */
    yesAfter(first: () => void) {
      at.answer(request => {
        why.push(request.why ?? '');
        if (why.length === 1) first();
        return true;
      });
    },
    printed: () => at.events.flatMap(({ kind, outcome }) => (kind === 'toolEnded' ? [outcome?.text?.trim()] : [])),
  };
}

/** What a question says has changed since it was asked. */
const changed = (why: string) => /a changé depuis que la question vous a été posée : (.+?)\. /.exec(why)?.[1];

test('S20: nothing else of a conversation runs beside a command that the person was asked about', async () => {
  const evil = { path: 'tool.sh', content: 'echo evil\n' };
  const pausing = 'for i in 1 2 3 4 5 6 7 8 9; do /bin/true; done; sh tool.sh';
  const { at, why, yesAfter, printed } = await asking(
    {
      tools: [
        { name: 'bash', arguments: { command: pausing } },
        { name: 'write', arguments: evil },
        { name: 'bash', arguments: { command: pausing } },
      ],
    },
    done,
  );
  await using _ = at;
  yesAfter(() => {});
  await at.turn();
  expect({ asked: why.length, printed: printed().filter(text => text === 'fine' || text === 'evil') }).toEqual({
    asked: 2,
    printed: ['fine', 'evil'],
  });
});

test('S20: a script that changes while its question is open is asked about again, by name', async () => {
  const { at, write, why, yesAfter, printed } = await asking(runScript, runScript, done);
  await using _ = at;
  yesAfter(() => write('evil'));
  await at.turn();
  expect({ why: why.map(changed), printed: printed() }).toEqual({
    why: [undefined, 'tool.sh', undefined],
    printed: ['evil', 'evil'],
  });
});

test('S20: a working folder that is exchanged while the question is open is asked about again', async () => {
  const { at, why, yesAfter } = await asking(runScript, done);
  await using _ = at;
  yesAfter(() => {
    renameSync(at.project, `${at.project}-before`);
    mkdirSync(at.project);
    writeFileSync(join(at.project, 'tool.sh'), 'echo fine\n');
  });
  await at.turn();
  expect(why.map(changed)).toEqual([undefined, at.project]);
});

test('S20: what was approved is compared a last time in the engine, right before it runs', async () => {
  await using server = await openModelServer(runScript, runScript, done);
  let isSwapped = true;
  await using engine = await startEngine({
    ...((await detectSandbox()) === undefined && { unsandboxed: true }),
    providers: { local: server.url },
    main: {
      async beforeTool() {
        const shown = shownNow('sh tool.sh', 'open', engine.project, []);
        if (isSwapped) writeFileSync(join(engine.project, 'tool.sh'), 'echo evil\n');
        isSwapped = false;
        return { allow: true, shown };
      },
    },
  });
  writeFileSync(join(engine.project, 'tool.sh'), 'echo fine\n');
  await engine.open('c1', { accessMode: 'open' });
  await engine.turn('c1', 'go on');
  const outcomes = engine.events.flatMap(event => (event.kind === 'toolEnded' ? [event.outcome] : []));
  expect(outcomes.map(({ ok, text }) => [ok, text?.trim()])).toEqual([
    [false, 'This was not run, because it changed after the person had allowed it: tool.sh. Call it again, and they are asked again.'],
    [true, 'evil'],
  ]);
});
