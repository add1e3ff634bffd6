import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conversation, openChanges } from '../../../../tests/support/file-changes.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    error => error.code ?? error.message,
  );
type Changes = Awaited<ReturnType<typeof openChanges>>;
const contentsOf = (changes: Changes) =>
  Object.fromEntries(
    readdirSync(changes.project)
      .toSorted()
      .map(name => [name, read(changes.at(name))]),
  );

/** Three turns: one changes a file, one adds another, one changes the first again by a command. */
async function threeTurns(changes: Changes): Promise<void> {
  changes.put('a.txt', 'zero\n');
  changes.branch.ask('m1');
  await changes.write('a.txt', 'one\n');
  changes.branch.ask('m2');
  await changes.write('b.txt', 'b\n');
  changes.branch.ask('m3');
  await changes.bash('echo three >> a.txt');
}

test('a preview lists the effects on files and the commands, and changes nothing', async () => {
  await using changes = await openChanges();
  await threeTurns(changes);
  const before = contentsOf(changes);
  const preview = await changes.rewinds.preview(conversation, 'm2');
  expect({ preview, same: contentsOf(changes) }).toEqual({
    preview: {
      files: [
        { path: changes.at('a.txt'), name: 'a.txt', does: 'restore', added: 0, removed: 1, state: 'ready', by: true },
        { path: changes.at('b.txt'), name: 'b.txt', does: 'remove', added: 0, removed: 1, state: 'ready' },
      ],
      more: 0,
      commands: [{ command: 'echo three >> a.txt', files: 1, known: true }],
      calls: 2,
      busy: false,
    },
    same: before,
  });
});

test('files and conversation are rewound to any turn, several times, and redone in reverse order', async () => {
  await using changes = await openChanges();
  await threeTurns(changes);
  const all = { ids: changes.branch.ids(), files: contentsOf(changes), summary: (await changes.summaries.of(conversation)).files };
  const first = await changes.rewinds.rewind(conversation, 'm3', []);
  const atThree = { ids: changes.branch.ids(), files: contentsOf(changes) };
  const second = await changes.rewinds.rewind(conversation, 'm1', []);
  const { files: changed, redo } = await changes.summaries.of(conversation);
  const atOne = { ids: changes.branch.ids(), files: contentsOf(changes), changed: changed.length, redo };
  await changes.rewinds.redo(conversation);
  const again = { ids: changes.branch.ids(), files: contentsOf(changes) };
  await changes.rewinds.redo(conversation);
  const end = { ids: changes.branch.ids(), files: contentsOf(changes), summary: (await changes.summaries.of(conversation)).files };
  const nothing = await codeOf(changes.rewinds.redo(conversation));
  expect({
    first,
    atThree,
    second,
    atOne,
    again,
    end,
    nothing,
  }).toEqual({
    first: { files: 1, left: [] },
    atThree: { ids: ['m1', 'm2'], files: { 'a.txt': 'one\n', 'b.txt': 'b\n' } },
    second: { files: 2, left: [] },
    atOne: { ids: [], files: { 'a.txt': 'zero\n' }, changed: 0, redo: { files: 2, conversation: true } },
    again: atThree,
    end: all,
    nothing: 'file-changes/nothing-to-redo',
  });
});

test('a file that the person edited since, or between two turns, is not changed unless it is chosen; redo restores the edit', async () => {
  await using changes = await openChanges();
  changes.put('a.txt', 'zero\n');
  changes.put('c.txt', 'zero\n');
  changes.branch.ask('m1');
  await changes.write('a.txt', 'one\n');
  await changes.write('c.txt', 'one\n');
  changes.put('c.txt', 'one\nmine\n');
  await changes.write('c.txt', 'one\nmine\ntwo\n');
  changes.put('a.txt', 'one\nmine\n');
  const { files } = await changes.rewinds.preview(conversation, 'm1');
  const left = await changes.rewinds.rewind(conversation, 'm1', []);
  const untouched = contentsOf(changes);
  await changes.rewinds.redo(conversation);
  await changes.rewinds.rewind(conversation, 'm1', [changes.at('a.txt')]);
  const chosen = contentsOf(changes);
  await changes.rewinds.redo(conversation);
  expect({
    states: files.map(({ name, state }) => [name, state]),
    left: left.left.map(({ name, why }) => [name, why]),
    untouched,
    chosen,
    end: contentsOf(changes),
  }).toEqual({
    states: [
      ['a.txt', 'edited'],
      ['c.txt', 'edited'],
    ],
    left: [
      ['a.txt', 'edited'],
      ['c.txt', 'edited'],
    ],
    untouched: { 'a.txt': 'one\nmine\n', 'c.txt': 'one\nmine\ntwo\n' },
    chosen: { 'a.txt': 'zero\n', 'c.txt': 'one\nmine\ntwo\n' },
    end: { 'a.txt': 'one\nmine\n', 'c.txt': 'one\nmine\ntwo\n' },
  });
});

