import type { CommandOutput, CommandsService } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import type { Database } from '@atelier/kernel';
import Driver from 'better-sqlite3';
import { expect, test } from 'vitest';
import { errors } from '../errors.ts';
import { migrations } from '../migrations/index.ts';
import { SetupStore } from './setup-store.ts';
import { Setups } from './setups.ts';

function store(): SetupStore {
  const db = new Driver(':memory:') as unknown as Database;
  for (const migration of migrations) migration.up(db);
  return new SetupStore(db);
}

/** A conversation in a worktree of a project with a set-up; `refused` is what the start of its command throws. */
function place(refused?: Error) {
  const kept = store();
  kept.setCommand('p', { line: 'npm ci', network: false });
  const started: string[] = [];
  const output: CommandOutput = { state: 'running', milliseconds: 1, text: '', cut: 0, end: 0 };
  const commands: CommandsService = {
    async start({ folder }) {
      if (refused !== undefined) throw refused;
      started.push(folder);
      return { id: `c${started.length}` };
    },
    output: async () => output,
    ended: async () => output,
    variables: async () => ({}),
    stop: async () => output,
    stopIn: async () => 0,
  };
  const told: string[] = [];
  const setups = new Setups({
    ...{ commands, store: kept, changed: (conversation: string) => void told.push(conversation) },
    conversations: {
      describe: async () => ({ row: { project: 'p' }, worktreePath: '/w/one' }) as Awaited<ReturnType<ConversationsService['describe']>>,
      projectFolder: async () => '/home/me/tides',
    },
    git: { workTree: async folder => folder, worktrees: async () => ['/w/one'] },
  });
  return { setups, started, told };
}

test('two windows that set a worktree up at once set it up once', async () => {
  const { setups, started } = place();
  await Promise.all([setups.begin('one'), setups.begin('one')]);
  expect(started).toEqual(['/w/one']);
});

test('a set-up that is refused before it runs is a failed one, and says why', async () => {
  const { setups, told } = place(errors['worktree/no-commit']({ folder: '/w/one' }));
  await expect(setups.begin('one')).rejects.toThrow();
  const { run } = await setups.show('one');
  expect([run?.state, run?.line, run?.problem?.code, run?.problem?.fr, await setups.state('one'), told]).toEqual([
    'failed',
    'npm ci',
    'worktree/no-commit',
    expect.stringContaining('/w/one'),
    'failed',
    ['one'],
  ]);
});

test('a new worktree gets a number that none has had, and after the last one the number that was unused the longest', () => {
  const numbers = store();
  const all = ['a', 'b', 'c'];
  expect(all.map(name => numbers.number(name, all))).toEqual([1, 2, 3]);
  // All that there are go, the first one last; what was made meanwhile is known by its own number.
  expect(numbers.number('d', ['a', 'd'])).toBe(4);
  const rest = Array.from({ length: 596 }, (_, at) => `r${at}`);
  for (const name of rest) numbers.number(name, ['a', 'd', ...rest]);
  expect([numbers.number('e', ['d', 'e', ...rest]), numbers.number('f', ['d', 'e', 'f', ...rest])]).toEqual([2, 3]);
  expect([numbers.number('g', ['d', 'e', 'f', 'g', ...rest]), numbers.number('h', ['d', 'e', 'f', 'g', 'h', ...rest])]).toEqual([
    1,
    undefined,
  ]);
  expect(numbers.number('d', ['d'])).toBe(4);
});
