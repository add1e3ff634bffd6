import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chromiumLack, openChromium } from '../support/chromium.ts';
import { axeViolations } from './axe.ts';
import { walk } from './keyboard.ts';

const lack = await chromiumLack();
let browser: Browser;
let page: Page;

beforeEach(context => context.skip(lack !== undefined, lack));
beforeAll(async () => {
  if (lack !== undefined) return;
  browser = await openChromium();
  page = await browser.newPage();
});
afterAll(() => browser?.close());

const show = (body: string, style = '') =>
  page.setContent(`<!doctype html><html lang="en"><title>Planted</title><style>${style}</style><body><main>${body}</main>`);

test('a page that is right is walked through in order, open shadow roots and groups of radio buttons too', async () => {
  await show(`<h1>Right</h1><button>One</button><a href="#x">Two</a><label><input type="radio" name="r">Three</label>
    <label><input type="radio" name="r">Not by Tab</label><button disabled>Off</button><div inert><button>Inert</button></div><div id="host"></div>`);
  await page.evaluate(() => {
    const host = document.querySelector('#host') as HTMLElement;
    host.attachShadow({ mode: 'open' }).innerHTML = '<button>Four</button><button tabindex="-1">By arrow</button>';
  });
  expect({ ...(await walk(page)), axe: await axeViolations(page) }).toEqual({
    reached: ['button "One"', 'a "Two"', 'input ""', 'button "Four"'],
    faults: [],
    axe: [],
  });
});

test.each([
  ['a focus that cannot be seen', '<button>One</button><button class="bare">Two</button>', ['focus cannot be seen on button "Two"']],
  [
    'a trap',
    '<button>One</button><textarea aria-label="Trap" onkeydown="if (event.key === \'Tab\') event.preventDefault()"></textarea><button>Two</button>',
    ['trapped in textarea "Trap"', 'not reached: button "Two"'],
  ],
  [
    'something that throws the focus away',
    '<button>One</button><button onfocus="this.blur()">Thrower</button>',
    ['not reached: button "Thrower"'],
  ],
  [
    'something that is off the page when it is focused',
    '<button>One</button><a href="#" class="off">Two</a>',
    ['focus is out of view on a "Two"'],
  ],
])('planted: %s is found', async (_name, body, faults) => {
  await show(body, '.bare:focus { outline: none } .off { position: fixed; left: -500px }');
  expect((await walk(page)).faults).toEqual(faults);
});

test('what lies under an open dialog, or in a part that is switched off, is not asked for; what is in the dialog is', async () => {
  await show('<button>Under</button><div id="host"></div>');
  await page.evaluate(() => {
    const root = (document.querySelector('#host') as HTMLElement).attachShadow({ mode: 'open' });
    root.innerHTML = '<dialog><button>Yes</button><button>No</button><p inert><button>Off</button></p></dialog>';
    root.querySelector('dialog')?.showModal();
  });
  expect(await walk(page)).toEqual({ reached: expect.arrayContaining(['button "Yes"', 'button "No"']), faults: [] });
  await show('<button>One</button><section inert><button>Off</button></section>');
  expect(await walk(page)).toEqual({ reached: ['button "One"'], faults: [] });
});

test('planted: an element without a name breaks a rule, in a shadow root as well', async () => {
  await show('<h1>Wrong</h1><div id="host"></div>');
  await page.evaluate(() => {
    const host = document.querySelector('#host') as HTMLElement;
    host.attachShadow({ mode: 'open' }).innerHTML = '<button></button>';
  });
  expect(await axeViolations(page)).toEqual([expect.stringMatching(/^button-name: .*#host >>> button/)]);
});
