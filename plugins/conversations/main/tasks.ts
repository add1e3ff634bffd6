import type { ExtensionContext } from '@atelier/kernel';
import type { Task } from '../contract/index.ts';
import type { Core } from './core.ts';
import { cleanTitle } from './sending/titles.ts';

const maxTasks = 50;
const states: readonly unknown[] = ['waiting', 'running', 'done', 'skipped'] satisfies Task['state'][];

/** Handles the tool with which the model reports its plan and progress; rows and the status line show them. */
export function openTasks(ctx: Pick<ExtensionContext, 'handle'>, { records, windows }: Pick<Core, 'records' | 'windows'>): void {
  ctx.handle('conversations.updateTasks', async call => {
    const { args, conversation } = Object(call) as { args?: { tasks?: unknown }; conversation?: string };
    const tasks = tasksFrom(args?.tasks);
    if (tasks === undefined) return { text: 'Nothing was kept: `tasks` must be a list of { title, state }.' };
    // A hidden conversation has no row that could show them.
    if (conversation === undefined || records.find(conversation) === undefined) return { text: 'Kept.' };
    records.change(conversation, { tasks: tasks.length === 0 ? undefined : JSON.stringify(tasks) });
    windows.changed(conversation, false);
    return { text: `Kept: ${tasks.filter(task => task.state === 'done').length} of ${tasks.length} done.` };
  });
}

/** The valid tasks of what the model wrote; undefined if it is not a list. */
export function tasksFrom(value: unknown): readonly Task[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, maxTasks).flatMap((one): Task[] => {
    const { title, state } = Object(one) as { title?: unknown; state?: unknown };
    const clean = typeof title === 'string' ? cleanTitle(title) : '';
    return clean === '' ? [] : [{ title: clean, state: states.includes(state) ? (state as Task['state']) : 'waiting' }];
  });
}
