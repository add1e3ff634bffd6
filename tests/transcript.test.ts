import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { message } from './bench/fixtures/answer.ts';
import { chromiumLack } from './support/chromium.ts';
import { type ElementPages, openElementPages } from './support/element-pages.ts';

interface Message {
  readonly key: string;
  readonly text: string;
  readonly isMine: boolean;
}
interface Transcript extends HTMLElement {
  items: readonly Message[];
  readonly keysInView: readonly string[];
  readonly isAtEnd: boolean;
  scrollToKey(key: string): boolean;
  scrollToEnd(): void;
  announce(text: string, isLast?: boolean): void;
}
declare const list: (messages: readonly Message[], start?: string) => Transcript;
declare const frame: () => Promise<void>;

const lack = await chromiumLack();
let pages: ElementPages;

beforeEach(context => context.skip(lack !== undefined, lack));
beforeAll(async () => {
  if (lack === undefined) pages = await openElementPages(join(import.meta.dirname, 'support', 'element-page'));
});
afterAll(() => pages?.[Symbol.asyncDispose]());

const messages = (from: number, to: number): Message[] =>
  Array.from({ length: to - from }, (_, at) => ({ key: `m${from + at}`, text: message(from + at), isMine: (from + at) % 2 === 0 }));

/** A page with a transcript, and what helps to look at it. */
async function opened(items: readonly Message[], start = '') {
  const { tab, complaints } = await pages.open();
  await tab.evaluate(
    async ([all, at]) => {
      const element = list(all, at);
      Object.assign(globalThis, {
        element,
        settle: async () => {
          for (let count = 0; count < 6; count += 1) await frame();
        },
        scroller: () => element.shadowRoot?.querySelector('.scroll') as HTMLElement,
        topOf: (key: string) => {
          const row = element.querySelector(`[data-key="${key}"]`);
          return row === null ? undefined : Math.round(row.getBoundingClientRect().top - element.getBoundingClientRect().top);
        },
      });
      await settle();
    },
    [items, start] as const,
  );
  return { tab, complaints, [Symbol.asyncDispose]: () => tab.context().close() };
}
declare const element: Transcript;
declare const settle: () => Promise<void>;
declare const scroller: () => HTMLElement;
declare const topOf: (key: string) => number | undefined;

test('ten thousand messages open at the end, with few of them in the page, each an article with a heading and its place', async () => {
  await using page = await opened(messages(0, 10_000));
  const shown = await page.tab.evaluate(() => {
    const last = element.lastElementChild as HTMLElement;
    const { scrollTop, scrollHeight, clientHeight } = scroller();
    return {
      keys: element.keysInView.at(-1),
      gap: Math.abs(scrollHeight - scrollTop - clientHeight) < 1,
      few: element.children.length < 40,
      last: [last.role, last.getAttribute('aria-posinset'), last.getAttribute('aria-setsize'), last.querySelector('h2')?.textContent],
      feed: [scroller().role, scroller().ariaLabel, scroller().tabIndex],
    };
  });
  expect({ ...shown, complaints: page.complaints }).toEqual({
    keys: 'm9999',
    gap: true,
    few: true,
    last: ['article', '10000', '10000', 'Atelier'],
    feed: ['feed', 'Conversation', 0],
    complaints: [],
  });
});

test('any message is reached, and it opens at one when asked to', async () => {
  await using page = await opened(messages(0, 10_000), 'm5000');
  const seen = await page.tab.evaluate(async () => {
    const found: unknown[] = [['m5000', topOf('m5000'), element.keysInView[0], element.isAtEnd]];
    for (const key of ['m0', 'm7001', 'm123', 'm7000']) {
      element.scrollToKey(key);
      await settle();
      found.push([key, topOf(key), element.keysInView[0], element.isAtEnd]);
    }
    return [...found, element.scrollToKey('nobody')];
  });
  expect(seen).toEqual([...['m5000', 'm0', 'm7001', 'm123', 'm7000'].map(key => [key, 0, key, false]), false]);
});

