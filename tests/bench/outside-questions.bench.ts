import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateTo } from '@atelier/kernel/testing';
import { tempFolder } from '../../kernel/testing/temp-folder.ts';
import { createApprovals, type Scope } from '../../plugins/agent/main/access/approvals.ts';
import { createDecide } from '../../plugins/agent/main/access/decide.ts';
import { openRules } from '../../plugins/agent/main/access/rules.ts';
import { migrations } from '../../plugins/agent/main/migrations/index.ts';
import { type OutsideSources, openOutsideSources } from '../../plugins/agent/main/outside/sources.ts';
import { holding } from '../support/outside-sources.ts';
import type { Bench, Row } from './bench.ts';
import { type Hour, ordinaryHours } from './fixtures/ordinary-hours.ts';

/** `before`: nothing is from outside, and the network may be given to a conversation. `own`: files and commands without a network never count. */
type Policy = 'before' | 'after' | 'own';
interface Setting {
  readonly mode: 'secure' | 'open';
  readonly sandboxed: boolean;
}

const settings: readonly Setting[] = [
  { mode: 'secure', sandboxed: true },
  { mode: 'open', sandboxed: true },
  { mode: 'open', sandboxed: false },
  { mode: 'secure', sandboxed: false },
];
const policies: readonly Policy[] = ['before', 'after', 'own'];
/** The widest answer that is offered, so that nobody is asked the same again. */
const wide: readonly Scope[] = ['project', 'conversation', 'once'];

/** Questions of ordinary work before and after text from outside asks for one; the baseline is the same work without it. */
export default {
  name: 'outside-questions',
  async run() {
    const rows: Row[] = [];
    for (const { mode, sandboxed } of settings) {
      const where = `${mode}, ${sandboxed ? 'sandbox' : 'no sandbox'}`;
      const counted = new Map<Policy, readonly number[]>();
      for (const policy of policies) {
        const counts: number[] = [];
        for (const hour of ordinaryHours) counts.push(await questionsIn(hour, { mode, sandboxed }, policy));
        counted.set(policy, counts);
      }
      const of = (policy: Policy) => counted.get(policy) ?? [];
      const perHour = (policy: Policy) => of(policy).reduce((sum, count) => sum + count, 0) / ordinaryHours.length;
      for (const [at, { what, calls }] of ordinaryHours.entries())
        rows.push({
          what: `${where}: ${what} (${calls.length} calls; before ${of('before')[at]}, own files ${of('own')[at]})`,
          value: of('after')[at] ?? 0,
          unit: 'questions',
        });
      const before = perHour('before');
      rows.push({ what: `${where}: before`, value: before, unit: 'questions/h' });
      rows.push({
        what: `${where}: after`,
        value: perHour('after'),
        unit: 'questions/h',
        ...(sandboxed && { limit: 4, ok: perHour('after') <= 4 }),
      });
      rows.push({ what: `${where}: if files of the project did not count`, value: perHour('own'), unit: 'questions/h' });
    }
    return rows;
  },
} satisfies Bench;

async function questionsIn({ calls }: Hour, { mode, sandboxed }: Setting, policy: Policy): Promise<number> {
  using folder = tempFolder();
  const project = join(realpathSync(folder.path), 'project');
  // What the project has installed is started without fetching it.
  const programs = join(project, 'node_modules', '.bin');
  mkdirSync(programs, { recursive: true });
  for (const name of ['vitest', 'tsc']) writeFileSync(join(programs, name), '');
  using stored = migrateTo(migrations, 120);
  let count = 0;
  let network = false;
  const approvals = createApprovals({
    asked: ({ id, scopes = ['once'], why = '' }) => {
      count += 1;
      if (policy === 'before' && why.includes('seems to need the network')) network = true;
      queueMicrotask(() => approvals.answer(id, { allow: true, scope: wide.find(scope => scopes.includes(scope)) ?? 'once' }));
    },
    answered: () => {},
  });
  const decide = createDecide({
    rules: openRules(stored.database),
    approvals,
    policy: async () => undefined,
    outside:
      policy === 'before'
        ? holding([])
        : policy === 'after'
          ? openOutsideSources(stored.database, () => 1)
          : countingSome(openOutsideSources(stored.database, () => 1)),
    senderOf: async name => name,
    forbidden: [join(folder.path, 'data')],
    locale: () => 'en',
  });
  for (const [at, call] of calls.entries()) {
    // In open mode commands begin at the root of the machine.
    const cwd = mode === 'open' ? '/' : project;
    const [name, args] = callOf(call, project, cwd);
    await decide({
      ...{ conversation: 'c', tool: `t${at}`, name, args, cwd, mode, sandboxed: sandboxed && name === 'bash', network },
      ...{ unattended: false, folder: project, project },
    });
  }
  return count;
}

function callOf(call: string, project: string, cwd: string): readonly [string, Record<string, unknown>] {
  if (call.startsWith('$ ')) return ['bash', { command: cwd === project ? call.slice(2) : `cd '${project}' && ${call.slice(2)}` }];
  const [kind = '', first = '', ...rest] = call.split(' ');
  if (kind === 'tool') return [first, { url: rest.join(' ') }];
  return [kind, { path: join(project, first), content: '' }];
}

function countingSome(all: OutsideSources): OutsideSources {
  return {
    ...all,
    add: (conversation, sources) =>
      all.add(
        conversation,
        sources.filter(({ kind }) => kind !== 'file' && kind !== 'command'),
      ),
  };
}
