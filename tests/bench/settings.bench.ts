import type { Page } from 'playwright-core';
import { search, searchIndex } from '../../plugins/settings/ui/model/search.ts';
import { sectionsOf } from '../../plugins/settings/ui/model/sections.ts';
import { openApp } from '../e2e/app.ts';
import { connected } from '../e2e/screen.ts';
import type { Bench } from './bench.ts';
import { median, timed } from './measure.ts';

const rounds = 40;
const extensions = 50;
const fieldsEach = 20;

/** The settings as they open, are searched, and take effect; each beside something plain that was measured in the same run. */
export default {
  name: 'settings',
  async run() {
    const searching = await searchTimes();
    await using app = await openApp({ locale: 'en-GB' });
    const { page } = app;
    await connected(page);
    const early = await settingsBytes(page);
    const first = await shown(page, 'settings.page', 'settings-page', 'settings-field');
    const [opening, plain] = [[], []] as [number[], number[]];
    for (let round = 0; round < rounds; round += 1) {
      plain.push(await shown(page, 'extensions.panel', 'extensions-panel', 'extensions-installed'));
      opening.push(await shown(page, 'settings.page', 'settings-page', 'settings-field'));
    }
    const effects = await effectTimes(page);
    return [
      { what: 'code of the settings on the first screen', value: early, unit: 'bytes', limit: 0 },
      { what: 'first opening of the settings, its code included', value: first, unit: 'ms' },
      { what: 'opening the list of extensions, median', value: median(plain), unit: 'ms', ratio: 1 },
      { what: 'opening the settings, median', value: median(opening), unit: 'ms', ratio: median(opening) / median(plain), limit: 1.5 },
      { what: 'opening the settings, p95', value: p95(opening), unit: 'ms', limit: 100 },
      { what: 'looking for a word in 1,000 titles, median', value: median(searching.plain), unit: 'ms', ratio: 1 },
      {
        what: 'searching 1,000 settings, median',
        value: median(searching.search),
        unit: 'ms',
        ratio: median(searching.search) / median(searching.plain),
      },
      { what: 'searching 1,000 settings, p95', value: p95(searching.search), unit: 'ms', limit: 10 },
      { what: 'two frames, median', value: median(effects.frames), unit: 'ms', ratio: 1 },
      {
        what: 'another theme on the screen, median',
        value: median(effects.theme),
        unit: 'ms',
        ratio: median(effects.theme) / median(effects.frames),
        limit: 3,
      },
      { what: 'another theme on the screen, p95', value: p95(effects.theme), unit: 'ms', limit: 100 },
      {
        what: 'another language on the screen, median',
        value: median(effects.language),
        unit: 'ms',
        ratio: median(effects.language) / median(effects.frames),
        limit: 6,
      },
      { what: 'another language on the screen, p95', value: p95(effects.language), unit: 'ms', limit: 100 },
    ];
  },
} satisfies Bench;

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
}

async function searchTimes(): Promise<{ readonly search: number[]; readonly plain: number[] }> {
  const words = ['theme', 'sound', 'folder', 'model', 'notify', 'limit', 'colour', 'token'];
  const contributed = Array.from({ length: extensions }, (_, at) => ({
    from: `@acme/one-${at}`,
    value: {
      id: `one-${at}`,
      title: `Extension ${at}`,
      form: Array.from({ length: fieldsEach }, (_field, index) => ({
        id: `f${index}`,
        title: `${words[index % words.length]} of ${words[(index + at) % words.length]} ${index}`,
        description: 'What this one does, in a sentence of a usual length for such a thing.',
        kind: 'boolean' as const,
      })),
    },
  }));
  const sections = sectionsOf({ contributed, running: new Set(), commands: [], text: () => undefined });
  const index = searchIndex(sections);
  const titles = sections.flatMap(({ settings }) => settings.map(({ title }) => title));
  const queries = [...words, 'the', 'so', 'e', 'sentence usual', 'colour of token 7', 'xyzzy'];
  const times = { search: [] as number[], plain: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const query of queries) {
      times.plain.push(await timed(() => titles.filter(title => title.toLowerCase().includes(query))));
      times.search.push(await timed(() => search(index, query)));
    }
  }
  return times;
}

/** Until a main view stands with what is in it, and the frame with it was drawn. */
function shown(page: Page, view: string, tag: string, part: string): Promise<number> {
  return page.evaluate(
    async ([id, name, inner]) => {
      const began = performance.now();
      location.hash = `#/${id}`;
      dispatchEvent(new PopStateEvent('popstate'));
      const frame = () => new Promise(requestAnimationFrame);
      const find = (root: ParentNode): Element | undefined => {
        for (const element of root.querySelectorAll('*')) {
          if (element.localName === name) return element;
          const inside = element.shadowRoot === null ? undefined : find(element.shadowRoot);
          if (inside !== undefined) return inside;
        }
        return undefined;
      };
      while ((find(document)?.shadowRoot?.querySelector(inner!)?.shadowRoot?.childElementCount ?? 0) === 0) {
        if (performance.now() - began > 30_000) throw new Error(`${id} shows no ${inner} in half a minute.`);
        await frame();
      }
      return performance.now() - began;
    },
    [view, tag, part],
  );
}

/** How much of what the page has loaded is of the settings. */
function settingsBytes(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    const texts = await Promise.all(scripts.map(async ({ name }) => await (await fetch(name)).text()));
    return texts.filter(text => text.includes('settings-shortcuts')).reduce((sum, text) => sum + text.length, 0);
  });
}

async function effectTimes(page: Page): Promise<{ readonly theme: number[]; readonly language: number[]; readonly frames: number[] }> {
  return await page.locator('settings-page').evaluate(async (element, count) => {
    const { view } = element as unknown as {
      view: {
        run(command: string, args?: object): Promise<unknown>;
        connect(channel: object): { call(name: string, params: object): Promise<unknown> };
      };
    };
    const frame = () => new Promise(requestAnimationFrame);
    const until = async (isSo: () => boolean) => {
      const began = performance.now();
      while (!isSo()) await frame();
      await frame();
      return performance.now() - began;
    };
    const root = document.documentElement;
    const times = { theme: [] as number[], language: [] as number[], frames: [] as number[] };
    for (let round = 0; round < count; round += 1) {
      times.frames.push((await until(() => true)) + (await until(() => true)));
      const theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
      void view.run(`workbench.${theme}`);
      times.theme.push(await until(() => root.dataset.theme === theme));
      const locale = root.lang === 'fr' ? 'en' : 'fr';
      void view.run('settings.speak', { locale });
      const title = locale === 'fr' ? 'Général' : 'General';
      times.language.push(await until(() => element.shadowRoot?.querySelector('h1')?.textContent === title));
    }
    return times;
  }, rounds);
}
