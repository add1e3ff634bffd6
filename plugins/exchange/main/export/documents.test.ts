import type { Entry } from '@atelier/agent/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { at, entries, transcript, whole } from '../fixtures/transcript.fixture.ts';
import { outline, readAll, scratch } from '../fixtures/write.fixture.ts';

test('Markdown begins with front matter, folds thoughts, and fences tool output so that nothing in it ends the fence', async () => {
  expect((await whole(transcript, { images: 'beside' })).replaceAll(/\d\d:\d\d/g, 'hh:mm')).toMatchInlineSnapshot(`
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

test('options leave out thoughts, tools and images of a document, but nothing of JSON Lines', async () => {
  const lean = { thinking: false, tools: false, images: 'none' } as const;
  const [markdown, html, jsonl] = await Promise.all(
    (['markdown', 'html', 'jsonl'] as const).map(format => whole(transcript, { ...lean, format })),
  );
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
  const { steps, kind } = await readAll(folder.write('out.jsonl', await whole(transcript, { format: 'jsonl' })));
  const [found] = steps;
  expect({ kind, found: found?.step === 'found' && { ...outline(found), at: [found.createdAt, found.updatedAt] } }).toMatchInlineSnapshot(`
    {
      "found": {
        "at": [
          1746178200000,
          1746178203000,
        ],
        "folder": "/people/me/pain",
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
      const { steps } = await readAll(folder.write('out.jsonl', await whole({ ...transcript, entries: made }, { format: 'jsonl' })));
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