test('what one reads stays where it is when messages come before it or heights become known', async () => {
  await using page = await opened(messages(1000, 2000), 'm1500');
  const tops = await page.tab.evaluate(
    async earlier => {
      scroller().scrollTop += 37;
      await settle();
      const key = element.keysInView.at(-1) ?? '';
      const before = topOf(key) ?? Number.NaN;
      element.items = [...earlier, ...element.items];
      await settle();
      const prepended = topOf(key) ?? Number.NaN;
      const above = element.firstElementChild as HTMLElement;
      above.style.paddingBlockEnd = '333px';
      await settle();
      const grown = topOf(key) ?? Number.NaN;
      const steps: number[] = [];
      for (let step = 0; step < 60; step += 1) {
        const first = element.keysInView.at(-1) ?? '';
        const was = topOf(first) ?? Number.NaN;
        scroller().scrollTop -= 90;
        await frame();
        await frame();
        steps.push((topOf(first) ?? Number.NaN) - was - 90);
      }
      return { moved: [prepended - before, grown - before, ...steps].filter(way => !(Math.abs(way) <= 1)) };
    },
    messages(0, 1000),
  );
  expect(tops).toEqual({ moved: [] });
});

test('the end is followed while one is there, and left alone when one is not', async () => {
  await using page = await opened(messages(0, 100));
  const seen = await page.tab.evaluate(async () => {
    const changes: boolean[] = [];
    element.addEventListener('ui-at-end-changed', event => changes.push((event as CustomEvent<{ isAtEnd: boolean }>).detail.isAtEnd));
    const live = { key: 'live', text: '', isMine: false };
    element.items = [...element.items, live];
    await settle();
    const answer = element.querySelector('[data-key="live"] ui-markdown') as HTMLElement & { append(delta: string): void };
    const gaps: boolean[] = [];
    const grow = async (count: number) => {
      for (let line = 0; line < count; line += 1) {
        answer.append(`- line ${line} of what comes in\n`);
        await frame();
      }
      await frame();
      await frame();
    };
    const isAtBottom = () => Math.abs(scroller().scrollHeight - scroller().scrollTop - scroller().clientHeight) <= 1;
    await grow(30);
    gaps.push(isAtBottom());
    scroller().scrollTop -= 300;
    await settle();
    const key = element.keysInView[0] ?? '';
    const top = topOf(key);
    await grow(30);
    gaps.push(isAtBottom(), topOf(key) === top);
    element.scrollToEnd();
    await settle();
    await grow(10);
    gaps.push(isAtBottom());
    return { gaps, changes };
  });
  expect(seen).toEqual({ gaps: [true, false, true, true], changes: [false, true] });
});

test('a row with the focus or a selection in it is not taken away while it is near, and the focus is never lost', async () => {
  await using page = await opened(messages(0, 1000), 'm500');
  const seen = await page.tab.evaluate(async () => {
    (element.querySelector('[data-key="m500"]') as HTMLElement).focus();
    for (let step = 0; step < 10; step += 1) {
      scroller().scrollTop += 500;
      await frame();
      await frame();
    }
    const near = document.activeElement?.getAttribute('data-key');
    element.scrollToKey('m900');
    await settle();
    return [near, document.activeElement === element && element.shadowRoot?.activeElement === scroller()];
  });
  expect(seen).toEqual(['m500', true]);
});

test('what comes in is read aloud by whole sentences, politely', async () => {
  await using page = await opened(messages(0, 10));
  await page.tab.evaluate(() => {
    element.announce('The **tide** is read. And th');
    element.announce('en', true);
  });
  const aloud = page.tab.locator('ui-transcript [role="log"]');
  expect([await aloud.locator('p').allTextContents(), await aloud.getAttribute('aria-live')]).toEqual([
    ['The tide is read. And then'],
    'polite',
  ]);
});

test('each thing said is an addition, also the same words again and two things before the page is drawn, and the last eight stay', async () => {
  await using page = await opened(messages(0, 10));
  const added = await page.tab.evaluate(async () => {
    const said: (string | null)[] = [];
    const log = element.shadowRoot!.querySelector('[role=log]')!;
    const watch = new MutationObserver(changes => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) said.push(node.textContent);
    });
    watch.observe(log, { childList: true, subtree: true });
    for (let count = 0; count < 9; count += 1) {
      element.announce('Needs you.', true);
      await settle();
    }
    element.announce('The answer.', true);
    element.announce('Done.', true);
    await settle();
    return { said, left: log.querySelectorAll('p').length };
  });
  expect(added).toEqual({ said: [...Array.from({ length: 9 }, () => 'Needs you.'), 'The answer.', 'Done.'], left: 8 });
});
