import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openDatabase } from '../../kernel/main/storage/storage.ts';
import { keptLog } from '../../kernel/testing/kept-log.ts';
import { openBlobs } from '../../plugins/file-changes/main/content/blobs.ts';
import { loadDiff } from '../../plugins/file-changes/main/content/diff.ts';
import { migrations } from '../../plugins/file-changes/main/migrations/index.ts';
import { openShellChanges } from '../../plugins/file-changes/main/shell/shell-changes.ts';
import { Summaries } from '../../plugins/file-changes/main/summaries.ts';
import { openRecords } from '../../plugins/file-changes/main/tracking/records.ts';
import { type ChangedFile, Tracker } from '../../plugins/file-changes/main/tracking/tracker.ts';
import { openJournal } from '../../plugins/file-changes/main/undo/journal.ts';
import { Operations } from '../../plugins/file-changes/main/undo/operations.ts';
import { Reverts } from '../../plugins/file-changes/main/undo/reverts.ts';
import { type ConversationAgent, type DroppedCall, Rewinds } from '../../plugins/file-changes/main/undo/rewinds.ts';
import { testGit } from './test-git.ts';

export const conversation = 'c1';

await loadDiff();

/** The main side without a kernel, on real files in a temporary folder, with a conversation whose branch is a list. */
export async function openChanges({ git = false, data, sandbox }: { git?: boolean; data?: string; sandbox?: string | undefined } = {}) {
  const root = data ?? realpathSync(mkdtempSync(join(tmpdir(), 'atelier-file-changes-')));
  const project = join(root, 'project');
  const own = join(root, 'data');
  for (const folder of [project, own]) mkdirSync(folder, { recursive: true });
  const at = (name: string) => join(project, name);
  const put = (name: string, text: string | Buffer) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  };
  const runGit = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: project, encoding: 'utf8' });
  if (git) runGit('init', '-q');

  const db = openDatabase(join(own, 'file-changes.sqlite'), migrations(root), {
    owner: 'file-changes',
    backups: join(own, 'backups'),
    log: keptLog(),
  });
  const blobs = openBlobs(join(own, 'contents'), db);
  const [records, journal] = [openRecords(db, Date.now, root), openJournal(db, Date.now, root)];
  const { reading } = testGit(own, sandbox);
  const shell = openShellChanges(reading);
  const operations = new Operations({ records, blobs, journal });
  const summaries = new Summaries({ records, blobs, journal, operations, shell, git: reading });
  const reverts = new Reverts({ records, blobs, journal, operations });
  const branch = openBranch();
  const rewinds = new Rewinds({ records, blobs, journal, operations, agent: branch.agent });
  const told: string[] = [];
  const tracker = new Tracker({ records, blobs, shell, git: reading, changed: one => void told.push(one) });
  let calls = 0;

  /** Simulates a tool call of the agent: `work` runs between the before and after hooks. */
  const call = async (name: string, args: Record<string, unknown>, work: () => unknown): Promise<readonly ChangedFile[]> => {
    calls += 1;
    const touch = { conversation, tool: `t${calls}`, name, args, cwd: project };
    branch.add({ tool: touch.tool, name, args, ok: true });
    await tracker.before(touch);
    await work();
    return await tracker.after(touch);
  };
  return {
    root,
    project,
    at,
    put,
    git: runGit,
    db,
    blobs,
    records,
    journal,
    shell,
    summaries,
    reverts,
    rewinds,
    tracker,
    branch,
    told,
    call,
    write: (name: string, text: string | Buffer) => call('write', { path: name }, () => put(name, text)),
    bash: (command: string) => call('bash', { command }, () => execFileSync('bash', ['-c', command], { cwd: project })),
    /** Ends it; its data folder is kept if `data` was given. */
    async close() {
      await shell.close();
      await blobs.settled();
      db.close();
    },
    async [Symbol.asyncDispose]() {
      await shell.close();
      await blobs.settled();
      db.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

interface BranchEntry {
  readonly id: string;
  readonly calls: DroppedCall[];
}

/** The conversation data of the agent that rewinding needs. */
function openBranch() {
  let entries: BranchEntry[] = [];
  const leaves = new Map<string, BranchEntry[]>();
  let status = 'idle';
  let failure: Error | undefined;
  let held: () => Promise<void> = async () => undefined;
  const indexOf = (entry: string) => {
    const at = entries.findIndex(({ id }) => id === entry);
    if (at < 0) throw new Error(`There is no ${entry}.`);
    return at;
  };
  const agent = {
    state: async () => ({ status }),
    callsAfter: async (_conversation: string, entry: string) => entries.slice(indexOf(entry)).flatMap(({ calls }) => calls),
    async rewind(_conversation: string, entry: string) {
      await held();
      if (failure !== undefined) throw failure;
      const leaf = `leaf-${leaves.size}`;
      leaves.set(leaf, entries);
      entries = entries.slice(0, indexOf(entry));
      return { leaf };
    },
    async redo(_conversation: string, leaf: string) {
      await held();
      if (failure !== undefined) throw failure;
      entries = leaves.get(leaf) ?? entries;
    },
    transcript: async () => ({ entries: entries.map(({ id }) => ({ id })) }),
  } as unknown as ConversationAgent;
  return {
    agent,
    ask: (id: string) => {
      entries = [...entries, { id, calls: [] }];
    },
    add: (call: DroppedCall) => void entries.at(-1)?.calls.push(call),
    ids: () => entries.map(({ id }) => id),
    setStatus: (next: string) => {
      status = next;
    },
    hold: (work: () => Promise<void>) => {
      held = work;
    },
    fail: (error: Error | undefined) => {
      failure = error;
    },
  };
}
