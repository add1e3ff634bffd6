import type { Texts } from '@atelier/kernel/ui';
import type { Candidate } from '../../contract/index.ts';
import type { texts } from '../texts.ts';

export type Words = Texts<(typeof texts)['en']>;

/** What a candidate changes, in one line. */
export function factsOf(text: Words, { prompt, bootstrap, discovery, subagents, permissions, hooks }: Candidate): string {
  const sections = prompt.before.length + prompt.after.length;
  const facts = [
    sections > 0 ? text.count('factPrompt', sections) : '',
    bootstrap.environmentSnapshot ? text.of('factSnapshot') : '',
    discovery === 'default' ? '' : text.of(`discovery.${discovery}`),
    subagents === 'default' ? '' : text.of(`subagents.${subagents}`),
    permissions.mode === 'only' ? text.count('factOnly', permissions.tools.length) : '',
    permissions.mode === 'except' ? text.count('factExcept', permissions.tools.length) : '',
    hooks.before === 'read-only' ? text.of('factReadOnly') : '',
    hooks.after === '' ? '' : text.of('factAdvice'),
  ].filter(fact => fact !== '');
  return facts.length === 0 ? text.of('factNothing') : facts.join(' · ');
}

/** A candidate that changes nothing yet. */
export function newCandidate(title: string): Candidate {
  return {
    version: 1,
    id: crypto.randomUUID(),
    title,
    createdAt: Date.now(),
    prompt: { before: [], after: [] },
    bootstrap: { environmentSnapshot: false },
    discovery: 'default',
    subagents: 'default',
    permissions: { mode: 'all', tools: [] },
    hooks: { before: 'off', after: '' },
    scoring: { quality: 0.7, time: 0.15, cost: 0.15 },
  };
}
