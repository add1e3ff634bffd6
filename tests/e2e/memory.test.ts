import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { field, openComposer, withScripted } from './composer-page.ts';
import { detail, memoryPage, openMemory, remember, row, rows } from './memory-page.ts';
import { openModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { rested, say, thread } from './thread.ts';
import { command, focused, plain } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test('what a person said is told to the next conversation, explained on its answer, corrected and forgotten there, and found where it came from', async () => {
  await using server = await openModelServer();
  const isTurn = ({ body }: { body: { tools?: readonly unknown[] } }) => (body.tools?.length ?? 0) > 0;
  server.script({
    when: isTurn,
    tools: [
      {
        name: 'memory_upsert',
        arguments: {
          kind: 'preference',
          title: 'Trains before nine',
          content: 'Prefers trains before nine, window side.',
          where: 'everywhere',
        },
      },
    ],
  });
  for (const text of ['I will remember that.', 'The 08:04 has a window seat.', 'The 10:04 then.']) server.script({ when: isTurn, text });
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  await page.keyboard.press('Control+n');
  await field(page).waitFor();
  await withScripted(page, server);
  const model = 'scripted/scripted-large';
  const first = await say(page, 'I prefer trains before nine, window side.', { model });
  await rested(page, first);

  // Made private in the middle: what was remembered stays, which is said with the way to forget it.
  const privacy = page.locator('memory-privacy');
  await privacy.getByRole('button', { name: 'Make private' }).click();
  await page
    .getByText('Private from now on; what waited is dropped. What was captured of it before is still remembered.')
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Forget that…' }).waitFor();
  await app.keep('memory-private-but');
  await privacy.getByRole('button', { name: 'Private', pressed: true }).click();
  await privacy.getByRole('button', { name: 'Make private' }).waitFor();
  const second = await say(page, 'Which trains before nine are there for Saturday, window side?', { model });
  await rested(page, second);

  const chip = thread(page).getByRole('button', { name: '1 memory' });
  await chip.click();
  const used = page.locator('memory-used');
  await used.getByText('Prefers trains before nine, window side.').waitFor();
  await used.getByText(/What came with the message took about \d+ tokens\./).waitFor();
  await axeClean(page);
  await app.keep('memory-used');
  await used.getByRole('button', { name: 'Correct' }).click();
  const words = used.getByRole('textbox', { name: 'Since then' });
  await words.fill('Prefers trains before ten, window side.');
  await app.keep('memory-used-correct');
  await words.press('Enter');
  await used.getByRole('button', { name: 'Show what holds' }).click();

  // The record that holds now, beside the one that it ended, with the person's own words.
  await detail(page).getByText('Prefers trains before ten, window side.').first().waitFor();
  const pair = plain(await detail(page).getByRole('group', { name: 'One replaced the other' }).innerText()).replaceAll(/\s+/g, ' ');
  await app.keep('memory-corrected');
  await axeClean(page);

  const third = await (async () => {
    await page.keyboard.press('Control+n');
    await field(page).waitFor();
    return say(page, 'And which trains before nine on Sunday, window side?', { model });
  })();
  await rested(page, third);
  const told = JSON.stringify(server.requests.findLast(isTurn)?.body.messages);
  await thread(page).getByRole('button', { name: '1 memory' }).click();
  await used.getByRole('button', { name: 'Forget' }).click();
  await used.getByText('A memory that was forgotten since').waitFor();
  await used.getByRole('button', { name: 'Undo' }).click();
  await used.getByText('Prefers trains before ten, window side.').waitFor();
  server.script({ when: isTurn, text: 'I do not know your trains.' });
  await used.getByRole('button', { name: 'Answer again without memory' }).click();
  await thread(page).getByText('I do not know your trains.', { exact: true }).first().waitFor();
  await rested(page, third);
  const without = JSON.stringify(server.requests.findLast(isTurn)?.body.messages);
  const chips = await thread(page).getByRole('button', { name: '1 memory' }).count();

  await openMemory(page);
  await row(page, 'Prefers trains before ten').waitFor();
  const list = await rows(page);
  await memoryPage(page).getByRole('button', { name: 'In use' }).click();
  await page.getByRole('menuitemradio', { name: 'Replaced' }).click();
  await expect.poll(() => memoryPage(page).locator('memory-records .row.past').count()).toBe(1);
  await memoryPage(page).locator('memory-records .row.past').click();
  await detail(page).getByText('I prefer trains before nine, window side.').first().waitFor();
  await detail(page).getByRole('button', { name: 'Open the message' }).click();
  await thread(page).getByRole('article').filter({ hasText: 'I prefer trains before nine' }).first().waitFor();

  // Forgetting leaves the conversation, and leads there.
  await openMemory(page);
  await memoryPage(page).locator('ui-header').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Forget several' }).click();
  const forget = page.locator('memory-forget');
  await forget.getByRole('textbox', { name: 'Words in it' }).fill('window side');
  await forget.getByText('Conversations keep the words where they were said').waitFor();
  const source = forget.locator('.kept').getByRole('button');
  await source.first().waitFor();
  await axeClean(page);
  await app.keep('memory-forget-kept');
  await source.first().click();
  await thread(page).getByRole('article').filter({ hasText: 'I prefer trains before nine' }).first().waitFor();

  expect({
    pair,
    told: [told.includes('before nine, window side."'), told.includes('before ten, window side')],
    without: [without.includes('before ten, window side'), chips],
    list,
  }).toEqual({
    pair: expect.stringMatching(
      /Until then Prefers trains before nine, window side\..*Since then Prefers trains before ten, window side\./,
    ),
    told: [false, true],
    without: [false, 0],
    list: ['Prefers trains before ten, window side.'],
  });
});

test('memories are written, searched while typing, corrected, forgotten and put back, by keys alone', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await openMemory(page);
  await memoryPage(page).getByText('Nothing is remembered yet').waitFor();
  await axeClean(page);
  await app.keep('memory-empty');
  await memoryPage(page).getByRole('button', { name: 'Write the first memory' }).click();
  const form = page.locator('memory-form');
  await expect.poll(() => focused(page)).toMatch(/Title/);
  await page.keyboard.press('Enter');
  await form.getByText('Write a title, or what holds.').waitFor();
  await page.keyboard.type('Kitchen fitting starts on 12 January');
  await axeClean(page);
  await app.keep('memory-add');
  await page.keyboard.press('Enter');
  await row(page, 'Kitchen fitting').waitFor();
  await form.waitFor({ state: 'detached' });
  await remember(page, { kind: 'preference', title: 'Matt fronts in the kitchen, no handles' });
  await remember(page, { kind: 'profile', title: 'Cooks for six on Sundays' });
  await expect.poll(() => rows(page)).toHaveLength(3);

  const search = memoryPage(page).getByRole('searchbox', { name: 'Search memories' });
  await search.fill('kichen');
  await expect.poll(() => rows(page)).toEqual([expect.stringContaining('itchen'), expect.stringContaining('itchen')]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await search.focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => rows(page)).toHaveLength(3);

  // Corrected: the old words end and stand beside the new ones.
  await row(page, 'Kitchen fitting').click();
  await detail(page).getByRole('heading', { name: 'Kitchen fitting starts on 12 January' }).waitFor();
  await detail(page).getByRole('button', { name: 'Correct' }).click();
  await form.getByRole('textbox', { name: 'Title' }).fill('Kitchen fitting starts on 2 February');
  await form.getByRole('textbox', { name: 'What holds' }).fill('Kitchen fitting starts on 2 February');
  await form.getByRole('button', { name: 'Correct' }).click();
  await detail(page).getByRole('heading', { name: 'Kitchen fitting starts on 2 February' }).waitFor();
  await detail(page).locator('.pair mark').nth(1).waitFor();
  const marks = await detail(page).locator('.pair mark').allInnerTexts();

  // Forgotten with a key, in the list, and back.
  await memoryPage(page).locator('memory-records ui-list').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  await memoryPage(page).locator('memory-records .gone').waitFor();
  const gone = await memoryPage(page).locator('memory-records .gone .title').innerText();
  await expect.poll(() => rows(page)).toHaveLength(2);
  await app.keep('memory-gone');
  await axeClean(page);
  await page.reload();
  await memoryPage(page).locator('memory-records .gone').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => rows(page)).toHaveLength(3);
  expect({ marks, gone }).toEqual({
    marks: ['12 January', '2 February'],
    gone: 'Forgot “Kitchen fitting starts on 2 February” and what it replaced',
  });
});

