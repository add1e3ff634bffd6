import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AskedRequest } from '@atelier/agent/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { axeViolations } from '../../../tests/e2e/axe.ts';
import { chromiumLack } from '../../../tests/support/chromium.ts';
import { type ElementPages, openElementPages } from '../../../tests/support/element-pages.ts';

declare const answers: readonly unknown[];
declare const ask: (requests: readonly AskedRequest[]) => void;

const root = join(import.meta.dirname, '..', '..', '..');
const pictures = join(root, '.build', 'requests');
const lack = await chromiumLack();
let pages: ElementPages;

beforeEach(context => context.skip(lack !== undefined, lack));
beforeAll(async () => {
  if (lack !== undefined) return;
  mkdirSync(pictures, { recursive: true });
  pages = await openElementPages(join(root, 'tests', 'support', 'request-page'));
});
afterAll(() => pages?.[Symbol.asyncDispose]());

const approval = (text: string, more: Partial<AskedRequest> = {}): AskedRequest => ({
  id: text.slice(0, 40),
  conversation: 'c',
  kind: 'approval',
  title: 'Run this command?',
  text,
  why: 'In open mode you are asked about what may destroy, publish or gain rights: sudo.',
  scopes: ['once', 'conversation', 'project', 'always'],
  at: 0,
  ...more,
});
const hidingItsTail = `sudo ls${'\n'.repeat(80)}rm -rf ~`;

/** A page with these questions, whose clock stands still until the test moves it. */
async function asked(requests: readonly AskedRequest[], { query = '', width = 1000 } = {}) {
  const { tab, complaints } = await pages.open(`/?${query}`, { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  await tab.clock.install({ time: 0 });
  await tab.clock.pauseAt(1_000);
  await tab.evaluate(given => ask(given), requests);
  const form = tab.getByRole('form').first();
  await form.waitFor();
  return {
    tab,
    complaints,
    form,
    once: form.getByRole('button', { name: /^(?:Allow once|Autoriser une fois)$/ }),
    answers: () => tab.evaluate(() => answers),
    /** The clock of the page goes on; what was in view is known to the page before. */
    async pass(milliseconds: number) {
      await inView(tab);
      await tab.clock.runFor(milliseconds);
    },
    [Symbol.asyncDispose]: () => tab.context().close(),
  };
}

/** An observer that is asked after all others has been answered: those of the page have been answered too. */
const inView = (tab: Page) =>
  tab.evaluate(
    () =>
      new Promise<void>(resolve => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body);
      }),
  );

test('S21: a question can be denied at once, and allowed only after it has been in view for a moment', async () => {
  await using at = await asked([approval('sudo ls'), approval('sudo reboot')]);
  await at.pass(600);
  const early = [await at.once.isDisabled(), await at.form.getByRole('button', { name: 'Deny' }).isDisabled()];
  await at.pass(200);
  const later = await at.once.isDisabled();
  await at.once.click();
  // The next question now stands where the first one was clicked.
  await at.form.getByText('sudo reboot').waitFor();
  const next = await at.once.isDisabled();
  await at.once.click({ force: true });
  const only = await at.answers();
  await at.pass(800);
  await at.once.click();
  expect({ early, later, next, only, all: await at.answers(), complaints: at.complaints }).toEqual({
    early: [true, false],
    later: false,
    next: true,
    only: [['sudo ls', { allow: true, scope: 'once' }]],
    all: [
      ['sudo ls', { allow: true, scope: 'once' }],
      ['sudo reboot', { allow: true, scope: 'once' }],
    ],
    complaints: [],
  });
});

test('S21: a question whose end is not shown says how long it is, and cannot be allowed before all of it is shown', async () => {
  await using at = await asked([approval(hidingItsTail)]);
  await at.pass(2_000);
  const folded = { once: await at.once.isDisabled(), tail: await at.form.getByText('rm -rf ~').count() };
  await at.form.focus();
  await at.tab.keyboard.press('y');
  await at.form.getByRole('button', { name: '81 lines, show all' }).click();
  const unfolded = { once: await at.once.isDisabled(), tail: await at.form.getByText('rm -rf ~').isVisible() };
  await at.tab.keyboard.press('y');
  const before = await at.answers();
  // Its buttons are far below now, and count as seen only when they are in view.
  await at.pass(2_000);
  const farBelow = await at.once.isDisabled();
  await at.once.scrollIntoViewIfNeeded();
  await at.pass(800);
  await at.once.click();
  expect({ folded, unfolded, before, farBelow, after: await at.answers() }).toEqual({
    folded: { once: true, tail: 0 },
    unfolded: { once: true, tail: true },
    before: [],
    farBelow: true,
    after: [[hidingItsTail.slice(0, 40), { allow: true, scope: 'once' }]],
  });
});

test('S21: no text of a question is cut without saying so, in whatever form it is asked', async () => {
  const tail = 'the end';
  const long = [
    approval(`echo ${'x '.repeat(600)}${tail}`),
    approval(`${'echo\n'.repeat(13)}${tail}`),
    { ...approval('a'), id: 'b', text: undefined, name: 'notes.write', args: { text: `${'x'.repeat(30_000)}${tail}` } },
    { ...approval('c'), kind: 'confirm', text: `${'Really?\n'.repeat(20)}${tail}` },
  ] as const;
  const seen: unknown[] = [];
  for (const request of long) {
    await using at = await asked([request as AskedRequest]);
    await at.pass(2_000);
    const allow = at.form.getByRole('button', { name: /^(?:Allow once|Yes)$/ });
    const [disabled, shown] = [await allow.isDisabled(), await at.form.getByText(tail).count()];
    await at.form.getByRole('button', { name: /show all$/ }).click();
    seen.push([disabled, shown, await at.form.getByText(tail).count()]);
  }
  const short = 'echo "a b c d e f"\ncat notes.txt';
  await using at = await asked([approval(short)]);
  expect({ seen, short: await at.form.getByText('cat notes.txt').isVisible() }).toEqual({ seen: Array(4).fill([true, 0, 1]), short: true });
});

