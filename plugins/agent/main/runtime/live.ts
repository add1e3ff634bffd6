import type { AppError } from '@atelier/kernel';
import type { AgentEvent, RuntimeState, ThinkingLevel, Usage } from '../../contract/index.ts';
import { EventLog } from './event-log.ts';

export const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 };

/** One usage and another; `times` -1 takes the other away. */
export function plus(a: Usage, b: Usage, times: 1 | -1 = 1): Usage {
  const sum = (name: keyof Usage) => a[name] + times * b[name];
  return { input: sum('input'), output: sum('output'), cacheRead: sum('cacheRead'), cacheWrite: sum('cacheWrite'), cost: sum('cost') };
}

/** What is known of a conversation only while the app runs. */
export interface Live {
  readonly conversation: string;
  readonly log: EventLog;
  status: RuntimeState['status'];
  /** The engine has it open. */
  isOpen: boolean;
  opening: Promise<void> | undefined;
  /** Its runtime is being ended, and may take its unused file with it. */
  closing: Promise<void> | undefined;
  cwd: string | undefined;
  /** What the engine was last told of its prompt, as JSON. */
  sections: string | undefined;
  /** The tools of extensions that the engine has it open with, as JSON. */
  tools: string | undefined;
  thinkingLevels: readonly ThinkingLevel[] | undefined;
  context: NonNullable<AgentEvent['context']>;
  problem: RuntimeState['problem'];
  lastUsed: number;
  /** What of the turn that runs is charged already. */
  charged: Usage;
  /** Why nothing more may be spent on it. */
  usedUp: AppError | undefined;
  /** When the turn that runs began. */
  began: number;
  /** Resolves when the turn that runs has ended. */
  ended: PromiseWithResolvers<void> | undefined;
}

export function newLive(conversation: string, now: number): Live {
  return {
    conversation,
    log: new EventLog(now),
    status: 'absent',
    isOpen: false,
    opening: undefined,
    closing: undefined,
    cwd: undefined,
    sections: undefined,
    tools: undefined,
    thinkingLevels: undefined,
    context: {},
    problem: undefined,
    lastUsed: now,
    charged: noUsage,
    usedUp: undefined,
    began: now,
    ended: undefined,
  };
}

/** A turn is under way, or about to be. */
export function isBusy({ status }: Live): boolean {
  return status === 'starting' || status === 'running' || status === 'retrying' || status === 'compacting';
}
