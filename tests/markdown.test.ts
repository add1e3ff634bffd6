import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { longAnswer } from './bench/fixtures/answer.ts';
import { chromiumLack } from './support/chromium.ts';
import { type ElementPages, openElementPages } from './support/element-pages.ts';

interface Shown extends HTMLElement {
  text: string;
  append(delta: string): void;
  end(): void;
}
declare const show: (text: string) => Promise<Shown>;
declare const open: () => Shown;
declare const seen: (root?: Node) => string;
declare const frame: () => Promise<void>;

const lack = await chromiumLack();
let pages: ElementPages;

beforeEach(context => context.skip(lack !== undefined, lack));
beforeAll(async () => {
  if (lack === undefined) pages = await openElementPages(join(import.meta.dirname, 'support', 'element-page'));
});
afterAll(() => pages?.[Symbol.asyncDispose]());

const rich = [
  '# A title',
  'Some **bold *and italic* text**, `code()`, ~~gone~~, [a link](https://example.org/a "t"), https://example.org/b\nand a hard  \nbreak &amp; more\\*.',
  '- one\n- two **b**\n  - nested `x`\n    1. deep\n- three',
  '1. first\n\n   A second paragraph.\n2. second\n   ```js\n   const a = 1;\n   ```\n3. third',
  '- [ ] to do\n- [x] done',
  '> A quote\n> with *two* lines\n>\n> - and a list',
  '| Port | Hours |\n| :--- | ---: |\n| Brest | **23** |\n| Dover | `24` |',
  '```ts\nexport function zoned(at: number) {\n  return `x`;\n\n}\n```',
  'Setext\n---',
  '~~~\nplain ``` fence\n~~~',
  '    indented\n\n    code',
  'A note[^1] and a [reference][r], <b>html</b> and a 👨‍👩‍👧.',
  '[^1]: What it **says**.',
  '[r]: https://example.org/r',
  '<div>\nblock html\n</div>',
  '***',
  'Text with 2 * 3 * 4 and snake_case_name, $5 and $6.',
  '## The end',
].join('\n\n');

test.each([1, 2, 3, 7, 40, 400])('a text that comes in by %i letters ends as the same page as when it is shown whole', async letters => {
  const { tab, complaints } = await pages.open();
  const [streamed, whole] = await tab.evaluate(
    async ([text, size]) => {
      const shape = (element: Shown) => (element.shadowRoot?.querySelector('.body')?.getHTML() ?? '').replaceAll('\n', '↵\n');
      const codes = (element: Shown) => [...(element.shadowRoot?.querySelectorAll('ui-code') ?? [])].map(code => seen(code));
      const element = open();
      for (let at = 0; at < text.length; at += size) {
        element.append(text.slice(at, at + size));
        await frame();
      }
      element.end();
      await frame();
      const one = [shape(element), codes(element)];
      const other = await show(text);
      return [one, [shape(other), codes(other)]];
    },
    [rich, letters] as const,
  );
  expect(streamed).toEqual(whole);
  expect(complaints).toEqual([]);
  await tab.context().close();
});

test('what has settled is never touched again, and nothing above the end moves', async () => {
  const { tab } = await pages.open();
  const result = await tab.evaluate(
    async text => {
      const element = open();
      const places = new Map<Element, number>();
      const moved: string[] = [];
      const touched: string[] = [];
      const settled = new Set<Node>();
      element.append('\n');
      await frame();
      const body = element.shadowRoot?.querySelector('.body') as HTMLElement;
      const watch = new MutationObserver(records => {
        for (const { target } of records) if ([...settled].some(node => node.contains(target))) touched.push(target.textContent ?? '');
      });
      watch.observe(body, { subtree: true, childList: true, characterData: true, attributes: true });
      for (let at = 0; at < text.length; at += 60) {
        element.append(text.slice(at, at + 60));
        await frame();
        const blocks = [...body.children];
        for (const block of blocks.slice(0, -2)) {
          const top = block.getBoundingClientRect().top;
          if (places.has(block) && places.get(block) !== top) moved.push(block.textContent ?? '');
          places.set(block, top);
          settled.add(block);
        }
      }
      element.end();
      await frame();
      await new Promise(resolve => setTimeout(resolve, 200));
      for (const [block, top] of places)
        if (!block.isConnected || block.getBoundingClientRect().top !== top) moved.push(`at last: ${block.textContent}`);
      return { moved, touched, blocks: places.size > 20 };
    },
    longAnswer(3, 12_000),
  );
  expect(result).toEqual({ moved: [], touched: [], blocks: true });
  await tab.context().close();
});

