import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chatGpt, claude, claudeCode, codex, lines, pi, pixel } from '../fixtures/samples.fixture.ts';
import { now, outline, readAll, scratch, zipOf } from '../fixtures/write.fixture.ts';

/** The titles of found conversations, the codes of errors, and the kinds of other losses. */
async function told(path: string): Promise<unknown> {
  try {
    const { steps } = await readAll(path);
    return steps.map(step => {
      if (step.step === 'found') return step.title;
      return step.step === 'broken' ? step.problem.code : step.losses.map(({ kind, count }) => `${kind} ${count}`).join(', ');
    });
  } catch (error) {
    return (error as { code?: string }).code ?? error;
  }
}

test('each kind of broken file has its own error code, and its intact parts are read', async () => {
  using folder = scratch();
  const whole = await zipOf(join(folder.path, 'whole.zip'), { 'conversations.json': JSON.stringify([chatGpt, { ...chatGpt, id: 'b' }]) });
  const bytes = readFileSync(whole);
  const text = JSON.stringify([
    { ...chatGpt, title: 'First' },
    { ...chatGpt, title: 'Second', conversation_id: 'c-2' },
  ]);
  const files: Record<string, string | Buffer> = {
    'missing end.zip': bytes.subarray(0, bytes.length - 30),
    'no conversations.txt': 'Hello',
    'empty.json': '',
    'zeros.jsonl': Buffer.alloc(500),
    'other.json': '[{"a":1}]',
    'cut.json': text.slice(0, text.length - 400),
    'broken element.json': text.replace('"First"', '"First'.concat('\u0001"')),
    'newer.jsonl': lines([{ ...pi[0], version: 99 }, ...pi.slice(1)]),
    'garbage inside.jsonl': `${lines(codex.slice(0, 4))}{"torn": \n\u0000\u0000\n[1]\n${lines(codex.slice(4))}`,
    'byte order mark.json': `\ufeff${JSON.stringify([claude])}`,
    'one object.json': JSON.stringify({ conversations: [claude] }),
    'head only.jsonl': lines(pi.slice(0, 1)),
  };
  const outcomes: Record<string, unknown> = {};
  for (const [name, content] of Object.entries(files)) outcomes[name] = await told(folder.write(name, content));
  outcomes.missing = await told(join(folder.path, 'nowhere'));
  outcomes['zip without'] = await told(await zipOf(join(folder.path, 'other.zip'), { 'a.txt': 'a' }));
  mkdirSync(join(folder.path, 'bare'));
  outcomes['empty folder'] = await told(join(folder.path, 'bare'));
  expect(outcomes).toMatchInlineSnapshot(`
    {
      "broken element.json": [
        "Second",
        "torn 1",
      ],
      "byte order mark.json": [
        "Un plan",
      ],
      "cut.json": [
        "First",
        "exchange/torn",
      ],
      "empty folder": "exchange/no-conversations",
      "empty.json": "exchange/no-conversations",
      "garbage inside.jsonl": [
        "List the files",
      ],
      "head only.jsonl": [
        "empty-conversation 1",
      ],
      "missing": "exchange/missing",
      "missing end.zip": "exchange/not-a-zip",
      "newer.jsonl": [
        "exchange/newer-format",
      ],
      "no conversations.txt": "exchange/no-conversations",
      "one object.json": [
        "Un plan",
      ],
      "other.json": "exchange/no-conversations",
      "zeros.jsonl": "exchange/no-conversations",
      "zip without": "exchange/no-conversations",
    }
  `);
});

test('an archive with unsafe or duplicate names is read in place, and nothing of it is written', async () => {
  using folder = scratch();
  const file = await zipOf(join(folder.path, 'slip.zip'), {
    'conversations.json': JSON.stringify([chatGpt]),
    'aaaaaaaaaaaa.txt': 'evil',
    'bbbbbbbbbbbb.txt': 'evil',
    'file-Gone-photo.png': Buffer.from('<svg onload="alert(1)">'),
  });
  const bytes = readFileSync(file)
    .toString('latin1')
    .replaceAll('aaaaaaaaaaaa.txt', '../../../../evil')
    .replaceAll('bbbbbbbbbbbb.txt', '/etc/evil-evil-e');
  writeFileSync(file, bytes, 'latin1');
  const { steps } = await readAll(file);
  expect({
    found: steps.map(step => (step.step === 'found' ? (outline(step) as { losses: object }).losses : step.step === 'aside' && step.losses)),
    written: readdirSync(folder.path),
  }).toMatchInlineSnapshot(`
    {
      "found": [
        {
          "attachment": 1,
          "bad-image": 1,
          "branch": 1,
          "custom-gpt": 1,
          "instructions": 1,
          "missing-image": 1,
          "unknown-record": 1,
        },
        [
          {
            "count": 2,
            "example": "../../../../evil",
            "kind": "unsafe-name",
          },
        ],
      ],
      "written": [
        "slip.zip",
      ],
    }
  `);
});

