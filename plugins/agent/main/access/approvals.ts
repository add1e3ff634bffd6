import { randomUUID } from 'node:crypto';
import { visibleText } from '@atelier/kernel';
import type { AskedRequest } from '../../contract/index.ts';

export type Scope = 'once' | 'conversation' | 'project' | 'always';

/** The answer of the person; without `allow` it is a no. */
export interface Answer {
  readonly allow?: boolean;
  readonly scope?: Scope;
  readonly text?: string;
  readonly choice?: string;
  readonly cancelled?: boolean;
}

/** `by`: whether the person answered, the time ran out, or the question was withdrawn. */
export type Answered = Answer & { readonly by: 'person' | 'time' | 'end' };

export type Question = Omit<AskedRequest, 'id' | 'at' | 'until'> & {
  /** No person is expected to answer: the question is denied when its time runs out. */
  readonly unattended: boolean;
};

export interface Approvals {
  ask(question: Question, signal?: AbortSignal): Promise<Answered>;
  /** False if no question with that id is open: it was answered in another window, or withdrawn. */
  answer(request: string, answer: Answer): boolean;
  /** The open questions of every conversation, also for a window that opens later. */
  list(): readonly AskedRequest[];
  /** Withdraws all open questions of a conversation, or of all of them, as denied. */
  end(conversation?: string): void;
}

export interface ApprovalEvents {
  asked(request: AskedRequest): void;
  answered(conversation: string, request: string): void;
}

/** How long an unattended run waits for an answer. */
export const patienceMs = 120_000;

/**
 * Holds the open questions. They are kept only in memory: every tool call that waits ends with the app, and none of them may be
 * allowed after a restart.
 */
export function createApprovals(events: ApprovalEvents): Approvals {
  const waiting = new Map<string, { readonly request: AskedRequest; settle(answered: Answered): void }>();

  const answer = (id: string, answered: Answered): boolean => {
    const found = waiting.get(id);
    if (!found) return false;
    waiting.delete(id);
    found.settle(answered);
    events.answered(found.request.conversation, id);
    return true;
  };

  return {
    ask: ({ unattended, ...question }, signal) => {
      if (signal?.aborted) return Promise.resolve({ by: 'end' });
      const at = Date.now();
      const request: AskedRequest = {
        ...question,
        ...visibleTexts(question),
        id: randomUUID(),
        at,
        ...(unattended ? { until: at + patienceMs } : {}),
      };
      const { promise, resolve } = Promise.withResolvers<Answered>();
      const clock = unattended ? setTimeout(() => answer(request.id, { by: 'time' }), patienceMs) : undefined;
      const aborted = () => void answer(request.id, { by: 'end' });
      signal?.addEventListener('abort', aborted, { once: true });
      waiting.set(request.id, {
        request,
        settle: answered => {
          clearTimeout(clock);
          signal?.removeEventListener('abort', aborted);
          resolve(answered);
        },
      });
      events.asked(request);
      return promise;
    },
    answer: (id, given) => answer(id, { ...given, by: 'person' }),
    list: () => [...waiting.values()].map(({ request }) => request),
    end: conversation => {
      for (const [id, { request }] of [...waiting]) {
        if (conversation === undefined || request.conversation === conversation) answer(id, { by: 'end' });
      }
    },
  };
}

/** The texts of a question, which a third-party extension or a model may have written, with hidden characters made visible. */
function visibleTexts(question: Omit<Question, 'unattended'>): Partial<AskedRequest> {
  const { title, text, why, name, args, options, texts } = question;
  return {
    title: visibleText(title, 'code'),
    ...(text === undefined ? {} : { text: visibleText(text, 'code') }),
    ...(why === undefined ? {} : { why: visibleText(why, 'code') }),
    ...(texts === undefined ? {} : { texts: visibleValue(texts) as AskedRequest['texts'] }),
    ...(name === undefined ? {} : { name: visibleText(name, 'code') }),
    ...(args === undefined ? {} : { args: visibleValue(args) as Record<string, unknown> }),
    ...(options === undefined ? {} : { options: options.map(option => visibleText(option, 'code')) }),
  };
}

function visibleValue(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value, 'code');
  if (Array.isArray(value)) return value.map(visibleValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [visibleText(name, 'code'), visibleValue(inner)]));
}
