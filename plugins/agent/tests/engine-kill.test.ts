import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { engineKills } from '../../../tests/faults/engine-kills.ts';
import { steeringKills } from '../../../tests/faults/steering-kills.ts';
import { startEngine } from '../../../tests/support/agent-engine.ts';
import { processesUnder } from '../../../tests/support/processes.ts';

test('an engine killed in the middle of turns loses no acknowledged message, knows that the turn was cut, and resumes it', async () => {
  const { kills, cut, resumed, wrong } = await engineKills(20, 20_261);
  expect({ kills, wrong, unresumed: cut - resumed }).toEqual({ kills: 20, wrong: [], unresumed: 0 });
  expect(cut).toBeGreaterThan(0);
});

test('D21: kills of the kernel and of the engine lose no message into a running turn, and double none', async () => {
  const { kills, acknowledged, wrong } = await steeringKills(4, 20_262);
  expect({ kills, wrong }).toEqual({ kills: 4, wrong: [] });
  expect(acknowledged).toBeGreaterThan(4);
});

test('the engine ends with its parent, and its commands with it', async () => {
  await using server = await openModelServer({ tools: [{ name: 'bash', arguments: { command: 'echo begun; sleep 986' } }] });
  await using engine = await startEngine({ providers: { local: server.url } });
  await engine.open('c1', { accessMode: 'open' });
  await engine.call('prompt', { conversation: 'c1', text: 'wait', images: [] });
  await engine.next(event => event.kind === 'toolOutput' && event.delta.includes('begun'));
  const exit = once(engine.child, 'exit');
  engine.child.disconnect();
  const [code] = await exit;
  expect({ code, left: processesUnder(engine.folder).map(({ command }) => command) }).toEqual({ code: 0, left: [] });
});

test('D33: the engine ends with its parent also when one of its threads hangs in the system', async () => {
  using folder = tempFolder();
  const pipe = join(folder.path, 'pipe');
  const hang = join(folder.path, 'hang.mjs');
  execFileSync('mkfifo', [pipe]);
  writeFileSync(hang, `import { open } from 'node:fs/promises';\nvoid open(${JSON.stringify(pipe)});\n`);
  await using engine = await startEngine({ providers: { local: 'http://127.0.0.1:9' }, env: { NODE_OPTIONS: `--import=${hang}` } });
  await engine.open('c1');
  const exit = once(engine.child, 'exit');
  engine.child.disconnect();
  await exit;
  expect(processesUnder(engine.folder)).toEqual([]);
});

test('a session file whose last line is torn opens with everything before it', async () => {
  await using server = await openModelServer({ text: 'First.' }, { text: 'Second.' });
  await using engine = await startEngine({ providers: { local: server.url } });
  const { sessionFile = '' } = await engine.open('c1');
  await engine.turn('c1', 'one');
  await engine.call('close', { conversation: 'c1' });
  writeFileSync(sessionFile, '{"type":"message","id":"torn","parentId":"x","mess', { flag: 'a' });
  const page = async () =>
    (await engine.call('transcript', { conversation: 'c1', sessionFile, before: undefined, limit: 9 })).entries.map(
      ({ parts }) => parts?.[0]?.text,
    );
  const before = await page();
  const { cut } = await engine.open('c1', { sessionFile });
  await engine.turn('c1', 'two');
  expect({ before, cut, after: await page() }).toEqual({
    before: ['one', 'First.'],
    cut: false,
    after: ['one', 'First.', 'two', 'Second.'],
  });
});
