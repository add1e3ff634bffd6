import type { AgentEvent } from '@atelier/agent/contract';
import type { ConversationChange, ConversationRecords } from '../records/conversations.ts';
import type { Activity } from './activity.ts';
import type { Presence } from './presence.ts';

/** What a turn came to, as a person would be told of it. */
export type Moment = 'done' | 'needsYou' | 'failed';

export interface FollowOptions {
  readonly records: ConversationRecords;
  readonly activity: Activity;
  readonly presence: Presence;
  /** Tells windows of rows that are others now. */
  readonly changed: (conversation: string, reordered: boolean) => void;
  readonly moment: (conversation: string, moment: Moment, text: string | undefined) => void;
  readonly now: () => number;
}

const busy = new Set(['starting', 'running', 'retrying', 'compacting']);

/** Keeps every row true, whether its conversation is on a screen or not. */
export function followAgent({ records, activity, presence, changed, moment, now }: FollowOptions): (event: AgentEvent) => void {
  return event => {
    const { conversation } = event;
    const record = records.find(conversation);
    if (record === undefined || record.hidden) return;
    const change: ConversationChange = {};
    const set = (fields: ConversationChange) => Object.assign(change, fields);
    let isOther = false;
    const told = (reason: Moment, text?: string) => {
      if (!presence.isSeen(conversation)) set({ unread: true });
      moment(conversation, reason, text);
    };
    switch (event.kind) {
      case 'status':
        activity.runs(conversation, busy.has(event.status ?? ''));
        isOther = true;
        break;
      case 'turnStarted':
        set({ state: 'idle', errorCode: undefined, errorMessage: undefined });
        break;
      case 'messageEnded':
        set({ updatedAt: now(), lastMessageAt: now() });
        break;
      case 'turnEnded':
        activity.runs(conversation, false);
        isOther = true;
        if (event.ended === 'done') {
          set({ state: isAllDone(record.tasks) ? 'done' : 'idle', updatedAt: now() });
          told('done');
        } else if (event.ended === 'failed' || event.ended === 'cut' || event.ended === 'budget') {
          set({ state: 'failed', errorCode: event.problem?.code, errorMessage: event.problem?.message, updatedAt: now() });
          told('failed', event.problem?.message);
        }
        break;
      case 'failed':
        set({ state: 'failed', errorCode: event.problem?.code, errorMessage: event.problem?.message, updatedAt: now() });
        told('failed', event.problem?.message);
        break;
      case 'asked':
        if (event.request !== undefined) activity.asks(conversation, event.request.id);
        isOther = true;
        told('needsYou', event.request?.title);
        break;
      case 'answered':
        if (event.answered !== undefined) activity.answered(conversation, event.answered);
        isOther = true;
        break;
      case 'queueChanged': {
        const waits = event.queue?.some(message => message.waits) === true;
        if (waits && record.state === 'idle') set({ state: 'queued' });
        else if (!waits && record.state === 'queued') set({ state: 'idle' });
        break;
      }
      case 'settings':
        set({
          ...(event.model !== undefined && { model: event.model }),
          ...(event.thinkingLevel !== undefined && { thinkingLevel: event.thinkingLevel }),
          ...(event.accessMode !== undefined && { accessMode: event.accessMode }),
        });
        break;
    }
    if (Object.keys(change).length > 0) records.change(conversation, change);
    if (isOther || Object.keys(change).length > 0) changed(conversation, 'updatedAt' in change);
  };
}

function isAllDone(tasks: string | undefined): boolean {
  if (tasks === undefined) return false;
  const list = JSON.parse(tasks) as readonly { state: string }[];
  return list.length > 0 && list.every(task => task.state === 'done' || task.state === 'skipped');
}
