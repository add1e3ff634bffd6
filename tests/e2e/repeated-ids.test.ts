import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { connected } from './screen.ts';
import { rows, show, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const conversation = '00000000-0000-4000-8000-00000000000a';
const at = '2026-01-05T10:00:00.000Z';
const from = { provider: 'lab', model: 'qwen', api: 'x', usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, cost: { total: 0 } } };

/** A session file as somebody has edited it: ids of messages and of calls stand in it twice, and a tool says what no tool of today says. */
function edited(userData: string): void {
  const folder = join(userData, '.agent', 'agent', 'sessions');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const say = (id: string, parentId: string | null, message: object) => ({ type: 'message', id, parentId, timestamp: at, message });
  const calls = (...paths: readonly string[]) => ({
    ...{ role: 'assistant', ...from, stopReason: 'toolUse' },
    content: paths.map(path => ({ type: 'toolCall', id: 'call_0', name: 'read', arguments: { path } })),
  });
  const result = (text: string, isError = false) => ({
    ...{ role: 'toolResult', toolCallId: 'call_0', toolName: 'read', isError, content: [{ type: 'text', text }] },
  });
  const lines = [
    { type: 'session', version: 3, id: conversation, timestamp: at, cwd: '/' },
    say('m', null, { role: 'user', content: 'First question' }),
    say('a', 'm', calls('one.md', 'two.md')),
    say('r', 'a', result('One.\n')),
    say('r', 'r', result('The moon was in the way.', true)),
    say('m', 'r', { role: 'user', content: 'Second question' }),
    say('a', 'm', calls('three.md')),
    say('r', 'a', result('Three.\nFour.\n')),
    say('z', 'r', { role: 'assistant', ...from, stopReason: 'stop', content: [{ type: 'text', text: 'Done.' }] }),
  ];
  const file = join(folder, `2026-01-05T10-00-00-000Z_${conversation}.jsonl`);
  writeFileSync(file, lines.map(line => `${JSON.stringify(line)}\n`).join(''));
}

test('an old conversation whose ids are repeated has all its rows, each once and with its own state; a tool’s own words are marked', async () => {
  await using app = await openApp({ locale: 'en-GB', prepare: edited });
  const { page } = app;
  await connected(page);
  await page.locator('conversations-list').getByText('First question').waitFor();
  await show(page, conversation);
  await thread(page).getByText('Done.').first().waitFor();
  const before = await rows(page);
  await thread(page).getByRole('button', { name: 'three.md' }).click();
  await thread(page).locator('.out', { hasText: 'Four.' }).waitFor();
  expect({ before, open: await thread(page).locator('button.tool[aria-expanded=true] .target').allInnerTexts() }).toEqual({
    before: [
      'First question',
      'Read one.md 1 line',
      '[failed] Read failed two.md The moon was in the way. The tool said so in its own words. 1 line <Copy>',
      'Second question',
      'Read three.md 2 lines',
      'Done.',
    ],
    open: ['two.md', 'three.md'],
  });
});
