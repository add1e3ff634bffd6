import type { AgentEvent, RuntimeState, ThinkingLevel } from '../../contract/index.ts';
import { EventLog } from './event-log.ts';

/** What is known of a conversation only while the app runs. */
export interface Live {
  readonly conversation: string;
  readonly log: EventLog;
  status: RuntimeState['status'];
  /** The engine has it open. */
  isOpen: boolean;
  opening: Promise<void> | undefined;
  cwd: string | undefined;
  thinkingLevels: readonly ThinkingLevel[] | undefined;
  context: NonNullable<AgentEvent['context']>;
  problem: RuntimeState['problem'];
  lastUsed: number;
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
    cwd: undefined,
    thinkingLevels: undefined,
    context: {},
    problem: undefined,
    lastUsed: now,
    began: now,
    ended: undefined,
  };
}

/** A turn is under way, or about to be. */
export function isBusy({ status }: Live): boolean {
  return status === 'starting' || status === 'running' || status === 'retrying' || status === 'compacting';
}
