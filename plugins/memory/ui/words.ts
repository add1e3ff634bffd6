import { AppError } from '@atelier/kernel';
import { dateText, type Locale, type Texts } from '@atelier/kernel/ui';
import type { Draft, Kind, MemoryRecord } from '../contract/index.ts';
import type { texts } from './texts.ts';

export type Words = Texts<(typeof texts)['en']>;

export const kinds = ['decision', 'preference', 'fact', 'profile', 'repo_convention', 'task_state', 'summary'] as const;

export const kindIcons: Readonly<Record<Kind, string>> = {
  decision: 'lightbulb',
  preference: 'bookmark',
  fact: 'file-text',
  profile: 'user',
  repo_convention: 'git-branch',
  task_state: 'list-todo',
  summary: 'scroll-text',
};

/** The names of projects by the key of their repository, also a former one; a list of them has those of today. */
export interface ProjectNames extends Iterable<[string, string]> {
  get(key: string): string | undefined;
}

/** Where a memory holds: everywhere, or in a project. A repository that no project has is named by the end of its address. */
export function placeText(text: Words, project: string | undefined, names: ProjectNames): string {
  if (project === undefined) return text.of('everywhere');
  return names.get(project) ?? (project.startsWith('folder:') ? text.of('otherProject') : (project.split('/').at(-1) ?? project));
}

/** Today its time, otherwise its day. */
export function shortTime(locale: Locale, at: number, now = Date.now()): string {
  const [then, today] = [new Date(at), new Date(now)];
  if (then.toDateString() === today.toDateString()) return dateText(locale, at, { timeStyle: 'short' });
  return dayText(locale, at, now);
}

/** "14 Nov", with its year where it is another one. */
export function dayText(locale: Locale, at: number, now = Date.now()): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return dateText(locale, at, { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) });
}

export function momentText(locale: Locale, at: number): string {
  return dateText(locale, at, { dateStyle: 'medium', timeStyle: 'short' });
}

/** Since when, and until when, in few words; nothing of what simply holds since it was said. */
export function validText(text: Words, { from, until, createdAt, status }: MemoryRecord): string | undefined {
  const { locale } = text;
  if (until !== undefined) {
    const values = { from: dayText(locale, from), until: dayText(locale, until) };
    if (status !== 'active' || until <= Date.now()) return text.of('fromUntil', values);
    return text.of('until', values);
  }
  return Math.abs(from - createdAt) < 86_400_000 ? undefined : text.of('since', { from: dayText(locale, from) });
}

/** The line below a title. */
export function aboutText(text: Words, memory: MemoryRecord, names: ProjectNames): string {
  const { kind, status, project, title, content } = memory;
  const parts = [text.of(`kind.${kind}`), placeText(text, project, names), validText(text, memory)];
  if (status === 'superseded') parts.push(text.of('superseded'));
  if (content.trim() !== title.trim()) parts.push(content.slice(0, 200));
  return parts.filter(part => part !== undefined).join(' · ');
}

/** What a yes to a memory covers besides its words. */
export function coveredText(text: Words, { kind, project, until, topic = '', title }: Omit<Draft, 'source' | 'content'>): string {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
  const about = topic === '' || plain(topic) === plain(title) ? [] : [text.of('topicIs', { topic })];
  const end = until === undefined ? [] : [text.of('until', { until: dayText(text.locale, until) })];
  return [text.of(`kind.${kind}`), placeText(text, project, new Map()), ...end, ...about].join(' · ');
}

/** The error of a call, as one that can be shown. */
export function failureOf(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : AppError.fromRecord({ code: 'memory/failed', message: String(thrown) });
}

/** The day of a moment as a date field has it, and back, at the beginning of that day. */
export function dayOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}

export function momentOf(day: string): number | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const at = new Date(year, month - 1, date).getTime();
  return day === '' || Number.isNaN(at) ? undefined : at;
}

/** A memory as a model is told it: with its title where the person wrote it or imported it and the words do not say it. */
export const toldText = ({ title, content, source, modelTitle }: MemoryRecord, untitled = modelTitle): string =>
  /^[mi]/.test(source.origin) && untitled !== true && !content.includes(title) ? `${title}: ${content}` : content;