test('what is not closed yet shows as it will be: the text only ever grows', async () => {
  const { tab } = await pages.open();
  const text = [
    'Some **bold words** and *italic ones*, `code with **` and [a long link](https://example.org/a) then ~~gone~~ and list[0] here.',
    '- item **bold**\n- `code` item\n- [x](https://example.org/) end',
    '| Port | Hours |\n| --- | ---: |\n| Brest | **23** |',
    '```ts\nconst a = 1;\n```',
    '## Heading `x`',
    '1. one\n2. two',
  ].join('\n\n');
  const jumps = await tab.evaluate(async source => {
    const final = seen(await show(source));
    const element = open();
    const found: string[] = [];
    for (const letter of source) {
      element.append(letter);
      await frame();
      const now = seen(element);
      if (!final.startsWith(now)) found.push(now.slice(-40));
    }
    return found;
  }, text);
  expect(jumps).toEqual([]);
  await tab.context().close();
});

test.each(['/', '/?sandboxed'])(
  'closed code is coloured without anything moving, under the strict policy and without an origin (%s)',
  async path => {
    const { tab, complaints } = await pages.open(path);
    const code = 'export function zoned(at: number): string {\n  // the hour\n  return "x" + 2;\n}';
    await tab.evaluate(source => show(`\`\`\`ts\n${source}\n\`\`\`\n\nBelow.`), code);
    const place = () =>
      tab.evaluate(() =>
        [...(document.querySelector('ui-markdown')?.shadowRoot?.querySelectorAll('ui-code, p') ?? [])].map(one =>
          JSON.stringify(one.getBoundingClientRect()),
        ),
      );
    const before = await place();
    await tab.locator('ui-code .keyword').first().waitFor();
    const after = await place();
    const words = await tab.evaluate(() => {
      const all =
        document.querySelector('ui-markdown')?.shadowRoot?.querySelector('ui-code')?.shadowRoot?.querySelectorAll('code span span') ?? [];
      return [...all].filter(word => word.className !== 'punct').map(word => `${word.className} ${word.textContent}`);
    });
    expect(words).toEqual([
      'keyword export',
      'keyword function',
      'function zoned',
      'function at',
      'type number',
      'type string',
      'comment // the hour',
      'keyword return',
      'string "x"',
      'number 2',
    ]);
    expect({ moved: before.join() !== after.join(), complaints: complaints.filter(text => !/Worker|origin 'null'/.test(text)) }).toEqual({
      moved: false,
      complaints: [],
    });
    await tab.context().close();
  },
);

