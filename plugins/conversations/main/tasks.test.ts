import { migrateTo } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import type { Windows } from './live/windows.ts';
import { migrations } from './migrations/index.ts';
import { beginConversation, openConversations } from './records/conversations.ts';
import { tasksOf } from './records/rows.ts';
import { openTasks, tasksFrom } from './tasks.ts';

test('the tool stores the tasks of its conversation, reports their progress, and an empty list removes them', async () => {
  using migrated = migrateTo(migrations, 80);
  const records = openConversations(migrated.database);
  beginConversation(records, 7, { title: 'New', id: 'one' });
  let tool: (call: unknown) => Promise<unknown> = async () => undefined;
  const changed: string[] = [];
  openTasks(
    {
      handle: (_command, run) => {
        tool = call => run(call, new AbortController().signal);
        return { dispose: () => undefined };
      },
    },
    { records, windows: { changed: (conversation: string) => changed.push(conversation) } as unknown as Windows },
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

test('tasks of a model are reduced to valid ones: a title on one line, a known state, at most fifty', () => {
  const many = Array.from({ length: 60 }, (_, at) => ({ title: `Step ${at}`, state: 'waiting' }));
  expect([
    tasksFrom(many)?.length,
    tasksFrom([{ title: 'a\nb\u0000', state: 'on fire' }, { state: 'done' }, null, 1]),
    tasksFrom({}),
  ]).toEqual([50, [{ title: 'a b', state: 'waiting' }], undefined]);
});
