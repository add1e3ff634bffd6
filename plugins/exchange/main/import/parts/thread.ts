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

/** A conversation while it is read, in order. An answer and its tools stay one message until the first of them has answered. */
export interface Thread {
  user(at: unknown, parts: readonly ImportedPart[]): void;
  assistant(at: unknown, parts: readonly ImportedPart[], model?: string): void;
  call(at: unknown, call: Call, model?: string): void;
  /** Without an id: of the last call that waits. False where none does. */
  result(id: string | undefined, result: { ok: boolean; text: string }): boolean;
  /** What comes next is another answer, whatever this one still waits for. */
  cut(): void;
  messages(): readonly ImportedMessage[];
}

const earliest = Date.UTC(2000, 0, 1);
const dayMs = 86_400_000;

export function openThread({ now, begun, tally }: { now: number; begun: number; tally: Tally }): Thread {
  const drafts: Draft[] = [];
  const waiting: { id: string | undefined; part: DraftPart; draft: Draft }[] = [];
  let latest = begun;
  let lastBad: unknown;

  const moment = (value: unknown): number => {
    if (value === undefined || value === null) return latest;
    const time = timeOf(value);
    if (time === undefined || time < earliest || time > now + dayMs) {
      // One message may be told in several pieces, which all have its date.
      if (value !== lastBad) tally.add('bad-date', String(value));
      lastBad = value;
      return latest;
    }
    latest = Math.min(time, now);
    return latest;
  };
  const answering = (at: unknown, model: string | undefined): Draft => {
    const last = drafts.at(-1);
    const time = moment(at);
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
      if (parts.length > 0) drafts.push({ role: 'user', at: moment(at), parts: parts.map(part => ({ ...part })), answered: false });
    },
    assistant(at, parts, model) {
      if (parts.length > 0) answering(at, model).parts.push(...parts.map(part => ({ ...part })));
    },
    call(at, { id, name, args, result }, model) {
      const draft = answering(at, model);
      const part: DraftPart = { kind: 'tool', name, args, ...(result !== undefined && { result }) };
      draft.parts.push(part);
      if (result === undefined) waiting.push({ id, part, draft });
    },
    result(id, result) {
      const index = id === undefined ? waiting.length - 1 : waiting.findIndex(one => one.id === id);
      const [found] = index < 0 ? [] : waiting.splice(index, 1);
      if (found === undefined) return false;
      found.part.result = result;
      found.draft.answered = true;
      return true;
    },
    cut() {
      const last = drafts.at(-1);
      if (last !== undefined) last.answered = true;
    },
    messages() {
      tally.add('no-result', waiting[0]?.part.name, waiting.length);
      return drafts.filter(({ parts }) => parts.length > 0).map(({ answered: _, ...message }) => message);
    },
  };
}

/** Text as a part, where there is any. */
export function textParts(text: string | undefined, kind: 'text' | 'thinking' = 'text'): readonly ImportedPart[] {
  return text === undefined || text.trim() === '' ? [] : [{ kind, text }];
}
