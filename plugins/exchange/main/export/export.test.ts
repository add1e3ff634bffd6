import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '@atelier/agent/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exfilPayloads } from '../../../../tests/support/exfil-payloads.ts';
import { pixel } from '../fixtures/samples.fixture.ts';
import { outline, readAll, scratch } from '../fixtures/write.fixture.ts';
import { fileName } from './file-names.ts';
import type { Subject, WriteOptions } from './subject.ts';
import { measure, saveForPage, saveInto, writtenOf } from './write.ts';

const at = Date.UTC(2025, 4, 2, 9, 30);
const entries: readonly Entry[] = [
  {
    id: '1',
    kind: 'user',
    at,
    parts: [
      { kind: 'text', text: 'Lis `a`\n\n# pas un titre à nous' },
      { kind: 'image', mimeType: 'image/png', data: pixel.toString('base64') },
    ],
  },
  {
    id: '2',
    kind: 'assistant',
    at: at + 1000,
    model: 'anthropic/claude-sonnet-4-5',
    stopped: 'tool',
    usage: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, cost: 0 },
    parts: [
      { kind: 'thinking', text: 'Je lis </details> d’abord.' },
      { kind: 'tool', tool: 'k1', name: 'bash', args: { command: 'cat a' }, outcome: { ok: true, text: '```\nfence\n```' } },
      { kind: 'tool', tool: 'k2', name: 'edit', args: { path: 'a', old: 'x' }, outcome: { ok: false, text: 'no', diff: '-x\n+y' } },
    ],
  },
  { id: '3', kind: 'compaction', at: at + 2000, text: 'On a lu a.' },
  {
    id: '4',
    kind: 'assistant',
    at: at + 3000,
    model: 'anthropic/claude-sonnet-4-5',
    stopped: 'done',
    parts: [{ kind: 'text', text: '**Lu.** [ici](https://example.org/x)' }],
  },
];
const subject: Subject = {
  conversation: 'c1',
  title: 'Un "titre": à: voir',
  createdAt: at,
  project: { name: 'pain', folder: '/home/me/pain' },
  entries,
};
const options: WriteOptions = { format: 'markdown', locale: 'fr', thinking: true, tools: true, images: 'inside', exportedAt: at };
const whole = (of: Subject, choice: Partial<WriteOptions> = {}): string => [...writtenOf(of, { ...options, ...choice }).pieces].join('');
async function* each(...subjects: readonly Subject[]): AsyncGenerator<Subject> {
  yield* subjects;
}
const signal = new AbortController().signal;

test('Markdown begins with what it is about, folds thoughts, and fences what tools said so that nothing in it ends the fence', () => {
  expect(whole(subject, { images: 'beside' }).replaceAll(/\d\d:\d\d/g, 'hh:mm')).toMatchInlineSnapshot(`
    "---
    title: "Un \\"titre\\": à: voir"
    date: "2025-05-02Thh:mm:00.000Z"
    model: "anthropic/claude-sonnet-4-5"
    project: "pain"
    conversation: "c1"
    exported: "2025-05-02Thh:mm:00.000Z"
    ---

    # Un "titre": à: voir

    ## Vous · 2 mai 2025, hh:mm

    Lis \`a\`

    # pas un titre à nous

    ![Image](2025-05-02%20Un%20titre%20%C3%A0%20voir%201.png)

    ## Assistant · anthropic/claude-sonnet-4-5 · 2 mai 2025, hh:mm

    <details>
    <summary>Réflexion</summary>

    Je lis &lt;/details> d’abord.

    </details>

    **\`bash\`**

    \`\`\`sh
    cat a
    \`\`\`

    *Réponse*

    \`\`\`\`
    \`\`\`
    fence
    \`\`\`
    \`\`\`\`

    **\`edit\`**

    \`\`\`json
    {
      "path": "a",
      "old": "x"
    }
    \`\`\`

    *Échec*

    \`\`\`diff
    -x
    +y
    \`\`\`

    ## Résumé de ce qui précède · 2 mai 2025, hh:mm

    On a lu a.

    ## Assistant · anthropic/claude-sonnet-4-5 · 2 mai 2025, hh:mm

    **Lu.** [ici](https://example.org/x)
    "
  `);
});

