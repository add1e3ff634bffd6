import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { connected } from './screen.ts';
import { row, show } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const conversation = '00000000-0000-4000-8000-00000000000c';

/** A conversation with one answer of 90,000 characters. */
function withLongAnswer(userData: string): void {
  const folder = join(userData, '.agent', 'agent', 'sessions');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const timestamp = '2026-01-05T10:00:00.000Z';
  const text = Array.from(
    { length: 900 },
    (_, at) => `## Part ${at}\n\nA **word** of part ${at}, and \`code\` of it, then some more words to fill.\n`,
  ).join('\n');
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, cost: { total: 0 } };
  const answer = {
    role: 'assistant',
    provider: 'lab',
    model: 'm',
    api: 'x',
    usage,
    stopReason: 'stop',
    content: [{ type: 'text', text: `${text}\nThe end.` }],
  };
  const lines = [
    { type: 'session', version: 3, id: conversation, timestamp, cwd: '/' },
    { type: 'message', id: 'q', parentId: null, timestamp, message: { role: 'user', content: 'Write much' } },
    { type: 'message', id: 'a', parentId: 'q', timestamp, message: answer },
  ];
  writeFileSync(join(folder, `2026-01-05T10-00-00-000Z_${conversation}.jsonl`), lines.map(line => `${JSON.stringify(line)}\n`).join(''));
}

test('after a reload a long answer is there at once: no part of it is seen before the rest, and its height stays', async () => {
  await using app = await openApp({ locale: 'en-GB', prepare: withLongAnswer });
  const { page } = app;
  await connected(page);
  await page.locator('conversations-list').getByText('Write much').waitFor();
  await show(page, conversation);
  await row(page, 'The end.').waitFor();
  // What each frame shows of the answer: its last line, and how high it is.
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const inside = (root: ParentNode): HTMLElement | undefined => {
      for (const one of root.querySelectorAll('*')) {
        if (one.matches('.say ui-markdown')) return one as HTMLElement;
        const found = one.shadowRoot === null ? undefined : inside(one.shadowRoot);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    const look = (): void => {
      const answer = inside(document)?.shadowRoot?.querySelector<HTMLElement>('.body');
      const last = answer?.lastElementChild ?? answer?.lastChild?.parentElement;
      if (answer && last && answer.textContent !== '' && getComputedStyle(answer).visibility === 'visible')
        seen.push(`${last.textContent?.slice(-40)} ${answer.offsetHeight}`);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.reload();
  await connected(page);
  await row(page, 'The end.').waitFor();
  for (let frame = 0; frame < 30; frame += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
  const seen = await page.evaluate(() => [...new Set((globalThis as unknown as { seen: string[] }).seen)]);
  expect(seen).toEqual([expect.stringMatching(/^The end\. \d+$/)]);
});
