import type { ExtensionContext } from '@atelier/kernel';
import type { Task } from '../contract/index.ts';
import type { Core } from './core.ts';
import { cleanTitle } from './sending/titles.ts';

const mostTasks = 50;
const states: readonly unknown[] = ['waiting', 'running', 'done', 'skipped'] satisfies Task['state'][];

/** The tool with which the model says what it has planned and how far it is; rows and the status line show it. */
export function openTasks(ctx: Pick<ExtensionContext, 'handle'>, { records, changed }: Pick<Core, 'records' | 'changed'>): void {
  ctx.handle('conversations.updateTasks', async call => {
    const { args, conversation } = Object(call) as { args?: { tasks?: unknown }; conversation?: string };
    const tasks = tasksFrom(args?.tasks);
    if (tasks === undefined) return { text: 'Nothing was kept: `tasks` must be a list of { title, state }.' };
    // A conversation that nobody sees has no row to show them in.
    if (conversation === undefined || records.find(conversation) === undefined) return { text: 'Kept.' };
    records.change(conversation, { tasks: tasks.length === 0 ? undefined : JSON.stringify(tasks) });
    changed(conversation, false);
    return { text: `Kept: ${tasks.filter(task => task.state === 'done').length} of ${tasks.length} done.` };
  });
}

/** What the model wrote, as far as it is a list of tasks. */
export function tasksFrom(value: unknown): readonly Task[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, mostTasks).flatMap((one): Task[] => {
    const { title, state } = Object(one) as { title?: unknown; state?: unknown };
    const clean = typeof title === 'string' ? cleanTitle(title) : '';
    return clean === '' ? [] : [{ title: clean, state: states.includes(state) ? (state as Task['state']) : 'waiting' }];
  });
}