test('options leave out thoughts, tools and pictures of a document, and nothing of JSON lines', () => {
  const lean = { thinking: false, tools: false, images: 'none' } as const;
  const [markdown, html, jsonl] = (['markdown', 'html', 'jsonl'] as const).map(format => whole(subject, { ...lean, format }));
  const has = (text = '') => ['Je lis', 'cat a', 'base64', 'Lu.'].map(word => text.includes(word));
  expect({
    markdown: has(markdown),
    html: has(html),
    jsonl: jsonl
      ?.trim()
      .split('\n')
      .slice(1)
      .map(line => JSON.parse(line)),
  }).toEqual({
    markdown: [false, false, false, true],
    html: [false, false, false, true],
    jsonl: entries.map(entry => ({ type: 'entry', ...entry })),
  });
});

test('D16: what is written as JSON lines is read back as it was, and says what an import leaves behind', async () => {
  using folder = scratch();
  const { steps, kind } = await readAll(folder.write('out.jsonl', whole(subject, { format: 'jsonl' })));
  const [found] = steps;
  expect({ kind, found: found?.step === 'found' && { ...outline(found), at: [found.createdAt, found.updatedAt] } }).toMatchInlineSnapshot(`
    {
      "found": {
        "at": [
          1746178200000,
          1746178203000,
        ],
        "folder": "/home/me/pain",
        "losses": {
          "compaction": 1,
        },
        "messages": [
          [
            "user",
            "text: Lis \`a\`

    # pas un titre à nous",
            "image: image/png",
          ],
          [
            "assistant anthropic/claude-sonnet-4-5",
            "thinking: Je lis </details> d’abord.",
            "bash {"command":"cat a"} -> ok \`\`\`
    fence
    \`\`\`",
            "edit {"path":"a","old":"x"} -> no no",
          ],
          [
            "assistant anthropic/claude-sonnet-4-5",
            "text: **Lu.** [ici](https://example.org/x)",
          ],
        ],
        "sourceId": "c1",
        "title": "Un "titre": à: voir",
      },
      "kind": "atelier",
    }
  `);
});

test('D16: any text, in any place of a conversation, survives the way out and in again', async () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).filter(one => one.trim() !== '');
  const args = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<Record<string, unknown>>;
  const turn = fc.record({ said: text, thought: text, answer: text, args, result: text, ok: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 4 }), async turns => {
      using folder = scratch();
      const made = turns.flatMap(({ said, thought, answer, args: called, result, ok }, index): Entry[] => [
        { id: `u${index}`, kind: 'user', at: at + index, parts: [{ kind: 'text', text: said }] },
        {
          id: `a${index}`,
          kind: 'assistant',
          at: at + index,
          parts: [
            { kind: 'thinking', text: thought },
            { kind: 'text', text: answer },
            { kind: 'tool', tool: `t${index}`, name: 'bash', args: called, outcome: { ok, text: result } },
          ],
        },
      ]);
      const { steps } = await readAll(folder.write('out.jsonl', whole({ ...subject, entries: made }, { format: 'jsonl' })));
      const read = steps[0]?.step === 'found' ? steps[0].messages : [];
      const expected = made.map(({ kind, at: when, parts = [] }) => ({
        role: kind,
        at: when,
        parts: parts.map(({ tool: _, outcome, ...part }) => ({
          ...part,
          ...(outcome && { result: { ok: outcome.ok, text: outcome.text } }),
        })),
      }));
      expect(read).toEqual(JSON.parse(JSON.stringify(expected)));
    }),
    { numRuns: 60 },
  );
});

