import { migrateTo } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { migrations } from './migrations/index.ts';
import { openConversations } from './records/conversations.ts';
import { tasksOf } from './records/rows.ts';
import { beginConversation } from './sending/send.ts';
import { openTasks, tasksFrom } from './tasks.ts';

test('the tool keeps the tasks of its conversation, says how far they are, and an empty list ends them', async () => {
  using migrated = migrateTo(migrations, 20);
  const records = openConversations(migrated.database);
  beginConversation({ records, placeholder: () => 'New', created: () => undefined, now: () => 7 }, { id: 'one' });
  let tool: (call: unknown) => Promise<unknown> = async () => undefined;
  const changed: string[] = [];
  openTasks(
    {
      handle: (_command, run) => {
        tool = call => run(call, new AbortController().signal);
        return { dispose: () => undefined };
      },
    },
    { records, changed: conversation => changed.push(conversation) },
  );
  const tasks = [
    { title: 'Read', state: 'done' },
    { title: 'Write', state: 'running' },
  ];
  const said = await tool({ conversation: 'one', args: { tasks } });
  const kept = tasksOf(records.get('one'));
  const hidden = await tool({ conversation: 'hidden-1', args: { tasks } });
  const wrong = await tool({ conversation: 'one', args: { tasks: 'all of them' } });
  const stays = tasksOf(records.get('one'));
  await tool({ conversation: 'one', args: { tasks: [] } });
  expect({ said, kept, hidden, wrong, stays, ended: records.get('one').tasks, changed }).toEqual({
    said: { text: 'Kept: 1 of 2 done.' },
    kept: tasks,
    hidden: { text: 'Kept.' },
    wrong: { text: expect.stringContaining('Nothing was kept') },
    stays: tasks,
    ended: undefined,
    changed: ['one', 'one'],
  });
});

test('what a model writes as tasks is taken as far as it is one: on one line, in a known state, at most fifty', () => {
  const many = Array.from({ length: 60 }, (_, at) => ({ title: `Step ${at}`, state: 'waiting' }));
  expect([
    tasksFrom(many)?.length,
    tasksFrom([{ title: 'a\nb\u0000', state: 'on fire' }, { state: 'done' }, null, 1]),
    tasksFrom({}),
  ]).toEqual([50, [{ title: 'a b', state: 'waiting' }], undefined]);
});
