import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { KitElements } from '@atelier/kernel/kit';
import type { AxeResults } from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chromiumLack } from './support/chromium.ts';
import { type GalleryLook, openGallery } from './support/gallery.ts';

type Kit<Tag extends keyof KitElements> = InstanceType<KitElements[Tag]>;

const lack = await chromiumLack();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let gallery: Awaited<ReturnType<typeof openGallery>>;

beforeEach(context => context.skip(lack !== undefined, lack));
beforeAll(async () => {
  if (lack === undefined) gallery = await openGallery();
});
afterAll(() => gallery?.close());

/** What axe finds wrong, one line an element. */
async function wrongOn(tab: Page): Promise<readonly string[]> {
  // By the inspector's own door: the page's policy lets no other script in.
  await tab.evaluate(axe);
  const found = await tab.evaluate(async () => (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run());
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

const looks: readonly GalleryLook[] = [
  { theme: 'light' },
  { theme: 'dark' },
  { theme: 'light', contrast: 'more' },
  { theme: 'dark', contrast: 'more' },
  { theme: 'light', lang: 'fr', dir: 'rtl' },
];

test.each(looks)('axe finds nothing wrong with any element, and nothing complains, in %o', async look => {
  await using opened = await gallery.open(look, 1200);
  expect({ wrong: await wrongOn(opened.tab), complaints: opened.complaints }).toEqual({ wrong: [], complaints: [] });
});

test('axe finds nothing wrong with what opens', async () => {
  const wrong: Record<string, readonly string[]> = {};
  for (const only of ['ui-menu', 'ui-popover', 'ui-dialog', 'ui-sheet']) {
    await using opened = await gallery.open({ only });
    await opened.tab.locator('section[id^=ui-] :is(ui-button, ui-chip)').first().click();
    wrong[only] = await wrongOn(opened.tab);
  }
  expect(wrong).toEqual({ 'ui-menu': [], 'ui-popover': [], 'ui-dialog': [], 'ui-sheet': [] });
});

test('every state has a colour and a shape of its own, and says its word in the page’s language', async () => {
  const marks: Record<string, unknown> = {};
  for (const lang of ['en', 'fr'] as const) {
    await using opened = await gallery.open({ only: 'ui-state', lang });
    marks[lang] = await section(opened.tab)
      .locator('ui-state')
      .evaluateAll(all => {
        const tokens = ['warn', 'danger', 'ok', 'text', 'text-2', 'text-3'];
        const probe = document.body.appendChild(document.createElement('i'));
        const nameOf = (colour: string) =>
          tokens.find(token => {
            probe.style.color = `var(--${token})`;
            return getComputedStyle(probe).color === colour;
          });
        return all.map(mark => {
          const drawing = mark.shadowRoot!.querySelector('svg')!;
          const { fill, stroke } = getComputedStyle(drawing);
          const shapes = [...drawing.children].map(shape => shape.localName).join(' ');
          return `${drawing.ariaLabel}: ${fill === 'none' ? nameOf(stroke) : nameOf(fill)}, ${shapes}`;
        });
      });
  }
  expect(marks).toEqual({
    en: [
      'Needs you: warn, rect',
      'Running: text-2, circle path',
      'Queued: text-3, circle',
      'Unread: text, circle',
      'Failed: danger, circle path',
      'Done: ok, path',
      'Skipped: text-3, path',
      'Late: warn, circle path',
      'Off: text-3, path',
    ],
    fr: [
      'Attend votre décision: warn, rect',
      'En cours: text-2, circle path',
      'En file: text-3, circle',
      'Non lu: text, circle',
      'En échec: danger, circle path',
      'Terminé: ok, path',
      'Ignoré: text-3, path',
      'En retard: warn, circle path',
      'Arrêté: text-3, path',
    ],
  });
});

/** What has the focus, in words: its text, or its name. */
function focused(tab: Page): Promise<string> {
  return tab.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    const host = (element?.getRootNode() as ShadowRoot | undefined)?.host;
    return (element?.ariaLabel || element?.textContent?.trim() || host?.textContent || element?.localName || '')
      .trim()
      .replace(/\s+/g, ' ');
  });
}

