import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { branchesOf } from './branches.ts';

type Line = readonly [id: string, parent: string | null, fields: object];

const message = (role: string) => ({ type: 'message', message: { role, content: [{ type: 'text', text: role }], stopReason: 'stop' } });
const mark = (data: object) => ({ type: 'custom', customType: 'atelier.rewound', data });
const user = message('user');
const answer = message('assistant');

function sessionOf(...lines: readonly Line[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'branches-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'one.jsonl');
  const timestamp = new Date(0).toISOString();
  const header = { type: 'session', version: 3, id: 'one', timestamp, cwd: '/' };
  const entries = lines.map(([id, parentId, fields]) => ({ id, parentId, timestamp, ...fields }));
  writeFileSync(file, [header, ...entries].map(line => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

const first: readonly Line[] = [
  ['u1', null, user],
  ['a1', 'u1', answer],
  ['u2', 'a1', user],
  ['a2', 'u2', answer],
];

test('messages that stand at one place on several branches are versions of one, whatever marks and settings are between', async () => {
  const again: readonly Line[] = [
    ['m', 'a1', mark({ from: 'a2', before: 'u2' })],
    ['s', 'm', { type: 'model_change', provider: 'p', modelId: 'm' }],
    ['u3', 's', user],
    ['a3', 'u3', answer],
  ];
  const back: readonly Line[] = [['m2', 'a2', mark({ from: 'a3', to: 'a2' })]];
  expect([await branchesOf(sessionOf(...first, ...again)), await branchesOf(sessionOf(...first, ...again, ...back))]).toEqual([
    { versions: [{ entry: 'u3', at: 1, leaves: ['a2', 'a3'] }] },
    { versions: [{ entry: 'u2', at: 0, leaves: ['a2', 'a3'] }] },
  ]);
});

test('two messages in a row are no versions of each other, and a conversation that went back leads forward again until a message is sent', async () => {
  const back: Line = ['m', null, mark({ from: 'a2', before: 'u1' })];
  expect([
    await branchesOf(sessionOf(...first, ['u3', 'a2', user], ['u4', 'u3', user])),
    await branchesOf(sessionOf(...first, back)),
    await branchesOf(sessionOf(...first, back, ['u5', 'm', user])),
  ]).toEqual([{ versions: [] }, { versions: [], wentBack: { leaf: 'a2' } }, { versions: [{ entry: 'u5', at: 1, leaves: ['a2', 'u5'] }] }]);
});