test('what is selected and copied is clean text, and code is copied as it is shown', async () => {
  const { tab } = await pages.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  const long = Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n');
  await tab.evaluate(text => show(text), `See [docs](https://example.org/x).\n\n\`\`\`\n${long}\u202e\n\`\`\``);
  const selected = await tab.evaluate(() => {
    const element = document.querySelector('ui-markdown') as Shown;
    const paragraph = element.shadowRoot?.querySelector('p') as Node;
    getSelection()?.selectAllChildren(paragraph);
    return String(getSelection());
  });
  const code = tab.locator('ui-code');
  const collapsed = await code.locator('code').evaluate(node => node.textContent ?? '');
  await code.getByRole('button', { name: '36 more lines' }).click();
  const inPage = await tab.evaluate(() => {
    const inner = document.querySelector('ui-markdown')?.shadowRoot?.querySelector('ui-code')?.shadowRoot?.querySelector('code') as Node;
    getSelection()?.selectAllChildren(inner);
    return String(getSelection());
  });
  await code.getByRole('button', { name: 'Copy' }).click();
  const copied = await tab.evaluate(() => navigator.clipboard.readText());
  expect({ selected, lines: collapsed.trimEnd().split('\n').length, inPage, copied }).toEqual({
    selected: 'See docs.',
    lines: 24,
    inPage: `${long}⟦U+202E⟧`,
    copied: `${long}⟦U+202E⟧`,
  });
  await tab.context().close();
});

test('a huge text is read a slice at a time, and is all there in the end', async () => {
  const { tab } = await pages.open();
  const [first, last, want] = await tab.evaluate(
    async text => {
      const element = await show(text);
      const some = seen(element).length;
      let all = -1;
      while (seen(element).length !== all) {
        all = seen(element).length;
        for (let count = 0; count < 5; count += 1) await frame();
      }
      return [some, seen(element).includes('THE END'), text.length];
    },
    `${longAnswer(5, 600_000)}\n\n${'word '.repeat(10_000)}\n\nTHE END`,
  );
  expect({ isSlice: Number(first) < Number(want), last }).toEqual({ isSlice: true, last: true });
  await tab.context().close();
});

test('formulas are set from their source, in French words go by the document, and headings stand below their turn', async () => {
  const { tab, complaints } = await pages.open('/?lang=fr');
  await tab.evaluate(() => show('# A\n\n## B\n\nInline $e^{i\\pi}$ and $5 or $6.\n\n$$\n\\frac{1}{2}\n$$\n\n- [ ] c\n\n```\nx\n```'));
  await tab.locator('math').nth(1).waitFor();
  const shown = await tab.evaluate(() => {
    const root = document.querySelector('ui-markdown')?.shadowRoot;
    return {
      headings: [...(root?.querySelectorAll('h1, h2, h3, h4') ?? [])].map(one => one.localName),
      math: [...(root?.querySelectorAll('math') ?? [])].map(one => one.getAttribute('alttext')),
      task: root?.querySelector('input')?.ariaLabel,
      copy: root?.querySelector('ui-code')?.shadowRoot?.querySelectorAll('button')[1]?.ariaLabel,
    };
  });
  expect({ ...shown, complaints }).toEqual({
    headings: ['h3', 'h4'],
    math: ['e^{i\\pi}', '\\frac{1}{2}'],
    task: 'À faire',
    copy: 'Copier',
    complaints: [],
  });
  await tab.context().close();
});

test('a diagram is drawn from its source, which a button shows again; one that cannot be drawn stays as it was written', async () => {
  const { tab, complaints } = await pages.open();
  await tab.evaluate(() => show('```mermaid\nflowchart LR\n  A[Parse] --> B[Draw]\n```\n\n```mermaid\npie title Pets\n```'));
  const drawn = tab.locator('ui-code').first();
  await drawn.locator('.drawing').waitFor();
  const picture = {
    labels: await drawn.locator('.drawing text').allTextContents(),
    lines: await drawn.locator('.drawing path').count(),
    arrows: await drawn.locator('.drawing polygon').count(),
  };
  await drawn.getByRole('button', { name: 'Source' }).click();
  const source = await drawn.locator('pre').innerText();
  const other = await tab.locator('ui-code').nth(1).locator('pre').innerText();
  expect({
    complaints,
    picture: { ...picture, lines: picture.lines > 1 },
    source: source.trim(),
    other: other.trim(),
  }).toEqual({
    complaints: [],
    picture: { labels: ['Parse', 'Draw'], lines: true, arrows: 1 },
    source: 'flowchart LR\n  A[Parse] --> B[Draw]',
    other: 'pie title Pets',
  });
});
