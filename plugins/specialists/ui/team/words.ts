import { compactText, type Locale, moneyText, type Texts } from '@atelier/kernel/ui';
import type { Specialist, Task } from '../../contract/index.ts';
import en from '../../text/panel/en.json' with { type: 'json' };
import fr from '../../text/panel/fr.json' with { type: 'json' };

export const texts = { en, fr };

/** The kit's mark of each state. */
export const marks = {
  waits: 'queued',
  running: 'running',
  done: 'done',
  failed: 'failed',
  stopped: 'off',
  interrupted: 'late',
} as const satisfies Record<Specialist['state'], string>;

export const taskMarks = { waiting: 'queued', running: 'running', done: 'done', skipped: 'skipped' } as const satisfies Record<
  Task['state'],
  string
>;

/** Minutes and seconds, as on a watch. */
export function watchText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** How long it has worked; undefined before it began. */
export function workedFor({ beganAt, endedAt }: Pick<Specialist, 'beganAt' | 'endedAt'>, now: number): number | undefined {
  return beganAt === undefined ? undefined : (endedAt ?? now) - beganAt;
}

export const tokensText = (locale: Locale, tokens: number) => (tokens === 0 ? '' : compactText(locale, tokens));

/** Nobody knows a price of 0 for tokens that were used. */
export const costText = (locale: Locale, cost: number) => (cost === 0 ? '–' : moneyText(locale, cost));

const tools = ['read', 'write', 'edit', 'bash', 'ls', 'update_tasks', 'delegate', 'get_access_mode'] as const;

/** The name of a tool as what it does; a tool of an extension has its own. */
export function toolText(text: Texts<(typeof texts)['en']>, name: string): string {
  const known = tools.find(tool => tool === name);
  return known === undefined ? name : text.of(`tool.${known}`);
}

/** What a specialist called last, and on what. */
export function doneText(text: Texts<(typeof texts)['en']>, doing: string): string {
  const [name = '', ...about] = doing.split(' ');
  return [toolText(text, name), ...about].join(' ');
}

/** The tasks of all: each one's own list, or what it was given. */
export function tasksOf(specialists: readonly Specialist[]): readonly (Task & { readonly who: string })[] {
  return specialists.flatMap(({ name: who, task, tasks, state }) => {
    if (tasks.length > 0) return tasks.map(one => ({ ...one, who }));
    const as = {
      waits: 'waiting',
      running: 'running',
      done: 'done',
      failed: 'skipped',
      stopped: 'skipped',
      interrupted: 'waiting',
    } as const;
    return [{ title: task.split('\n', 1)[0] ?? '', state: as[state], who }];
  });
}
