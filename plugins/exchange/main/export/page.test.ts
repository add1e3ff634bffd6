import type { Entry } from '@atelier/agent/contract';
import { expect, test } from 'vitest';
import { exfilPayloads } from '../../../../tests/support/exfil-payloads.ts';
import { at, transcript, whole } from '../fixtures/transcript.fixture.ts';

test('R4: in a page, HTML is text, and a link leads only to a site or a mail address', async () => {
  const hostile = [
    ...exfilPayloads('https://sink.example'),
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '<a href="javascript:alert(1)" onclick="alert(1)">x</a>',
    '"><script>alert(1)</script>',
    '`<img src=x>`\n\n```html\n</code></pre><script>alert(1)</script>\n```',
  ];
  const said = hostile.map(
    (text, index): Entry => ({
      id: `${index}`,
      kind: 'assistant',
      at,
      model: text,
      problem: { code: 'x/y', message: text },
      parts: [
        { kind: 'text', text },
        { kind: 'thinking', text },
        { kind: 'tool', tool: 't', name: text, args: { [text]: text, b: 1 }, outcome: { ok: true, text } },
        { kind: 'image', mimeType: `image/png"${text}`, data: text },
      ],
    }),
  );
  const page = await whole(
    { ...transcript, title: hostile.join(' '), project: { name: '</title><script>', folder: '' }, entries: said },
    { format: 'html' },
  );
  const body = page.slice(page.indexOf('<body>'));
  const tags = new Set([...body.matchAll(/<([a-z0-9]+)/gi)].map(([, tag]) => tag?.toLowerCase()));
  const attributes = new Set(
    [...body.matchAll(/<[a-z0-9]+((?:\s+[a-z-]+="[^"]*")*)\s*>/gi)].flatMap(([, all]) =>
      [...(all ?? '').matchAll(/([a-z-]+)="/gi)].map(([, name]) => name),
    ),
  );
  const links = new Set([...body.matchAll(/href="([a-z]+):/g)].map(([, scheme]) => scheme));
  expect({ tags: [...tags].sort(), attributes: [...attributes].sort(), links: [...links].sort() }).toMatchInlineSnapshot(`
    {
      "attributes": [
        "class",
        "datetime",
        "dir",
        "href",
        "rel",
      ],
      "links": [
        "https",
      ],
      "tags": [
        "a",
        "article",
        "b",
        "body",
        "br",
        "code",
        "details",
        "div",
        "h1",
        "h2",
        "h3",
        "header",
        "li",
        "main",
        "p",
        "pre",
        "span",
        "summary",
        "table",
        "td",
        "th",
        "time",
        "tr",
        "ul",
      ],
    }
  `);
});

test('R5: what cannot be seen in names and commands is shown in a document', async () => {
  const hidden = 'rm\u202e -rf\u200b /';
  const said: Entry = {
    id: '1',
    kind: 'assistant',
    at,
    parts: [{ kind: 'tool', tool: 't', name: hidden, args: { command: hidden }, outcome: { ok: true, text: hidden } }],
  };
  const [page, markdown] = await Promise.all(
    (['html', 'markdown'] as const).map(format => whole({ ...transcript, title: hidden, entries: [said] }, { format })),
  );
  expect([page, markdown].map(text => /[\u202e\u200b]/.test(text ?? ''))).toEqual([false, false]);
});

test('markup that is nested too deeply is shown as source', async () => {
  const deep: Entry = { id: '1', kind: 'assistant', at, parts: [{ kind: 'text', text: `${'> '.repeat(20_000)}deep` }] };
  expect(await whole({ ...transcript, entries: [deep] }, { format: 'html' })).toContain('deep');
});
