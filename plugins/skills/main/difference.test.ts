import { expect, test } from 'vitest';
import { differenceOf } from './difference.ts';
import type { ReadSkill } from './format/read-skill.ts';

const lines = (word: string, count: number) => Buffer.from(Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join(''));
const skillOf = (files: ReadSkill['files']): ReadSkill => ({
  ...{ head: { name: 's', description: 'S.', allowedTools: [], badName: false }, text: '', languages: [], integrity: 'i' },
  files,
});

test('an update that changes more than can be compared is shown up to a limit for all its files, and the others are named', () => {
  const all = (word: string) =>
    skillOf([
      { path: 'SKILL.md', bytes: lines(word, 300) },
      { path: 'a-huge.md', bytes: lines(word, 5_000) },
      ...Array.from({ length: 20 }, (_, at) => ({ path: `b${at}.md`, bytes: lines(word, 300) })),
    ]);
  const { files } = differenceOf(all('old'), all('new'));
  expect({ named: files.length, shown: files.flatMap(({ path, hunks }) => (hunks === undefined ? [] : [path])) }).toEqual({
    named: 22,
    shown: ['SKILL.md', 'b0.md', 'b1.md'],
  });
});
