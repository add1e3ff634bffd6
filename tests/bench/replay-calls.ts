import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { migrateTo } from '@atelier/kernel/testing';
import { createApprovals } from '../../plugins/agent/main/access/approvals.ts';
import { createDecide } from '../../plugins/agent/main/access/decide.ts';
import { openRules } from '../../plugins/agent/main/access/rules.ts';
import { migrations } from '../../plugins/agent/main/migrations/index.ts';
import { openOutsideSources } from '../../plugins/agent/main/outside/sources.ts';

/**
 * Drives recorded tool calls through the decision on each, and prints how many are asked about. The file, given by its path, is a list of
 * these; `leaves` says whether the tool can send or change something elsewhere, `reads_outside` whether its answer is from outside. An
 * injection begins after a call that read it.
 */
interface Task {
  readonly suite: string;
  readonly task: string;
  readonly kind: 'user' | 'injection';
  readonly calls: readonly {
    readonly tool: string;
    readonly args?: Record<string, unknown>;
    readonly reads_outside: boolean;
    readonly leaves: boolean;
  }[];
}

/** `extension`: all tools of a suite belong to one extension that can send, as an extension has its rights as a whole. `tool`: each has its own. */
type Grain = 'extension' | 'tool';

async function questions({ kind, calls }: Task, grain: Grain): Promise<number> {
  using stored = migrateTo(migrations, 120);
  let count = 0;
  const approvals = createApprovals({
    asked: ({ id }) => {
      count += 1;
      queueMicrotask(() => approvals.answer(id, { allow: true }));
    },
    answered: () => {},
  });
  const outside = openOutsideSources(stored.database, () => 1);
  const leaving = new Set(calls.filter(call => grain === 'extension' || call.leaves).map(({ tool }) => tool));
  const decide = createDecide({
    rules: openRules(stored.database),
    approvals,
    policy: async () => undefined,
    outside,
    senderOf: async name => (leaving.has(name) ? name : undefined),
    forbidden: [],
    locale: () => 'en',
  });
  if (kind === 'injection') outside.add('c', [{ kind: 'tool', name: 'what was read' }]);
  const cwd = tmpdir();
  for (const { tool, args = {} } of calls)
    await decide({
      ...{ conversation: 'c', tool: 't', name: tool, args, cwd, folder: cwd, mode: 'open', sandboxed: true, network: false },
      unattended: false,
    });
  return count;
}

const [, , file = ''] = process.argv;
const tasks = JSON.parse(readFileSync(file, 'utf8')) as readonly Task[];
for (const grain of ['extension', 'tool'] as const) {
  console.log(`Rights by ${grain}:`);
  for (const suite of new Set(tasks.map(task => task.suite))) {
    const counts = async (kind: Task['kind']) =>
      Promise.all(tasks.filter(task => task.suite === suite && task.kind === kind).map(task => questions(task, grain)));
    const [users, injections] = [await counts('user'), await counts('injection')];
    const sum = users.reduce((all, one) => all + one, 0);
    const met = injections.filter(count => count > 0).length;
    console.log(
      `  ${suite}: ${users.length} user tasks, ${(sum / users.length).toFixed(2)} questions each, ${users.filter(count => count === 0).length} without one; ${met} of ${injections.length} injections meet a question`,
    );
  }
}
