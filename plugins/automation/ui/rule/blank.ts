import type { Draft } from '../../contract/index.ts';

/** What a form begins with: the words that were typed and are no rule yet are what is done. */
export function blankDraft(instruction = ''): Draft {
  return {
    title: '',
    trigger: { kind: 'cron', cron: '0 9 * * 1-5', zone: ownZone() },
    action: { kind: 'instruction', instruction, where: 'hidden' },
    deliver: 'always',
    missed: { policy: 'latest' },
  };
}

export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function zoneOf(draft: Draft | undefined): string | undefined {
  return draft !== undefined && 'zone' in draft.trigger ? draft.trigger.zone : undefined;
}

/** Whether the one moment of a rule is over. */
export function isPast(draft: Draft | undefined, now = Date.now()): boolean {
  return draft?.trigger.kind === 'once' && draft.trigger.at <= now;
}

const most = 60;

/** A rule that nobody named has the beginning of what it does as its title. */
export function withTitle(draft: Draft): Draft {
  if (draft.title.trim() !== '') return draft;
  const { action } = draft;
  const work = workOf(action).trim().replaceAll(/\s+/g, ' ');
  return { ...draft, title: work.length <= most ? work : `${work.slice(0, most - 1).trimEnd()}…` };
}

function workOf(action: Draft['action']): string {
  if (action.kind === 'instruction') return action.instruction;
  if (action.kind === 'notify') return action.text;
  return action.kind === 'command' ? action.command : action.kind === 'emit' ? action.event : action.id;
}