test('R4: in a page, HTML is text, and a link leads only to a site or a mail address', () => {
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
  const page = whole(
    { ...subject, title: hostile.join(' '), project: { name: '</title><script>', folder: '' }, entries: said },
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

test('R5: what cannot be seen in names and commands is shown in a document', () => {
  const hidden = 'rm\u202e -rf\u200b /';
  const said: Entry = {
    id: '1',
    kind: 'assistant',
    at,
    parts: [{ kind: 'tool', tool: 't', name: hidden, args: { command: hidden }, outcome: { ok: true, text: hidden } }],
  };
  const [page, markdown] = (['html', 'markdown'] as const).map(format => whole({ ...subject, title: hidden, entries: [said] }, { format }));
  expect([page, markdown].map(text => /[\u202e\u200b]/.test(text ?? ''))).toEqual([false, false]);
});

test('markup deeper than the stack is shown as it was written', () => {
  const deep: Entry = { id: '1', kind: 'assistant', at, parts: [{ kind: 'text', text: `${'> '.repeat(20_000)}deep` }] };
  expect(whole({ ...subject, entries: [deep] }, { format: 'html' })).toContain('deep');
});

test('names are whole characters, free of what a system forbids, and in the order of their days', () => {
  const names = ['a/b\\c:d*e?', '  . ', 'CON', 'é'.repeat(100), '👨‍👩‍👧'.repeat(20), 'x\u0000y\u202ez'].map(title => fileName(title, at));
  expect(names).toMatchInlineSnapshot(`
    [
      "2025-05-02 a b c d e",
      "2025-05-02",
      "2025-05-02",
      "2025-05-02 éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé",
      "2025-05-02 👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧",
      "2025-05-02 x⟦U+0000⟧y⟦U+202E⟧z",
    ]
  `);
});

test('one conversation is a file, several are a folder, and none ever takes the place of another', async () => {
  using folder = scratch();
  const first = await saveInto(folder.path, each(subject), options, signal);
  const again = await saveInto(folder.path, each(subject), options, signal);
  const both = await saveInto(folder.path, each(subject, subject), { ...options, images: 'beside' }, signal);
  const size = await measure(each(subject), options, signal);
  expect({
    names: [first.name, again.name, both.name],
    there: readdirSync(folder.path).sort(),
    inside: readdirSync(both.path).sort(),
    measured: size.bytes === first.bytes && readFileSync(first.path).length === first.bytes,
  }).toMatchInlineSnapshot(`
    {
      "inside": [
        "2025-05-02 Un titre à voir (2) 1.png",
        "2025-05-02 Un titre à voir (2).md",
        "2025-05-02 Un titre à voir 1.png",
        "2025-05-02 Un titre à voir.md",
      ],
      "measured": true,
      "names": [
        "2025-05-02 Un titre à voir.md",
        "2025-05-02 Un titre à voir (2).md",
        "2025-05-02 Un titre à voir",
      ],
      "there": [
        "2025-05-02 Un titre à voir",
        "2025-05-02 Un titre à voir (2).md",
        "2025-05-02 Un titre à voir.md",
      ],
    }
  `);
});

test('an export that fails or is stopped half-way leaves nothing behind', async () => {
  using folder = scratch();
  const stop = new AbortController();
  async function* failing(): AsyncGenerator<Subject> {
    yield subject;
    stop.abort();
    yield subject;
  }
  const stopped = await saveInto(folder.path, failing(), options, stop.signal).catch(error => error.name);
  async function* broken(): AsyncGenerator<Subject> {
    yield subject;
    throw new Error('the agent went away');
  }
  const failed = await saveInto(folder.path, broken(), options, signal).catch(error => error.code);
  const nowhere = await saveInto(join(folder.path, 'not there'), each(subject), options, signal).catch(error => error.code);
  const relative = await saveInto('relative', each(subject), options, signal).catch(error => error.code);
  writeFileSync(join(folder.path, 'file'), '');
  const noFolder = await saveInto(join(folder.path, 'file'), each(subject), options, signal).catch(error => error.code);
  expect({ stopped, failed, nowhere, relative, noFolder, left: readdirSync(folder.path), stray: existsSync('relative') }).toEqual({
    stopped: 'AbortError',
    failed: 'exchange/write-failed',
    nowhere: 'exchange/no-folder',
    relative: 'exchange/no-folder',
    noFolder: 'exchange/no-folder',
    left: ['file'],
    stray: false,
  });
});

test('for a page several conversations come in an archive, which our own reader takes', async () => {
  using folder = scratch();
  const { path, name } = await saveForPage(
    join(folder.path, 'out'),
    each(subject, { ...subject, title: 'Deux' }),
    { ...options, format: 'jsonl' },
    signal,
  );
  const bytes = readFileSync(path);
  expect({ name, zip: bytes.subarray(0, 2).toString() }).toEqual({ name: '2025-05-02 Un titre à voir.zip', zip: 'PK' });
});