test('S21: keys answer only while the question has the focus, and Enter presses what has it', async () => {
  await using at = await asked([approval('sudo ls'), approval('sudo id'), approval('sudo df')]);
  await at.pass(2_000);
  for (const key of ['Enter', 'y', 'o', 'c', 'p', 'n']) await at.tab.keyboard.press(key);
  const unfocused = await at.answers();
  await at.form.focus();
  await at.tab.keyboard.press('Enter');
  await at.tab.keyboard.press('Control+y');
  const onTheForm = await at.answers();
  await at.form.getByRole('button', { name: 'Deny' }).focus();
  await at.tab.keyboard.press('Enter');
  await at.form.getByText('sudo id').waitFor();
  await at.form.focus();
  await at.tab.keyboard.press('y');
  const tooEarly = (await at.answers()).length;
  await at.pass(800);
  await at.tab.keyboard.press('c');
  await at.form.getByText('sudo df').waitFor();
  await at.pass(800);
  // A key that is held down since before is no answer.
  await at.form.dispatchEvent('keydown', { key: 'y', repeat: true, bubbles: true });
  expect({ unfocused, onTheForm, tooEarly, all: await at.answers() }).toEqual({
    unfocused: [],
    onTheForm: [],
    tooEarly: 1,
    all: [
      ['sudo ls', { allow: false }],
      ['sudo id', { allow: true, scope: 'conversation' }],
    ],
  });
});

test('S21: Alt with Y, N or Shift and N answers the first question from anywhere but a dialog, a yes only when its button could, a no with a reason', async () => {
  await using at = await asked([approval('sudo ls'), approval('sudo id'), approval('sudo df')]);
  const { keyboard } = at.tab;
  // Somewhere else, as in the composer.
  await at.tab.evaluate(() => document.body.append(Object.assign(document.createElement('textarea'), { id: 'else' })));
  await at.tab.locator('#else').focus();
  await keyboard.press('Alt+y');
  const early = await at.answers();
  await at.pass(800);
  await at.tab.evaluate(() => {
    const dialog = document.createElement('dialog');
    dialog.innerHTML = '<input>';
    document.body.append(dialog);
    dialog.showModal();
  });
  await keyboard.press('Alt+y');
  const inDialog = await at.answers();
  await at.tab.evaluate(() => document.querySelector('dialog')?.remove());
  await at.tab.locator('#else').focus();
  await keyboard.press('Alt+y');
  await at.form.getByText('sudo id').waitFor();
  await keyboard.press('Alt+n');
  await at.form.getByText('sudo df').waitFor();
  await keyboard.press('Alt+Shift+N');
  await at.form.locator('input:focus').waitFor();
  await keyboard.type('Look at y and n first');
  await keyboard.press('Enter');
  expect({ early, inDialog, all: await at.answers() }).toEqual({
    early: [],
    inDialog: [],
    all: [
      ['sudo ls', { allow: true, scope: 'once' }],
      ['sudo id', { allow: false }],
      ['sudo df', { allow: false, text: 'Look at y and n first' }],
    ],
  });
});

test('S21: what has to be there first is asked as a sheet: its words, and its choices or a way to go on, each answered by keys', async () => {
  const sheet = (id: string, more: Partial<AskedRequest>): AskedRequest => ({
    ...{ id, conversation: 'c', kind: 'requirements', title: 'Two things are needed first', text: 'git and a key of the registry', at: 0 },
    ...more,
  });
  const found: unknown[] = [];
  for (const [request, button] of [
    [sheet('one', { options: ['Install git', 'Not now'] }), 'Install git'],
    [sheet('two', {}), 'Continue'],
  ] as const) {
    await using at = await asked([request]);
    await at.form.getByText('git and a key of the registry').waitFor();
    await at.pass(2_000);
    await at.tab.clock.resume();
    found.push(await axeViolations(at.tab));
    await at.form.getByRole('button', { name: button }).press('Enter', { timeout: 10_000 });
    found.push(await at.answers());
  }
  expect(found).toEqual([[], [['one', { choice: 'Install git' }]], [], [['two', expect.objectContaining({ allow: true })]]]);
}, 60_000);

test('a question looks right in both languages, light and dark, narrow and wide, and can be used by everybody', async () => {
  const whyFr =
    'En mode ouvert, ce qui peut détruire, publier ou prendre d’autres droits vous est demandé : rm -r hors du dossier de travail.';
  const violations: unknown[] = [];
  for (const lang of ['en', 'fr'])
    for (const theme of ['light', 'dark'])
      for (const width of [390, 1440]) {
        const why = lang === 'fr' ? { why: whyFr, title: 'Exécuter cette commande ?' } : {};
        await using at = await asked(
          [
            approval('npm install', why),
            approval('for file in *.log; do\n  gzip "$file" && rm -r ~/archive/"$file"\ndone', why),
            approval(hidingItsTail, why),
            approval('x', { ...why, text: undefined, name: 'notes.write', args: { title: 'Plan', text: 'Buy apples.' } } as never),
          ],
          { query: `lang=${lang}&theme=${theme}`, width },
        );
        await at.pass(2_000);
        await at.tab.clock.resume();
        violations.push(...(await axeViolations(at.tab)));
        await at.tab.screenshot({ path: join(pictures, `${lang}-${theme}-${width}.png`), fullPage: true });
      }
  expect(violations).toEqual([]);
});
