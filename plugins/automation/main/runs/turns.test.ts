import type { AgentEvent, Usage } from '@atelier/agent/contract';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

const used = (cost: number): Usage => ({ input: 10, output: 1, cacheRead: 0, cacheWrite: 0, cost });
const answered = (conversation: string, cost: number) =>
  ({ kind: 'messageEnded', conversation, entry: { kind: 'assistant', usage: used(cost), parts: [] } }) as unknown as AgentEvent;
const ended = (conversation: string) => ({ kind: 'turnEnded', conversation, ended: 'done' }) as unknown as AgentEvent;

test('what the specialists of a run use is in its cost and stops it at its limit, and what others use is not', async () => {
  const answers = new Map<string, PromiseWithResolvers<string | undefined>>();
  const rootOf = (conversation: string) => {
    const asked = Promise.withResolvers<string | undefined>();
    answers.set(conversation, asked);
    return asked.promise;
  };
  const turns = new Turns(rootOf);
  let atLimit = 0;
  const hears = {
    asking: () => undefined,
    atLimit: () => {
      atLimit += 1;
    },
  };
  const turn = turns.follow('run', { money: 0.5 }, hears);
  turns.take(answered('run', 0.1));
  turns.take(answered('specialist', 0.5));
  turns.take(answered('somebody', 7));
  turns.take(ended('run'));
  // Whose it is, is known only after the run's own end.
  answers.get('somebody')?.resolve(undefined);
  answers.get('specialist')?.resolve('run');
  const { cost, tokens } = await turn.end;
  expect({ cost, tokens, atLimit }).toEqual({ cost: 0.6, tokens: 22, atLimit: 1 });
});

test('a run waits while a question of it is open, and what nobody answered is told at its end', async () => {
  const turns = new Turns(async () => undefined);
  const asking: boolean[] = [];
  const turn = turns.follow('run', {}, { atLimit: () => undefined, asking: () => asking.push(turns.isAsking('run')) });
  const take = (event: object) => turns.take({ conversation: 'run', ...event } as AgentEvent);
  const ask = (id: string, tool: string, more: object) => take({ kind: 'asked', request: { id, tool, title: 'May it?', ...more } });
  const end = (tool: string, by: string) =>
    take({ kind: 'toolEnded', tool, name: 'bash', outcome: { ok: by === 'person', decided: { allowed: by === 'person', by } } });
  ask('q1', 't1', { text: 'curl -s http://tides.example' });
  take({ kind: 'answered', answered: 'q1' });
  end('t1', 'nobody');
  ask('q2', 't2', { text: 'ls' });
  take({ kind: 'answered', answered: 'q2' });
  end('t2', 'person');
  end('t3', 'nobody');
  take(ended('run'));
  const { refused } = await turn.end;
  expect({ asking, refused }).toEqual({ asking: [true, false, true, false], refused: ['curl -s http://tides.example', 'bash'] });
});
