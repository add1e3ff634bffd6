import { mkdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { isAppError } from '@atelier/kernel';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { axeViolations } from '../../../tests/e2e/axe.ts';
import { chromiumLack } from '../../../tests/support/chromium.ts';
import { type ElementPages, openElementPages } from '../../../tests/support/element-pages.ts';
import { conversation, openChanges } from '../../../tests/support/file-changes.ts';
import { fileChangesCalls } from '../main/calls.ts';

type Changes = Awaited<ReturnType<typeof openChanges>>;
declare const asked: { toast?: { text: string; action?: { command: string; args: object } } }[];
declare const changed: () => void;

const lack = await chromiumLack();
const pictures = join(import.meta.dirname, '..', '..', '..', '.build', 'file-changes');
let pages: ElementPages;
let served: Changes;

beforeEach(context => context.skip(lack !== undefined, lack));
beforeAll(async () => {
  if (lack !== undefined) return;
  mkdirSync(pictures, { recursive: true });
  pages = await openElementPages(join(import.meta.dirname, '..', '..', '..', 'tests', 'support', 'file-changes-page'), answer);
});
afterAll(() => pages?.[Symbol.asyncDispose]());

/** The real handlers of the channel, over HTTP instead of a link. */
function answer(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.url !== '/call') return false;
  const { summaries, reverts, rewinds, tracker } = served;
  const calls = {
    ...fileChangesCalls({ summaries, reverts, rewinds, tracker, ready: Promise.resolve(), changed: () => undefined }),
    // The kernel's: nobody adds actions.
    listContributions: async () => [],
  };
  const pieces: Buffer[] = [];
  request.on('data', piece => void pieces.push(piece));
  request.on('end', async () => {
    const { name, params, locale } = JSON.parse(Buffer.concat(pieces).toString());
    const result = await (calls[name as keyof typeof calls] as (params: unknown, signal: AbortSignal) => Promise<unknown>)(
      params,
      new AbortController().signal,
    ).then(
      result => ({ ok: true, result: result ?? null }),
      error => ({ ok: false, error: isAppError(error) ? error.toRecord(locale) : { code: 'test/failed', message: String(error) } }),
    );
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(result));
  });
  return true;
}

async function open(changes: Changes, { width = 360, height = 860, query = '' } = {}) {
  served = changes;
  const { tab, complaints } = await pages.open(`/?conversation=${conversation}${query}`, {
    viewport: { width, height },
    reducedMotion: 'reduce',
  });
  return { tab, complaints, [Symbol.asyncDispose]: () => tab.context().close() };
}

const seen = async (tab: Page) => (await tab.locator('body').ariaSnapshot()).replaceAll(/\s+/g, ' ');
const keep = async (tab: Page, name: string) => {
  await tab.evaluate(() => document.fonts.ready);
  await tab.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' });
};

const app = (lines: Record<number, string> = {}) =>
  Array.from({ length: 130 }, (_, at) => {
    const line = at + 1;
    if (lines[line] !== undefined) return lines[line];
    if (line === 38) return 'export function forecast(points: Point[], port: Port) {';
    if (line === 41) return '  const rows = points.map((p) => {';
    if (line === 42) return '    const day = localMidnight(p.at)';
    if (line === 43) return '    const h = (p.at - day) / 36e5';
    if (line === 44) return '    return { h, level: p.level }';
    if (line === 45) return '  })';
    if (line === 46) return '}';
    if (line === 86) return 'export function toCsv(rows: Row[], port: Port) {';
    if (line === 88) return '  for (const row of rows) {';
    if (line === 89) return '    out.push(stamp(row.at))';
    if (line === 90) return '  }';
    if (line === 91) return '}';
    return `// ${line}`;
  }).join('\n');
const zone = [
  'import { Temporal } from "temporal-polyfill"',
  '',
  '/** Wall clock of a port at an instant. */',
  'export function zoned(at: number, zone: string) {',
  '  return Temporal.Instant',
  '    .fromEpochMilliseconds(at)',
  '    .toZonedDateTimeISO(zone)',
  '}',
  ...Array.from({ length: 18 }, (_, at) => `export const offset${at} = ${at}`),
  '',
].join('\n');

/** A folder with a file with two hunks, a new file, and a shortened file. */
async function exampleFolder(): Promise<Changes> {
  const changes = await openChanges();
  changes.put('src/app.ts', app());
  changes.put('test/forecast.test.ts', 'a\nb\nc\nd\ne\nf\ng\n');
  changes.branch.ask('m1');
  await changes.write(
    'src/app.ts',
    app({
      42: '    const t = zoned(p.at, port.zone)',
      43: '    const h = t.hour + t.minute / 60',
      89: '    out.push(iso(row.at, port.zone))',
    }),
  );
  await changes.write('src/lib/zone.ts', zone);
  changes.branch.ask('m2');
  await changes.write('test/forecast.test.ts', 'a\nB\n');
  await changes.bash('echo "// by a command" >> src/lib/zone.ts');
  return changes;
}

