import type { ImportedMessage, ImportedPart } from '@atelier/agent/contract';
import type { Tally } from '../losses.ts';
import { timeOf } from './values.ts';

type Draft = { role: ImportedMessage['role']; at: number; model?: string; parts: DraftPart[]; answered: boolean };
type DraftPart = { -readonly [K in keyof ImportedPart]: ImportedPart[K] };

interface Call {
  readonly id?: string | undefined;
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly result?: { readonly ok: boolean; readonly text: string } | undefined;
}

/** Collects messages in order. An answer and its tool calls are one message until the first tool result. */
export interface Thread {
  user(at: unknown, parts: readonly ImportedPart[]): void;
  assistant(at: unknown, parts: readonly ImportedPart[], model?: string): void;
  call(at: unknown, call: Call, model?: string): void;
  /** Without an id: the result of the last call without one. False if there is no such call. */
  result(id: string | undefined, result: { ok: boolean; text: string }): boolean;
  /** Ends the current answer, even if calls have no result yet. */
  endAnswer(): void;
  messages(): readonly ImportedMessage[];
}

const earliest = Date.UTC(2000, 0, 1);
const dayMs = 86_400_000;

export function openThread({ now, begun, tally }: { now: number; begun: number; tally: Tally }): Thread {
  const drafts: Draft[] = [];
  const pendingCalls: { id: string | undefined; part: DraftPart; draft: Draft }[] = [];
  let latest = begun;
  let lastInvalid: unknown;

  const validTime = (value: unknown): number => {
    if (value === undefined || value === null) return latest;
    const time = timeOf(value);
    if (time === undefined || time < earliest || time > now + dayMs) {
      // A message may consist of several records with the same date.
      if (value !== lastInvalid) tally.add('bad-date', String(value));
      lastInvalid = value;
      return latest;
    }
    latest = Math.min(time, now);
    return latest;
  };
  const openAnswer = (at: unknown, model: string | undefined): Draft => {
    const last = drafts.at(-1);
    const time = validTime(at);
    if (last?.role === 'assistant' && !last.answered && (model === undefined || last.model === undefined || last.model === model)) {
      if (model !== undefined) last.model = model;
      return last;
    }
    const draft: Draft = { role: 'assistant', at: time, ...(model !== undefined && { model }), parts: [], answered: false };
    drafts.push(draft);
    return draft;
  };

  return {
    user(at, parts) {
      if (parts.length > 0) drafts.push({ role: 'user', at: validTime(at), parts: parts.map(part => ({ ...part })), answered: false });
    },
    assistant(at, parts, model) {
      if (parts.length > 0) openAnswer(at, model).parts.push(...parts.map(part => ({ ...part })));
    },
    call(at, { id, name, args, result }, model) {
      const draft = openAnswer(at, model);
      const part: DraftPart = { kind: 'tool', name, args, ...(result !== undefined && { result }) };
      draft.parts.push(part);
      if (result === undefined) pendingCalls.push({ id, part, draft });
    },
    result(id, result) {
      const index = id === undefined ? pendingCalls.length - 1 : pendingCalls.findIndex(one => one.id === id);
      const [found] = index < 0 ? [] : pendingCalls.splice(index, 1);
      if (found === undefined) return false;
      found.part.result = result;
      found.draft.answered = true;
      return true;
    },
    endAnswer() {
      const last = drafts.at(-1);
      if (last !== undefined) last.answered = true;
    },
    messages() {
      tally.add('no-result', pendingCalls[0]?.part.name, pendingCalls.length);
      return drafts.filter(({ parts }) => parts.length > 0).map(({ answered: _, ...message }) => message);
    },
  };
}

/** A text as a part; empty for an empty text. */
export function textParts(text: string | undefined, kind: 'text' | 'thinking' = 'text'): readonly ImportedPart[] {
  return text === undefined || text.trim() === '' ? [] : [{ kind, text }];
}