/** Presses keys one after another and tells what had the focus after each. */
async function trail(tab: Page, keys: readonly string[]): Promise<readonly string[]> {
  const seen: string[] = [];
  for (const key of keys) {
    await tab.keyboard.press(key);
    // What a key sets going may be drawn before it moves the focus.
    await tab.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    seen.push(await focused(tab));
  }
  return seen;
}

const section = (tab: Page): Locator => tab.locator('section[id^=ui-]');

/** Counts an event of an element, with what it says. */
async function listen(element: Locator, name: string): Promise<() => Promise<readonly unknown[]>> {
  await element.evaluate((target, event) => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    target.addEventListener(event, said => heard.push((said as CustomEvent).detail ?? (said.target as HTMLInputElement).value ?? null));
  }, name);
  return () => element.page().evaluate(() => (window as unknown as { heard: unknown[] }).heard);
}

describe('by keyboard', () => {
  test('a menu opens, moves, finds by letters, closes and gives the focus back', async () => {
    await using opened = await gallery.open({ only: 'ui-menu' });
    const { tab } = opened;
    const chosen = await listen(tab.locator('ui-menu').first(), 'ui-select');
    await tab.keyboard.press('Tab');
    expect(await trail(tab, ['ArrowDown', 'ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home', 'c', 'Escape'])).toEqual([
      'Rename',
      'Pin',
      'Delete',
      'Rename',
      'Delete',
      'Rename',
      'Copy the link',
      'Conversation',
    ]);
    expect(await trail(tab, ['Enter', 'p', 'Enter'])).toEqual(['Rename', 'Pin', 'Conversation']);
    expect(await chosen()).toEqual([{ value: 'pin' }]);
  });

  test('a list of a hundred thousand moves by arrows, pages and letters, keeps few rows, and Tab reaches a row’s actions', async () => {
    await using opened = await gallery.open({ only: 'ui-list' });
    const { tab } = opened;
    const list = tab.locator('ui-list').first();
    const chosen = await listen(list, 'ui-select');
    const active = async () => {
      const row = list.locator('[data-active]');
      return {
        row: await row.locator('ui-row').getAttribute('heading'),
        told: (await list.getAttribute('aria-activedescendant')) === (await row.getAttribute('id')),
      };
    };
    const after: Record<string, unknown> = {};
    await tab.keyboard.press('Tab');
    for (const key of ['ArrowDown', 'PageDown', 'End', 'ArrowUp', 'Home', 'f']) {
      await tab.keyboard.press(key);
      after[key] = await active();
    }
    await tab.keyboard.press('Enter');
    const rows = await list.locator('[data-row]').count();
    expect({ after, few: rows < 30, chosen: (await chosen()).length, action: await trail(tab, ['Tab']) }).toEqual({
      after: {
        ArrowDown: { row: '2 · Harbour list to SQLite', told: true },
        PageDown: { row: '8 · Harbour list to SQLite', told: true },
        End: { row: '100,000 · Nightly build on Windows', told: true },
        ArrowUp: { row: '99,999 · First paint is slow', told: true },
        Home: { row: '1 · Fix the DST jump', told: true },
        f: { row: '3 · First paint is slow', told: true },
      },
      few: true,
      chosen: 1,
      action: ['Archive'],
    });
  });

  test('a list stays on what one reads when rows come in above it', async () => {
    await using opened = await gallery.open({ only: 'ui-list' });
    const { tab } = opened;
    const kept = await tab.locator('ui-list').evaluateAll(async lists => {
      const all: boolean[] = [];
      for (const list of lists as Kit<'ui-list'>[]) {
        list.scrollTop = 5003;
        const settled = async () => {
          for (let frame = 0; frame < 4; frame++) await new Promise(resolve => requestAnimationFrame(resolve));
        };
        await settled();
        const top = list.getBoundingClientRect().top;
        const first = [...list.querySelectorAll('[data-row]')].find(row => row.getBoundingClientRect().bottom > top + 1)!;
        const [name, before] = [first.querySelector('ui-row')!.heading, first.getBoundingClientRect().top];
        const items = list.items as { id: number }[];
        list.items = [...items.slice(0, 40).map(item => ({ ...item, id: -item.id })), ...items];
        await settled();
        const now = [...list.querySelectorAll('[data-row]')].find(row => row.querySelector('ui-row')!.heading === name);
        all.push(now !== undefined && Math.abs(now.getBoundingClientRect().top - before) < 1);
      }
      return all;
    });
    expect(kept).toEqual([true, true]);
  });

  test('a dialog takes the focus, keeps it, and gives it back; one that is persistent ignores Escape', async () => {
    await using opened = await gallery.open({ only: 'ui-dialog' });
    const { tab } = opened;
    const closed = await listen(tab.locator('ui-dialog').first(), 'close');
    await tab.keyboard.press('Tab');
    expect(await trail(tab, ['Enter', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Escape'])).toEqual([
      'Name',
      'Cancel',
      'Rename',
      'Cancel',
      'Name',
      'Close',
      'Rename…',
    ]);
    await expect.poll(async () => (await closed()).length).toBe(1);
    await trail(tab, ['Tab', 'Enter', 'Escape']);
    const persistent = tab.locator('ui-dialog').nth(1).locator('dialog');
    expect(await persistent.evaluate(dialog => (dialog as HTMLDialogElement).open)).toBe(true);
    expect(await trail(tab, ['Tab', 'Enter'])).toEqual(['Keep', 'Delete…']);
  });

  test('tabs move by arrows, Home and End, pass over what is disabled, and show their panel', async () => {
    await using opened = await gallery.open({ only: 'ui-tabs' });
    const { tab } = opened;
    await tab.keyboard.press('Tab');
    const moved = await trail(tab, ['ArrowRight', 'ArrowRight', 'End', 'ArrowLeft', 'Home']);
    const panel = await section(tab).locator('ui-tabs').first().locator('p:visible').innerText();
    expect({ moved, panel }).toEqual({
      moved: ['Updates 2', 'Marketplace', 'Updates 2', 'Installed 12', 'Marketplace'],
      panel: 'Marketplace',
    });
    expect(await trail(tab, ['Tab', 'ArrowRight', 'ArrowRight'])).toEqual(['Marketplace', 'Installed 12', 'Marketplace']);
  });

  test('a split moves by arrows and the pointer, within its bounds, and goes back by a double click', async () => {
    await using opened = await gallery.open({ only: 'ui-split' });
    const { tab } = opened;
    const line = section(tab).getByRole('separator').first();
    const size = async () => Number(await line.getAttribute('aria-valuenow'));
    const said = await listen(tab.locator('ui-split').first(), 'ui-resize');
    const sizes: number[] = [];
    await tab.keyboard.press('Tab');
    for (const key of ['ArrowRight', 'Shift+ArrowRight', 'ArrowLeft', 'End', 'Home', 'Enter']) {
      await tab.keyboard.press(key);
      sizes.push(await size());
    }
    const box = (await line.boundingBox())!;
    await tab.mouse.move(box.x, box.y + 40);
    await tab.mouse.down();
    await tab.mouse.move(box.x + 50, box.y + 40, { steps: 3 });
    await tab.mouse.up();
    sizes.push(await size());
    await line.dblclick();
    sizes.push(await size());
    // What stands over the edge of a pane cannot be scrolled into view.
    const scrolled = await tab
      .locator('ui-split')
      .first()
      .evaluate(split => {
        (split.querySelector('[slot="start"]') as HTMLElement).style.width = '2000px';
        const pane = split.shadowRoot?.querySelector('.pane');
        pane?.scrollTo(5, 0);
        return pane?.scrollLeft;
      });
    expect({ sizes, scrolled, last: (await said()).at(-1) }).toEqual({
      sizes: [168, 232, 224, 320, 80, 160, 210, 160],
      scrolled: 0,
      last: { size: 160 },
    });
  });

  test('a segmented control and a select choose by keys, and say so', async () => {
    await using opened = await gallery.open({ only: 'ui-segmented' });
    const said = await listen(opened.tab.locator('ui-segmented').first(), 'change');
    await trail(opened.tab, ['Tab', 'ArrowRight']);
    await using second = await gallery.open({ only: 'ui-select' });
    const chosen = await listen(second.tab.locator('ui-select').first(), 'change');
    await trail(second.tab, ['Tab', 'Space', 'ArrowDown', 'Enter']);
    const shown = await second.tab
      .locator('ui-select')
      .first()
      .evaluate(select => (select as Kit<'ui-select'>).value);
    expect({ segmented: await said(), select: await chosen(), shown }).toEqual({
      segmented: ['assistant'],
      select: ['opus'],
      shown: 'opus',
    });
  });

  test('a toast waits while the focus is in it, and its action runs', async () => {
    await using opened = await gallery.open({ only: 'ui-toast' });
    const { tab } = opened;
    await section(tab).getByRole('button', { name: 'Archive' }).click();
    const region = tab.getByRole('region', { name: 'Notifications' });
    await region.getByRole('button', { name: 'Undo' }).press('Enter');
    expect(await region.locator('ui-toast').evaluateAll(toasts => toasts.map(toast => toast.getAttribute('text')))).toEqual(['It is back']);
  });
});

test('form controls send their values, tell what is wrong, and go back on reset', async () => {
  await using opened = await gallery.open({ only: 'ui-field' });
  const result = await opened.tab.evaluate(async () => {
    document.body.innerHTML = `<form>
      <ui-input name="name" value="Ada"></ui-input><ui-input name="needed" required></ui-input><ui-textarea name="text" value="one"></ui-textarea>
      <ui-switch name="on" checked></ui-switch><ui-checkbox name="tick"></ui-checkbox><ui-select name="model" value="b"></ui-select>
      <ui-radio-group name="access" value="x"></ui-radio-group><ui-segmented name="mode" value="y"></ui-segmented>
      <fieldset disabled><ui-input name="never" value="sent"></ui-input></fieldset>
      <ui-button type="submit">Send</ui-button><ui-button type="reset">Back</ui-button></form>`;
    const form = document.querySelector('form')!;
    const options = ['a', 'b', 'x', 'y'].map(value => ({ value, label: value }));
    for (const choice of form.querySelectorAll<HTMLElement>('ui-select, ui-radio-group, ui-segmented')) Object.assign(choice, { options });
    const settle = () => Promise.all([...form.elements].map(element => (element as Kit<'ui-input'>).updateComplete));
    await settle();
    let submitted = 0;
    form.addEventListener('submit', event => {
      event.preventDefault();
      submitted += 1;
    });
    const values = () => Object.fromEntries(new FormData(form));
    const first = values();
    const [submit, reset] = [...form.querySelectorAll('ui-button')];
    submit!.click();
    const refused = submitted;
    const needed = form.querySelector<Kit<'ui-input'>>('[name=needed]')!;
    const missing = needed.validity.valueMissing;
    needed.value = 'here';
    form.querySelector<Kit<'ui-input'>>('[name=name]')!.value = 'Grace';
    form.querySelector<Kit<'ui-checkbox'>>('[name=tick]')!.checked = true;
    await settle();
    submit!.click();
    const second = values();
    reset!.click();
    await settle();
    return { first, refused, missing, submitted, second, back: values() };
  });
  const begun = { name: 'Ada', needed: '', text: 'one', on: 'on', model: 'b', access: 'x', mode: 'y' };
  expect(result).toEqual({
    first: begun,
    refused: 0,
    missing: true,
    submitted: 1,
    second: { ...begun, name: 'Grace', needed: 'here', tick: 'on' },
    back: begun,
  });
});