test.each([
  ['light', 'en', 360],
  ['dark', 'fr', 360],
  ['light', 'fr', 760],
  ['dark', 'en', 760],
] as const)(
  'the panel in %s, %s, %i px wide shows files, counts, hunks and their places, and nothing that axe objects to',
  async (theme, lang, width) => {
    await using changes = await exampleFolder();
    await using page = await open(changes, { width, query: `&theme=${theme}&lang=${lang}` });
    const { tab, complaints } = page;
    await tab.waitForSelector('text=/zoned/');
    await tab.waitForFunction(() => document.querySelector('file-changes-panel') !== null);
    await keep(tab, `panel-${theme}-${lang}-${width}`);
    const text = await seen(tab);
    const words =
      lang === 'en'
        ? ['Changes', '3 files', 'Lines 41 to 44, forecast()', 'Lines 88 to 90, toCsv()', '19 more lines']
        : ['Modifications', '3 fichiers', 'Lignes 41 à 44, forecast()'];
    expect({ missing: words.filter(word => !text.includes(word)), complaints, axe: await axeViolations(tab) }).toEqual({
      missing: [],
      complaints: [],
      axe: [],
    });
  },
);

test('a hunk is reverted with its own button, the list is updated, and the toast offers undo', async () => {
  await using changes = await exampleFolder();
  await using page = await open(changes);
  const { tab } = page;
  await tab.getByRole('button', { name: 'Revert this part' }).first().click();
  await tab.waitForFunction(() => asked.some(one => one.toast !== undefined));
  await tab.evaluate(() => changed());
  await tab.waitForFunction(() => !document.body.innerText.includes('nothing'));
  const toast = await tab.evaluate(() => asked.find(one => one.toast !== undefined)?.toast);
  const now = readFileSync(changes.at('src/app.ts'), 'utf8');
  expect({ toast, back: now.includes('localMidnight(p.at)'), kept: now.includes('iso(row.at') }).toEqual({
    toast: {
      text: 'Reverted a part of src/app.ts.',
      kind: 'done',
      action: { title: 'Undo', command: 'file-changes.undoRevert', args: { conversation, undo: 1 } },
    },
    back: true,
    kept: true,
  });
});

test('the panel is usable by keyboard: N and P go from hunk to hunk through the files, Enter opens and folds a file', async () => {
  await using changes = await exampleFolder();
  await using page = await open(changes);
  const { tab } = page;
  await tab.waitForSelector('text=/zoned/');
  await tab.locator('ui-list').focus();
  const where = () =>
    tab.evaluate(() => {
      let at: Element | null = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      const root = at?.getRootNode() as ShadowRoot;
      const host = root.host?.closest('.heading') ?? at?.closest('.heading');
      return host?.querySelector('span')?.textContent ?? undefined;
    });
  const path: (string | undefined)[] = [];
  for (const key of ['n', 'n', 'n', 'p', 'p']) {
    await tab.keyboard.press(key);
    await tab.waitForTimeout(0);
    path.push(await expect.poll(where).toBeDefined().then(where));
  }
  await keep(tab, 'panel-keys');
  await tab.locator('ui-list').focus();
  await tab.keyboard.press('Home');
  await tab.keyboard.press('Enter');
  await tab.waitForFunction(
    () =>
      document
        .querySelector('file-changes-panel')
        ?.shadowRoot?.querySelector('file-changes-list')
        ?.shadowRoot?.querySelectorAll('file-changes-diff').length === 2,
  );
  expect(path).toEqual([
    'Lines 41 to 44, forecast()',
    'Lines 88 to 90, toCsv()',
    'Lines 1 to 27',
    'Lines 88 to 90, toCsv()',
    'Lines 41 to 44, forecast()',
  ]);
});

test('side by side stays chosen, and reverting all asks for confirmation and reports the files it leaves', async () => {
  await using changes = await exampleFolder();
  changes.put('test/forecast.test.ts', 'a\nB\nmine\n');
  await using page = await open(changes, { width: 760 });
  const { tab } = page;
  await tab.waitForSelector('text=/zoned/');
  await tab.getByRole('button', { name: 'Side by side' }).click();
  await tab.waitForFunction(
    () =>
      document
        .querySelector('file-changes-panel')
        ?.shadowRoot?.querySelector('file-changes-list')
        ?.shadowRoot?.querySelector('file-changes-diff')
        ?.getAttribute('layout') === 'split',
  );
  await keep(tab, 'panel-split');
  await tab.getByRole('button', { name: 'Revert all' }).click();
  await tab.waitForSelector('text=/Revert 2 files/');
  await keep(tab, 'panel-confirm');
  const axe = await axeViolations(tab);
  await tab.getByRole('button', { name: 'Revert', exact: true }).click();
  await tab.waitForFunction(() => asked.some(one => one.toast !== undefined));
  const text = await tab.evaluate(() => asked.find(one => one.toast !== undefined)?.toast?.text);
  expect({
    axe,
    text,
    now: readFileSync(changes.at('src/app.ts'), 'utf8') === app(),
    kept: readFileSync(changes.at('test/forecast.test.ts'), 'utf8'),
  }).toEqual({
    axe: [],
    text: '2 files reverted. 1 file was left as it is.',
    now: true,
    kept: 'a\nB\nmine\n',
  });
});