test('several are forgotten after a look at which, stay forgotten in an import, and everything is taken along as JSON and Markdown', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await openMemory(page);
  for (const title of ['The boat is called Mouette', 'The boat lies in Brest', 'The car is grey'])
    await remember(page, { title, topic: title });
  await row(page, 'The car is grey').waitFor();
  const more = memoryPage(page).locator('ui-header').getByRole('button', { name: 'More actions' });
  const exported = async (name: string, file: string) => {
    await more.click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()]);
    await download.saveAs(join(app.userData, file));
    return readFileSync(join(app.userData, file), 'utf8');
  };
  const json = await exported('Export everything as JSON', 'all.json');
  const markdown = await exported('Export as Markdown', 'all.md');

  await more.click();
  await page.getByRole('menuitem', { name: 'Forget several' }).click();
  const forget = page.locator('memory-forget');
  await forget.getByText('Fill in what you want to forget').waitFor();
  await forget.getByRole('textbox', { name: 'Words in it' }).fill('boat');
  await forget.getByText('2 memories go').waitFor();
  const shown = await forget.getByRole('listitem').locator('span').allInnerTexts();
  await axeClean(page);
  await app.keep('memory-forget');
  await forget.getByRole('button', { name: 'Forget 2 memories' }).click();
  await memoryPage(page).locator('memory-records .gone').getByText('Forgot 2 memories').waitFor();
  await expect.poll(() => rows(page)).toEqual(['The car is grey']);

  await memoryPage(page).getByRole('button', { name: 'Import' }).click();
  const importing = page.locator('memory-import');
  await importing.locator('input[type=file]').setInputFiles(join(app.userData, 'all.json'));
  await importing.getByText('2 stay forgotten').waitFor();
  const again = await importing.getByRole('listitem').allInnerTexts();
  await importing.getByRole('button', { name: 'Close' }).click();
  await memoryPage(page).getByRole('button', { name: 'Import' }).click();
  await importing
    .getByRole('textbox', { name: 'Or paste it here' })
    .fill('- Drinks tea\n- The key is sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKl\n');
  await importing.getByRole('button', { name: 'Import' }).click();
  await importing.getByText('1 memory added').waitFor();
  const other = await importing.getByRole('listitem').allInnerTexts();
  await axeClean(page);
  await app.keep('memory-import');
  await importing.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => rows(page)).toEqual(['The car is grey']);

  await memoryPage(page)
    .getByRole('tab', { name: /Forgotten/ })
    .click();
  await memoryPage(page).locator('memory-forgotten li').first().waitFor();
  await app.keep('memory-forgotten');
  await axeClean(page);
  await memoryPage(page).locator('memory-forgotten li').filter({ hasText: 'Mouette' }).getByRole('button', { name: 'Put back' }).click();
  await memoryPage(page)
    .getByRole('tab', { name: /Memories/ })
    .click();
  // It is the same memory as before, and stands where it stood.
  await expect.poll(() => rows(page)).toEqual(['The car is grey', 'The boat is called Mouette']);
  expect({
    json: (JSON.parse(json) as { memories: unknown[] }).memories.length,
    markdown: markdown.includes('- **The boat lies in Brest**'),
    shown: shown.sort(),
    again,
    other: other.length,
  }).toEqual({
    json: 3,
    markdown: true,
    shown: ['The boat is called Mouette', 'The boat lies in Brest'],
    again: ['0 memories added', '1 was there already', '2 stay forgotten'],
    other: 2,
  });
});

