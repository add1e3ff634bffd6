import type { AgentEvent, Entry } from '@atelier/agent/contract';
import { type AppError, isAppError } from '@atelier/kernel';
import type { Problem, State } from '../contract/index.ts';
import { errors } from './errors.ts';
import type { Kept } from './store.ts';

/** How the turn of a specialist has ended. */
export interface End {
  readonly state: Exclude<State, 'waits' | 'running'>;
  readonly problem?: Problem;
}

/** What the person is asked before another model gets a part. */
export const otherModels = {
  en: {
    title: 'Give a part of the work to another model?',
    text: 'This conversation holds text that you did not write. Who offers that model would get what its specialist is given and reads.',
  },
  fr: {
    title: 'Confier une partie du travail à un autre modèle ?',
    text: 'Cette conversation contient du texte qui n’est pas de vous. Qui propose ce modèle recevrait ce que son spécialiste reçoit et lit.',
  },
} as const;

export function endOf({ kind, ended, problem }: AgentEvent): End {
  const { code, message, texts = { fr: message, en: message } } = problem ?? {};
  const why = code === undefined ? undefined : { code, fr: texts.fr ?? code, en: texts.en ?? code };
  const state = { done: 'done', stopped: 'stopped', cut: 'interrupted', failed: 'failed', budget: 'failed' } as const;
  return { state: kind === 'failed' || ended === undefined ? 'failed' : state[ended], ...(why !== undefined && { problem: why }) };
}

export function problemOf(error: unknown): Problem {
  const known: AppError = isAppError(error) ? error : errors['specialists/not-run']({ reason: String(error) });
  return { code: known.code, fr: known.in('fr'), en: known.in('en') };
}

export function textIn({ parts = [] }: Entry): string {
  return parts
    .flatMap(part => (part.kind === 'text' ? [part.text ?? ''] : []))
    .join('\n')
    .trim();
}

export function freeName(name: string, names: Set<string>): string {
  let free = name;
  for (let at = 2; names.has(free); at += 1) free = `${name} ${at}`;
  names.add(free);
  return free;
}

/** For the model that gave the task. */
export function answerOf({ name, role, state, result, problem }: Kept): string {
  const what = { done: 'done', failed: 'failed', stopped: 'stopped by the person', interrupted: 'interrupted', running: '', waits: '' }[
    state
  ];
  const why = problem === undefined ? [] : [`[${problem.code}] ${problem.en}`];
  return [`## ${name} (${role}): ${what}`, ...why, result ?? 'It said nothing.'].join('\n');
}