test('an archive with an extreme compression ratio or a false size is refused', async () => {
  using folder = scratch();
  const bomb = await zipOf(join(folder.path, 'bomb.zip'), { 'conversations.json': Buffer.alloc(80 * 1024 * 1024, 0x20) });
  // The same bytes with a false declared size, which is detected while unpacking.
  const liar = readFileSync(bomb);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(80 * 1024 * 1024);
  const few = Buffer.alloc(4);
  few.writeUInt32LE(1000);
  for (let at = liar.indexOf(size); at !== -1; at = liar.indexOf(size, at + 4)) few.copy(liar, at);
  expect([await told(bomb), await told(folder.write('liar.zip', liar))]).toMatchInlineSnapshot(`
    [
      "exchange/zip-bomb",
      "exchange/not-a-zip",
    ]
  `);
});

test('R5: a name shows what cannot be seen in it, keeps emoji and letters of every script, and stays on one line', async () => {
  using folder = scratch();
  const names = ['a\u0000b\u202egnp.exe', 'Famille 👨‍👩‍👧 🎉', 'שלום עולם', 'two\nlines\t here', 'x'.repeat(500), '   ', '\u{e0041}tag'];
  const file = folder.write('c.json', JSON.stringify(names.map((title, at) => ({ ...chatGpt, title, conversation_id: `c${at}` }))));
  const { steps } = await readAll(file);
  expect(steps.map(step => step.step === 'found' && step.title)).toEqual([
    'a⟦U+0000⟧b⟦U+202E⟧gnp.exe',
    'Famille 👨‍👩‍👧 🎉',
    'שלום עולם',
    'two lines here',
    `${'x'.repeat(119)}…`,
    'How do I bake bread?',
    '⟦U+E0041⟧tag',
  ]);
});

test('invalid dates are counted, and messages keep their order', async () => {
  using folder = scratch();
  const odd = structuredClone(claude);
  odd.created_at = 'yesterday';
  odd.updated_at = '2999-01-01T00:00:00Z';
  odd.chat_messages[0]!.created_at = '0001-01-01T00:00:00Z';
  odd.chat_messages[1]!.created_at = '2999-01-01T00:00:00Z';
  const { steps } = await readAll(folder.write('c.json', JSON.stringify([odd])));
  const [found] = steps;
  expect(
    found?.step === 'found' && {
      times: found.messages.map(({ at }) => at <= now),
      bad: found.losses.find(({ kind }) => kind === 'bad-date'),
    },
  ).toEqual({
    times: [true, true, true],
    bad: { kind: 'bad-date', count: 2, example: '0001-01-01T00:00:00Z' },
  });
});

test('property names of every object, such as `__proto__`, are treated as data', async () => {
  using folder = scratch();
  const text = JSON.stringify([chatGpt]).replaceAll('"n6"', '"__proto__"').replaceAll('"n5"', '"constructor"');
  const polluted = lines([...claudeCode.slice(2), { type: 'constructor', sessionId: 's' }, { type: '__proto__', toString: 1 }]);
  const one = await readAll(folder.write('c.json', text));
  const two = await readAll(folder.write('s/x.jsonl', polluted));
  expect({
    messages: one.steps[0]?.step === 'found' && one.steps[0].messages.length,
    unknown: two.steps[0]?.step === 'found' && two.steps[0].losses.find(({ kind }) => kind === 'unknown-record'),
    clean: Object.keys(Object.prototype),
  }).toEqual({ messages: 4, unknown: { kind: 'unknown-record', count: 2, example: 'constructor' }, clean: [] });
});

test('a folder yields the sessions of every program once, follows no links, and counts other files', async () => {
  using folder = scratch();
  folder.write('2025/05/rollout.jsonl', lines(codex));
  folder.write('2025/06/copy.jsonl', lines(codex));
  folder.write('claude/0205f437-f816-4704-b6f3-9cf7b060888c.jsonl', lines(claudeCode));
  folder.write('claude/agent-1.jsonl', lines([{ ...claudeCode[2], isSidechain: true }]));
  folder.write('history.jsonl', '{"a":1}\n');
  symlinkSync('/', join(folder.path, 'out'));
  expect(await told(folder.path)).toMatchInlineSnapshot(`
    [
      "List the files",
      "Baking bread",
      "sidechain 1",
      "doubled 1, other-file 1",
    ]
  `);
});

test('reading can be cancelled, also in the middle of an archive', async () => {
  using folder = scratch();
  const many = Array.from({ length: 200 }, (_, at) => ({ ...chatGpt, conversation_id: `c${at}` }));
  const file = await zipOf(join(folder.path, 'many.zip'), { 'conversations.json': JSON.stringify(many), 'file_0000aa11.png': pixel });
  const stop = new AbortController();
  let bytes = 0;
  const reading = readAll(file, {
    signal: stop.signal,
    progress: count => {
      bytes += count;
      stop.abort();
    },
  });
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  expect(bytes).toBeGreaterThan(0);
});

test('a deeply nested element does not prevent reading the others', async () => {
  using folder = scratch();
  const deep = `{"mapping":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)},"id":"deep"}`;
  expect(await told(folder.write('deep.json', `[${deep},${JSON.stringify(chatGpt)}]`))).toMatchInlineSnapshot(`
    [
      "Bread, twice",
      "empty-conversation 1",
    ]
  `);
});