test('if the conversation cannot be rewound, no file is; while a turn runs, a rewind is refused', async () => {
  await using changes = await openChanges();
  await threeTurns(changes);
  const before = contentsOf(changes);
  changes.branch.fail(Object.assign(new Error('no'), { code: 'agent/no' }));
  const refused = await codeOf(changes.rewinds.rewind(conversation, 'm1', []));
  const afterwards = contentsOf(changes);
  changes.branch.fail(undefined);
  changes.branch.setStatus('running');
  const busy = await codeOf(changes.rewinds.rewind(conversation, 'm1', []));
  changes.branch.setStatus('idle');
  const gone = await codeOf(changes.rewinds.rewind(conversation, 'nobody', []));
  await changes.rewinds.rewind(conversation, 'm1', []);
  changes.branch.fail(Object.assign(new Error('no'), { code: 'agent/no' }));
  const noRedo = await codeOf(changes.rewinds.redo(conversation));
  const stillBack = contentsOf(changes);
  changes.branch.fail(undefined);
  await changes.rewinds.redo(conversation);
  expect({ refused, afterwards, busy, gone, noRedo, stillBack, open: changes.journal.unfinished(), end: contentsOf(changes) }).toEqual({
    refused: 'agent/no',
    afterwards: before,
    busy: 'file-changes/busy',
    gone: 'There is no nobody.',
    noRedo: 'agent/no',
    stillBack: { 'a.txt': 'zero\n' },
    open: [],
    end: before,
  });
});

test('after the next message a rewind cannot be redone', async () => {
  await using changes = await openChanges();
  await threeTurns(changes);
  await changes.rewinds.rewind(conversation, 'm2', []);
  const before = (await changes.summaries.of(conversation)).redo;
  changes.journal.closeRewinds(conversation);
  expect({
    before,
    after: (await changes.summaries.of(conversation)).redo,
    refused: await codeOf(changes.rewinds.redo(conversation)),
  }).toEqual({
    before: { files: 2, conversation: true },
    after: undefined,
    refused: 'file-changes/nothing-to-redo',
  });
});

const script = new URL('../../../../tests/support/file-changes-killed.ts', import.meta.url);

/** Runs an operation in a child process and kills it after it has moved the given number of files. */
async function killedAfter(data: string, files: number, what: 'rewind' | 'redo'): Promise<void> {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script.pathname, data, String(files), what],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  const [[message]] = await Promise.all([Promise.race([once(child, 'message'), once(child, 'exit')])]);
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  if (message !== 'here') throw new Error(`It ended with ${String(message)} before it could be killed.`);
}

test.each([
  ['rewind', 0],
  ['rewind', 1],
  ['rewind', 5],
  ['redo', 0],
  ['redo', 3],
  ['redo', 5],
] as const)(
  'a kill -9 in the middle of a %s, with %i of 5 files moved, ends at the next start with all of them or none, and redo still works',
  async (what, moved) => {
    const data = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-killed-')));
    try {
      await killedAfter(data, moved, what);
      await using changes = await openChanges({ data });
      const torn = new Set(Object.entries(contentsOf(changes)).flatMap(([name, text]) => (name.startsWith('.') ? [] : [text]))).size;
      // The killed process had not changed the conversation yet.
      if (what === 'rewind') changes.branch.ask('m1');
      await changes.rewinds.recover();
      const recovered = new Set(Object.values(contentsOf(changes)));
      const redo = (await changes.summaries.of(conversation)).redo;
      expect({ torn, recovered: [...recovered], redo, open: changes.journal.unfinished() }).toEqual({
        torn: moved === 0 || moved === 5 ? 1 : 2,
        recovered: [what === 'rewind' ? 'after\n' : 'before\n'],
        redo: what === 'rewind' ? undefined : { files: 5, conversation: true },
        open: [],
      });
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  },
);

test('if the conversation was rewound already when the process was killed, its files are rewound at the next start', async () => {
  const data = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-killed-')));
  try {
    await killedAfter(data, 2, 'rewind');
    await using changes = await openChanges({ data });
    await changes.rewinds.recover();
    const recovered = [...new Set(Object.values(contentsOf(changes)))];
    const { redo, files } = await changes.summaries.of(conversation);
    await changes.rewinds.redo(conversation);
    expect({ recovered, redo, files, redone: [...new Set(Object.values(contentsOf(changes)))] }).toEqual({
      recovered: ['before\n'],
      redo: { files: 5, conversation: true },
      files: [],
      redone: ['after\n'],
    });
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
