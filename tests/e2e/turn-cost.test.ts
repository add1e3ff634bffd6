import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { engines } from '../../plugins/agent/tests/running-turn.fixture.ts';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { field, openComposer, stopButton } from './composer-page.ts';
import { type ModelRequest, openModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { callAs, rested, row, say, show } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** What the app asks on its own, such as a title, has no tools. */
const asked = ({ body }: ModelRequest) => (body.tools?.length ?? 0) > 0;
const words = ['One.', 'Two.', 'Three.'];

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

/** How often the profile's databases have waited for the disk: the transactions in their journals, none of which is emptied in a short run. */
function commits(userData: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const file of globSync('**/*.sqlite-wal', { cwd: userData })) {
    const journal = readFileSync(join(userData, file));
    if (journal.length < 32) continue;
    const frame = 24 + journal.readUInt32BE(8);
    for (let at = 32; at + frame <= journal.length; at += frame)
      if (journal.readUInt32BE(at + 4) !== 0 && journal.compare(journal, 16, 24, at + 8, at + 16) === 0)
        counts[file] = (counts[file] ?? 0) + 1;
  }
  return counts;
}

test('a message of one line costs few calls, few frames and few waits for the disk', async () => {
  await using server = await openModelServer(...words.map(text => ({ text, when: asked })));
  await using app = await openApp({ locale: 'en-GB' });
  const { page, userData } = app;
  await connected(page);
  const models = [{ id: 'scripted-large', name: 'Scripted' }];
  await callAs(page, 'providers', 'save', {
    id: 'scripted',
    name: 'Scripted',
    baseUrl: server.url,
    api: 'openai-completions',
    key: 'none',
    models,
  });
  const conversation = await say(page, 'First', { model: 'scripted/scripted-large' });
  await rested(page, conversation);
  const calls: string[] = [];
  let frames = 0;
  page.on('websocket', socket => {
    socket.on('framesent', ({ payload }) => calls.push(...[JSON.parse(String(payload))].flat().map(({ to }: { to: string }) => to)));
    socket.on('framereceived', () => {
      frames += 1;
    });
  });
  await page.reload();
  await connected(page);
  await show(page, conversation);
  await rested(page, conversation);
  await row(page, 'One.').waitFor();
  /** Until all that follows an answer is written: what it cost is written last. */
  const written = async (answers: number) =>
    await expect
      .poll(async () => (await callAs<{ sums: { answers: number } }>(page, 'usage', 'of', { conversation })).sums.answers)
      .toBe(answers);
  /** What a message costs until its answer is there and the conversation rests; the waits for the disk until everything is written. */
  const cost = async (text: string, answer: string, answers: number) => {
    await field(page).fill(text);
    await expect.poll(() => callAs<{ text: string }>(page, 'conversations', 'readDraft', { of: conversation })).toMatchObject({ text });
    calls.length = 0;
    frames = 0;
    const before = commits(userData);
    await field(page).press('Enter');
    await row(page, answer).waitFor();
    await stopButton(page).waitFor({ state: 'detached' });
    const [all, received] = [[...calls], frames];
    await written(answers);
    const after = Object.entries(commits(userData)).map(([file, count]) => [file, count - (before[file] ?? 0)] as const);
    return { calls: all, frames: received, commits: Object.fromEntries(after.filter(([, count]) => count > 0)) };
  };
  // The first after a reload also reads what the next ones know.
  await cost('Second', 'Two.', 2);
  const third = await cost('Third', 'Three.', 3);
  const costs = { calls: third.calls.length <= 30, frames: third.frames <= 45, commits: sum(Object.values(third.commits)) <= 17 };
  expect(costs, JSON.stringify(third)).toEqual({ calls: true, frames: true, commits: true });
});

test('the first message does not wait for a start: the engine runs once the person writes, and not before', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  await openComposer(app.page);
  const before = engines(app.pid).length;
  await field(app.page).fill('I am about to');
  await expect.poll(() => engines(app.pid).length).toBe(1);
  expect(before).toBe(0);
});