test('a file that was edited since is marked, its unedited hunks can be reverted, and a refused revert is explained', async () => {
  await using changes = await exampleFolder();
  changes.put(
    'src/app.ts',
    app({ 42: '    const t = mine()', 43: '    const h = t.hour + t.minute / 60', 89: '    out.push(iso(row.at, port.zone))' }),
  );
  await using page = await open(changes);
  const { tab } = page;
  await tab.getByRole('button', { name: 'Revert the unchanged parts' }).click();
  await tab.waitForFunction(() => asked.some(one => one.toast !== undefined));
  await keep(tab, 'panel-conflict');
  const now = readFileSync(changes.at('src/app.ts'), 'utf8');
  const refused = await tab.evaluate(async path => {
    const answer = await fetch('/call', {
      method: 'POST',
      body: JSON.stringify({ name: 'revertFile', params: { conversation: 'c1', path }, locale: 'fr' }),
    });
    return ((await answer.json()) as { error: { message: string } }).error.message;
  }, changes.at('src/app.ts'));
  expect({ mine: now.includes('mine()'), back: now.includes('stamp(row.at)'), refused }).toEqual({
    mine: true,
    back: true,
    refused: expect.stringMatching(/^Les modifications de src\/app\.ts n’ont pas été annulées/),
  });
});

test('of thousands of files only the visible ones are rendered', async () => {
  await using changes = await openChanges();
  changes.records.transaction(() => {
    for (let at = 0; at < 3000; at += 1) {
      const path = changes.at(`dir${at % 50}/file-${at}.ts`);
      changes.records.saveFile(conversation, { path, base: '-', leftAs: `f:644:${at}`, stamp: '', added: at, removed: 0, isBinary: false });
    }
  });
  const last = (await changes.summaries.of(conversation)).files.at(-1)?.name.replace(/.*\//, '') ?? '';
  await using page = await open(changes);
  const { tab } = page;
  await tab.waitForSelector('text=/3,000 files/');
  await keep(tab, 'panel-thousands');
  const rows = () =>
    tab.evaluate(
      () =>
        document
          .querySelector('file-changes-panel')
          ?.shadowRoot?.querySelector('file-changes-list')
          ?.shadowRoot?.querySelectorAll('[data-row]').length ?? 0,
    );
  const before = await rows();
  await tab.locator('ui-list').focus();
  await tab.keyboard.press('End');
  await tab.waitForSelector(`text=${last}`);
  expect([before < 80, (await rows()) < 80]).toEqual([true, true]);
});

test('without changes, without a conversation and after a rewind the panel explains its state', async () => {
  await using changes = await exampleFolder();
  await changes.rewinds.rewind(conversation, 'm1', []);
  await using page = await open(changes);
  const { tab } = page;
  await tab.waitForSelector('text=/This conversation was rewound/');
  await keep(tab, 'panel-rewound');
  await tab.getByRole('button', { name: 'Redo' }).click();
  await tab.waitForFunction(() => asked.some(one => one.toast !== undefined));
  const { tab: none } = await pages.open('/?lang=fr&theme=dark', { viewport: { width: 360, height: 500 } });
  await none.waitForSelector('text=/Ouvrez une conversation/');
  await keep(none, 'panel-none');
  await none.context().close();
  expect((await changes.summaries.of(conversation)).files.length).toBe(3);
});

test.each([
  ['light', 'en'],
  ['dark', 'fr'],
] as const)('the dialog in %s, %s lists what is rewound, edited files and commands, and rewinds', async (theme, lang) => {
  await using changes = await exampleFolder();
  changes.put('test/forecast.test.ts', 'a\nB\nmine\n');
  await using page = await open(changes, { width: 560, height: 760, query: `&entry=m1&theme=${theme}&lang=${lang}` });
  const { tab, complaints } = page;
  await tab.waitForSelector('text=/zone.ts/');
  await keep(tab, `rewind-${theme}-${lang}`);
  const axe = await axeViolations(tab);
  await tab.getByRole('checkbox').check();
  await tab.getByRole('button', { name: lang === 'en' ? 'Rewind' : 'Revenir en arrière' }).click();
  await tab.waitForFunction(() => asked.some(one => 'close' in one));
  expect({
    axe,
    complaints,
    ids: changes.branch.ids(),
    files: (await changes.summaries.of(conversation)).files.length,
    test: readFileSync(changes.at('test/forecast.test.ts'), 'utf8'),
  }).toEqual({
    axe: [],
    complaints: [],
    ids: [],
    files: 0,
    test: 'a\nb\nc\nd\ne\nf\ng\n',
  });
});
