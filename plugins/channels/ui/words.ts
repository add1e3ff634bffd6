import { AppError } from '@atelier/kernel';
import type { UiStateName } from '@atelier/kernel/kit';
import { dateText, durationText, type Locale, type Texts } from '@atelier/kernel/ui';
import type { ChannelView, Message } from '../contract/index.ts';
import type { texts } from './texts.ts';

export type Words = Texts<(typeof texts)['en']>;
export type Group = 'needs' | 'attention' | 'connected' | 'off';

const groups: readonly Group[] = ['needs', 'attention', 'connected', 'off'];

function groupOf({ state, uncertain }: ChannelView): Group {
  if (uncertain > 0) return 'needs';
  if (state === 'connected' || state === 'off') return state;
  return 'attention';
}

/** The channels by what the person has to know of them, without empty groups. */
export function grouped(channels: readonly ChannelView[]): readonly (readonly [Group, readonly ChannelView[]])[] {
  return groups
    .map(group => [group, channels.filter(channel => groupOf(channel) === group)] as const)
    .filter(([, members]) => members.length > 0);
}

/** The time of today, else the day. */
export function momentText(locale: Locale, at: number, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? dateText(locale, at, { timeStyle: 'short' }) : dateText(locale, at, { day: 'numeric', month: 'short' });
}

export function fullMomentText(locale: Locale, at: number): string {
  return dateText(locale, at, { dateStyle: 'medium', timeStyle: 'short' });
}

/** What stands under a channel's title. */
export function aboutText(text: Words, { state, lastAt, uncertain, waiting }: ChannelView): string {
  const parts = [
    ...(state === 'connected' ? [] : [text.of(`state.${state}`)]),
    ...(lastAt === undefined ? [] : [text.of('last', { at: momentText(text.locale, lastAt) })]),
    ...(uncertain > 0 ? [text.count('uncertainCount', uncertain)] : waiting > 0 ? [text.count('waitingCount', waiting)] : []),
  ];
  const about = parts.join(' · ') || text.of(`state.${state}`);
  return about.charAt(0).toLocaleUpperCase(text.locale) + about.slice(1);
}

const marks: Readonly<Record<Message['state'], UiStateName>> = {
  waiting: 'queued',
  asking: 'running',
  answered: 'done',
  sending: 'running',
  sent: 'done',
  uncertain: 'needs',
  failed: 'failed',
  dropped: 'skipped',
};

export const markOf = ({ state }: Message): UiStateName => marks[state];

/** What became of a message, in a word or two. */
export function stateText(text: Words, { state, direction, at, endedAt = at, nextAt, tries }: Message): string {
  switch (state) {
    case 'waiting':
      return nextAt === undefined ? text.of('is.waiting') : text.of('is.later', { at: momentText(text.locale, nextAt) });
    case 'answered':
      return text.of('is.answered', { time: durationText(text.locale, Math.max(0, endedAt - at)) });
    case 'sent':
      return tries > 1 ? text.of('is.sentTries', { tries }) : text.of('is.sent');
    case 'failed':
      return text.of(direction === 'in' ? 'is.failedIn' : 'is.failedOut');
    case 'asking':
      return text.of('is.asking');
    case 'sending':
      return text.of('is.sending');
    case 'uncertain':
      return text.of('is.uncertain');
    case 'dropped':
      return text.of('is.dropped');
  }
}

export function failureOf(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : AppError.fromRecord({ code: 'channels/failed', message: String(thrown) });
}
