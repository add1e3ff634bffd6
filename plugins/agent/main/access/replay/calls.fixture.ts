import { migrateTo } from '@atelier/kernel/testing';
import type { Rule } from '../../../contract/index.ts';
import type { Decision } from '../../../engine/protocol.ts';
import { migrations } from '../../migrations/index.ts';
import { lineReader } from '../decide.ts';
import { openDecidedCalls } from './decided-calls.ts';
import { type SimulationParts, simulate } from './simulate.ts';

export const now = new Date(2026, 10, 20, 12).getTime();

/** Calls of a conversation in open mode, kept in a database as the agent keeps them. */
export async function recordedCalls(rules: readonly Rule[] = []) {
  const { database } = migrateTo(migrations, 140);
  let at = now;
  const calls = openDecidedCalls(database, () => at, '/profile');
  const parts: SimulationParts = { since: calls.since, readLine: await lineReader(), rules: () => rules, now: () => now };
  return {
    calls,
    parts,
    /** In one transaction, which takes less long. */
    together: (work: () => void) => database.transaction(work),
    bash(command: string, decided: Decision, { conversation = 'c', daysAgo = 0 } = {}) {
      at = now - daysAgo * 86_400_000;
      calls.record(
        {
          asked: { conversation, folder: '/p', project: '/p', tool: 'bash', command },
          cwd: '/p',
          facts: {
            ...{ tool: 'shell', mode: 'open', sandboxed: false, network: true, refused: undefined, veto: undefined, destructive: [] },
            ...{ closed: undefined, wantsNetwork: false, leaves: command.startsWith('curl'), isUnclear: false },
          },
        },
        decided,
      );
    },
    simulate: (draft: Partial<Rule>, weeks = 4) =>
      simulate(parts, { id: 'draft', decision: 'allow', tool: 'bash', scope: 'always', ...draft }, weeks),
  };
}

export const byMode: Decision = { allowed: true, by: 'modeOpen' };
export const agreed: Decision = { allowed: true, by: 'person', scope: 'once' };
export const refused: Decision = { allowed: false, by: 'person' };
const scripts = ['lint', 'build', 'test', 'dev', 'preview', 'check', 'format', 'docs'];

/** So many calls of ordinary work over four weeks, more than half of them different. */
export async function manyCalls(count: number) {
  const made = await recordedCalls([
    { id: 'r1', decision: 'ask', tool: 'bash', pattern: 'git push *', scope: 'always' },
    { id: 'r2', decision: 'deny', tool: '*', pattern: '**/.env*', scope: 'always' },
    { id: 'r3', decision: 'allow', tool: 'bash', pattern: 'git status *', scope: 'always' },
  ]);
  made.together(() => {
    for (let index = 0; index < count; index += 1) {
      const command =
        index % 2 === 0
          ? `npm run ${scripts[index % scripts.length]} part-${index % 50}`
          : `cd src && rg -n "word ${index}" . | head -${index % 40} && git status --short`;
      made.bash(command, index % 3 === 0 ? agreed : byMode, { daysAgo: 27 - Math.floor((index * 27) / count) });
    }
  });
  return made;
}
