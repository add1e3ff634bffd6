import { expect, test } from 'vitest';
import { modeSteer } from './access-texts.ts';
import { answerAccessMode, getAccessMode } from './get-access-mode.ts';
import { ruleInWords, words } from './words.ts';

const access = { mode: 'secure', cwd: '/p', sandboxed: true, network: false } as const;

test('S11: the tool tells what is enforced, and takes nothing that could change it', () => {
  const read = (more: object) => JSON.parse(answerAccessMode({ ...access, ...more }).text.split('\n')[0] ?? '') as object;
  expect([read({}), read({ sandboxed: false }), read({ mode: 'open', cwd: '/' }), getAccessMode.parameters]).toEqual([
    { mode: 'secure', cwd: '/p', sandboxed: true, network: false },
    { mode: 'secure', cwd: '/p', sandboxed: false, network: false },
    { mode: 'open', cwd: '/', sandboxed: true, network: true },
    { type: 'object', properties: {}, additionalProperties: false },
  ]);
});

test('the hidden message says what holds now and that what was said before does not', () => {
  expect(modeSteer({ mode: 'open', cwd: '/', sandboxed: true, network: true })).toMatchInlineSnapshot(
    `"[system] The person has changed the access mode of this conversation. Access mode: open. Tools reach the whole file system of this machine, except the app's own data; commands have the network. The working directory is /. What earlier messages say about access no longer holds. Only the person can change it."`,
  );
});

test('every sentence about a decision leaves the same blanks in both languages', () => {
  const blanks = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted().join();
  expect(
    Object.entries<{ fr: string; en: string }>(words).filter(([, { fr, en }]) => blanks(fr) !== blanks(en) || fr === '' || en === ''),
  ).toEqual([]);
  expect(ruleInWords({ id: '1', decision: 'deny', tool: '*', scope: 'always' }, 'fr', text => text)).toBe(
    'Règle : refuse tout (tout), partout.',
  );
});
