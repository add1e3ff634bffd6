import type { AgentEvent } from '@atelier/agent/contract';
import type { Core } from '../core.ts';
import type { ConversationChange } from '../records/conversations.ts';

/** A moment of a turn at which the person is notified. */
export type Moment = 'done' | 'needsYou' | 'failed';

const busy = new Set(['starting', 'running', 'retrying', 'compacting']);

/** A message that the person sends is noted twice within this time. */
const notedMs = 1000;

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
    // What is so already costs no commit and no event.
    const set = (fields: ConversationChange) => {
      for (const [name, value] of Object.entries(fields))
        if (record[name as keyof typeof record] !== value) Object.assign(change, { [name]: value });
    };
    // The last message of a turn was noted a moment before its end.
    const ended = (): ConversationChange => (now() - record.updatedAt >= notedMs ? { updatedAt: now() } : {});
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
        // The sending of a message notes it too.
        if (event.entry?.kind !== 'user' || now() - (record.lastMessageAt ?? 0) >= notedMs) set({ updatedAt: now(), lastMessageAt: now() });
        break;
      case 'turnEnded':
        activity.runs(conversation, false);
        isStateChanged = true;
        if (event.ended === 'done') {
          set({ state: isAllDone(record.tasks) ? 'done' : 'idle', ...ended() });
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