test('a conversation is made private: the switch says so, keeps it over a reload, and is in the menu and the palette', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await openComposer(page);
  await page.locator('memory-privacy').getByRole('button', { name: 'Make private' }).waitFor();
  const conversation = await say(page, 'Hello');
  await rested(page, conversation);
  await page.locator('memory-privacy').getByRole('button', { name: 'Make private' }).click();
  await page.locator('memory-privacy').getByRole('button', { name: 'Private', pressed: true }).waitFor();
  await page.getByText('Private: nothing of this conversation is remembered').first().waitFor();
  await axeClean(page);
  await page.locator('conversations-list').getByRole('img', { name: 'Private' }).waitFor();
  await app.keep('memory-private');
  await page.reload();
  await page.locator('memory-privacy').getByRole('button', { name: 'Private', pressed: true }).waitFor();
  await command(page, 'Private conversation');
  await page.locator('memory-privacy').getByRole('button', { name: 'Make private' }).waitFor();
});

test('what waits is decided: a memory from a page is confirmed or refused, two that say the same are merged, what is new is kept or forgotten', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await openMemory(page);
  const ids: string[] = [];
  for (const title of ['Likes tea', 'Likes green tea', 'Works part-time on Wednesdays', 'Has a boat in Brest'])
    ids.push(await remember(page, { title, topic: title }));
  await app.kill();
  const weekAgo = Date.now() - 8 * 86_400_000;
  const draft = (content: string) => ({
    kind: 'fact',
    title: content,
    content,
    source: { origin: 'captured', quote: content, outside: 'bank.example' },
  });
  const db = new Database(join(app.userData, 'data', 'atelier--memory.sqlite'));
  const propose = db.prepare('INSERT INTO proposals (id, kind, same, what, at) VALUES (?, ?, ?, ?, ?)');
  propose.run('p1', 'capture', '1', JSON.stringify(draft('Holidays begin on 12 July.')), weekAgo);
  propose.run('p2', 'capture', '2', JSON.stringify(draft('The account is at the bank of Mallory.')), weekAgo);
  propose.run('p3', 'merge', '3', JSON.stringify(ids.slice(0, 2)), weekAgo);
  for (const id of ids.slice(2)) db.prepare('INSERT INTO unreviewed (memory, at) VALUES (?, ?)').run(id, weekAgo);
  db.close();
  await page.goto((await app.restart()).url);
  await openMemory(page);

  const card = memoryPage(page).locator('memory-records memory-review');
  await card.getByText('Works part-time on Wednesdays').or(card.getByText('Has a boat in Brest')).waitFor();
  await app.keep('memory-review');
  await axeClean(page);
  const first = await card.locator('.what b').innerText();
  await card.getByRole('button', { name: 'Keep' }).focus();
  await page.keyboard.press('k');
  await expect.poll(() => card.locator('.what b').innerText()).not.toBe(first);
  await page.keyboard.press('f');
  await card.locator('section').waitFor({ state: 'detached' });

  await memoryPage(page)
    .getByRole('tab', { name: /To decide/ })
    .click();
  const waiting = memoryPage(page).locator('memory-waiting');
  await waiting.getByRole('article', { name: 'The account is at the bank of Mallory.' }).getByRole('button', { name: 'Refuse' }).waitFor();
  await app.keep('memory-decide');
  await axeClean(page);
  await waiting.getByRole('article', { name: 'The account is at the bank of Mallory.' }).getByRole('button', { name: 'Refuse' }).click();
  await waiting.getByRole('article', { name: 'Holidays begin on 12 July.' }).getByRole('button', { name: 'Remember' }).click();
  await waiting.getByRole('article', { name: 'Likes green tea' }).getByRole('button', { name: 'Merge' }).click();
  await waiting.getByText('Nothing waits for you.').waitFor();
  await memoryPage(page)
    .getByRole('tab', { name: /Memories/ })
    .click();
  await expect.poll(() => rows(page)).toEqual(['Likes green tea', 'Holidays begin on 12 July.', first]);
  await memoryPage(page).locator('.capture').click();
  await page.locator('memory-capture').getByRole('switch', { name: 'Learn from conversations' }).waitFor();
  await app.keep('memory-capture');
  await axeClean(page);
  await page.locator('memory-capture').getByRole('switch', { name: 'Learn from conversations' }).uncheck();
  await page.locator('memory-capture').getByText('Capture is paused.').waitFor();
});
