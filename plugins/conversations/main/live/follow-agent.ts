import type { AgentEvent } from '@atelier/agent/contract';
import type { Core } from '../core.ts';
import type { ConversationChange } from '../records/conversations.ts';

/** A moment of a turn at which the person is notified. */
export type Moment = 'done' | 'needsYou' | 'failed';

const busy = new Set(['starting', 'running', 'retrying', 'compacting']);

/** Keeps every row up to date with the agent's events, also of conversations that are not on screen. */
export function followAgent(
  { records, activity, presence, windows, now }: Pick<Core, 'records' | 'activity' | 'presence' | 'windows' | 'now'>,
  onMoment: (conversation: string, moment: Moment, text: string | undefined) => void,
): (event: AgentEvent) => void {
  return event => {
    const { conversation } = event;
    const record = records.find(conversation);
    if (record === undefined || record.hidden) return;
    const change: ConversationChange = {};
    const set = (fields: ConversationChange) => Object.assign(change, fields);
    let isStateChanged = false;
    const notify = (moment: Moment, text?: string) => {
      if (!presence.isSeen(conversation)) set({ unread: true });
      onMoment(conversation, moment, text);
    };
    switch (event.kind) {
      case 'status':
        activity.runs(conversation, busy.has(event.status ?? ''));
        isStateChanged = true;
        break;
      case 'turnStarted':
        set({ state: 'idle', errorCode: undefined, errorMessage: undefined });
        break;
      case 'messageEnded':
        set({ updatedAt: now(), lastMessageAt: now() });
        break;
      case 'turnEnded':
        activity.runs(conversation, false);
        isStateChanged = true;
        if (event.ended === 'done') {
          set({ state: isAllDone(record.tasks) ? 'done' : 'idle', updatedAt: now() });
          notify('done');
        } else if (event.ended === 'failed' || event.ended === 'cut' || event.ended === 'budget') {
          set({ state: 'failed', errorCode: event.problem?.code, errorMessage: event.problem?.message, updatedAt: now() });
          notify('failed', event.problem?.message);
        }
        break;
      case 'failed':
        set({ state: 'failed', errorCode: event.problem?.code, errorMessage: event.problem?.message, updatedAt: now() });
        notify('failed', event.problem?.message);
        break;
      case 'asked':
        if (event.request !== undefined) activity.asks(conversation, event.request.id);
        isStateChanged = true;
        notify('needsYou', event.request?.title);
        break;
      case 'answered':
        if (event.answered !== undefined) activity.answered(conversation, event.answered);
        isStateChanged = true;
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
    if (isStateChanged || Object.keys(change).length > 0) windows.changed(conversation, 'updatedAt' in change);
  };
}

function isAllDone(tasks: string | undefined): boolean {
  if (tasks === undefined) return false;
  const list = JSON.parse(tasks) as readonly { state: string }[];
  return list.length > 0 && list.every(task => task.state === 'done' || task.state === 'skipped');
}
