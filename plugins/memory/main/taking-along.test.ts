import { expect, test } from 'vitest';
import type { MemoryRecord } from '../contract/index.ts';
import { read, written } from './taking-along.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const said = (text: string) => {
  const { drafts, unreadable } = read(text, now);
  const words = drafts.map(({ content, from }) =>
    from === undefined ? content : `${new Date(from).toISOString().slice(0, 10)} ${content}`,
  );
  return unreadable === 0 ? words : [...words, unreadable];
};
const code = (text: string) => {
  try {
    return said(text);
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

test('lines with a date in brackets are memories since that date, also in a fence and in a list', () => {
  const lines = '[2025-01-02] - Likes tea\n[unknown] - Has a cat\n- [2025-03-04] Plays chess\n[2025-02-30] - No such day';
  const all = ['2025-01-02 Likes tea', 'Has a cat', '2025-03-04 Plays chess', 'No such day'];
  expect([said(lines), said(`Here is all:\n\n\`\`\`text\n${lines}\n\`\`\`\nThat was it.`)]).toEqual([all, all]);
});

test('of a text of several lines without a list each line is a memory, without its headings; one line alone is none', () => {
  expect([said('# About\n\n**Work**\nLikes tea\n---\n  Has a cat\r\n'), code('Likes tea'), code('# About\nLikes tea')]).toEqual([
    ['Likes tea', 'Has a cat'],
    ...['memory/unreadable-import', 'memory/unreadable-import'],
  ]);
});

test('a mark of the byte order is no part of the first line', () => {
  expect([said('\ufeff- Likes tea'), said('\ufeff[{"content":"Has a cat"}]')]).toEqual([['Likes tea'], ['Has a cat']]);
});

test('the memories of Claude are read line by line, those of a project with its name as a tag', () => {
  const one = {
    conversations_memory: '**Work context**\n\nBuilds boats in Brest.\n- Likes tea\n',
    project_memories: { 'p-1': 'The hull is of oak.', 'p-2': 7 },
    account_uuid: 'a',
  };
  const { drafts, unreadable } = read(JSON.stringify([one]), now);
  expect(drafts.map(({ content, tags, project }) => [content, tags, project])).toEqual([
    ['Builds boats in Brest.', [], undefined],
    ['Likes tea', [], undefined],
    ['The hull is of oak.', ['p-1'], undefined],
  ]);
  expect([unreadable, said(JSON.stringify(one)).length]).toEqual([1, 4]);
});

test('the lines of a memory server are read, what it observed under its name; relations and broken lines are counted', () => {
  const lines = [
    { type: 'entity', name: 'Alice', entityType: 'person', observations: ['Likes tea', 'Has a cat', 3] },
    { type: 'relation', from: 'Alice', to: 'Bob', relationType: 'knows' },
    { type: 'entity', name: 'default_user', observations: ['Lives in Brest'] },
    { content: 'Plays chess' },
  ].map(line => JSON.stringify(line));
  const all = ['Alice: Likes tea', 'Alice: Has a cat', 'Lives in Brest', 'Plays chess'];
  expect([said(lines.join('\n')), said([...lines, '{"broken'].join('\r\n')), said(lines[0] ?? '')]).toEqual([
    [...all, 2],
    [...all, 3],
    [...all.slice(0, 2), 1],
  ]);
});

test('a date of another assistant is the beginning, as a text, in seconds or in milliseconds, if it is neither to come nor before 1970', () => {
  const [at, future] = [Date.parse('2025-01-02T10:00:00Z'), Date.parse('2027-01-01T00:00:00Z')];
  const memories = [
    { memory: 'a', created_at: '2025-01-02T10:00:00Z', updated_at: '2025-05-05' },
    { memory: 'b', createdAt: at },
    { memory: 'c', created_at: at / 1000 },
    { memory: 'd', updated_at: '2025-01-02' },
    { memory: 'e', created_at: future, updated_at: 'soon' },
    { memory: 'f', created_at: '1969-12-31T00:00:00Z' },
    { memory: 'g', created_at: -5 },
  ];
  expect(said(JSON.stringify(memories))).toEqual([...['a', 'b', 'c', 'd'].map(word => `2025-01-02 ${word}`), 'e', 'f', 'g']);
});

test('observations, lines and texts beyond the bound are counted', () => {
  const many = Array.from({ length: 200_002 }, (_, n) => `Number ${n}`);
  const texts = [
    many.join('\n'),
    JSON.stringify({ name: 'x', observations: many }),
    JSON.stringify({ conversations_memory: many.join('\n') }),
  ];
  const counted = texts.map(text => {
    const { drafts, unreadable } = read(text, now);
    return [drafts.length, unreadable];
  });
  expect(counted).toEqual(Array(3).fill([200_000, 2]));
});

test('titles with asterisks and backslashes, and tags with commas, spaces and brackets, come back from Markdown as they were', () => {
  const memories = [
    { title: '**Bold** title: x', tags: ['a, b', 'c d', 'é#', 'f, #g)', 'back\\'] },
    { title: 'Star *', tags: [] },
    { title: 'C:\\dir\\*.ts', tags: ['#'] },
    { title: 'Plain', tags: ['one', 'two'] },
  ].map(({ title, tags }, at) => ({
    ...{ id: `m${at}`, scope: 'global', kind: 'fact', topic: 't', title, content: 'A * b, **c** \\* (fact, 2020-01-01)', tags },
    ...{
      status: 'active',
      confidence: 1,
      importance: 1,
      source: { origin: 'manual' },
      from: now,
      createdAt: now,
      updatedAt: now,
      timesUsed: 0,
    },
  })) as MemoryRecord[];
  const of = (all: readonly { title: string; content: string; tags?: readonly string[] }[]) =>
    all.map(({ title, content, tags }) => [title, content, tags]);
  const former = '- **C:\\dir** Has tags. (fact, 2020-01-01, #c-d, #e)';
  const backslash = String.raw`- **C:\dir**: Has tags. (fact, 2020-01-01, #c-d, #e)`;
  expect([of(read(written(memories, 'markdown'), now).drafts), of(read(former, now).drafts), of(read(backslash, now).drafts)]).toEqual([
    of(memories),
    [['C:\\dir', 'Has tags.', ['c-d', 'e']]],
    [['C:\\dir', 'Has tags.', ['c-d', 'e']]],
  ]);
});

test('what is longer than a memory may be is cut, and counted as cut', () => {
  const long = 'word '.repeat(2_000_000);
  const cut = [`- ${long}\n- Likes tea`, JSON.stringify([{ content: long }, 'Likes tea']), `First line\n${long}`].map(text => {
    const all = read(text, now);
    return [all.drafts.map(({ content }) => content.length), all.cut, all.unreadable];
  });
  expect(cut).toEqual([
    [[4000, 9], 1, 0],
    [[4000, 9], 1, 0],
    [[10, 4000], 1, 0],
  ]);
});

test('items of a list are read however deep they stand, and a memory keeps the mark that its conversation held text from outside', () => {
  const { drafts, unreadable } = read('- Likes tea\n  - green\n    - with honey\n\t\t- from Japan\n', 5);
  const [marked] = read(
    JSON.stringify([{ content: 'Banks in Brest.', source: { origin: 'captured', outside: 'bank.example' } }]),
    5,
  ).drafts;
  expect({ words: drafts.map(({ content }) => content), unreadable, source: marked?.source }).toEqual({
    words: ['Likes tea', 'green', 'with honey', 'from Japan'],
    unreadable: 0,
    source: { origin: 'import', outside: 'bank.example' },
  });
});

test('what does not hold any more is exported as nothing that holds, what has an end comes back with it, and what another assistant says has ended has', () => {
  const at = (day: string) => Date.parse(`${day}T12:00:00`);
  const memory = {
    id: '1',
    scope: 'global',
    kind: 'fact',
    topic: 't',
    tags: ['a'],
    status: 'active',
    confidence: 1,
    importance: 1,
  } as const;
  const more = { source: { origin: 'manual' }, from: at('2026-05-02'), createdAt: 1, updatedAt: 1, timesUsed: 0 } as const;
  const memories = [
    { ...memory, ...more, tags: ['a'], title: 'Lisbon', content: 'Works from Lisbon.', until: at('2026-06-30') },
    { ...memory, ...more, tags: ['a'], title: 'Porto', content: 'Works from Porto.', until: at('2026-05-30') },
  ];
  const text = written(memories, 'markdown', { now: at('2026-06-01') });
  const { drafts } = read(text, at('2026-06-01'));
  const others = [
    { content: 'Lives in Lyon.', status: 'superseded', created_at: '2025-01-01', updated_at: '2025-06-01' },
    { content: 'Lives in Metz.', status: 'active' },
  ];
  expect({
    text,
    drafts: drafts.map(({ content, from = 0, until = 0, tags }) => [
      content,
      new Date(from).toLocaleDateString('sv'),
      new Date(until).toLocaleDateString('sv'),
      tags,
    ]),
    others: read(JSON.stringify(others), at('2026-06-01')).drafts.map(({ until }) => until),
  }).toEqual({
    text: '# Memories\n\n- **Lisbon**: Works from Lisbon. (fact, 2026-05-02, until 2026-06-30, #a)\n',
    drafts: [['Works from Lisbon.', '2026-05-02', '2026-06-30', ['a']]],
    others: [Date.parse('2025-06-01'), undefined],
  });
});
