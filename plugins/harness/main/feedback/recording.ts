import type { ConversationsService } from '@atelier/conversations/contract';
import type { Database } from '@atelier/kernel';

const name = 'recording';

/** Whether new local conversations record the active candidate; they do not unless the person has chosen it. */
export interface Recording {
  readonly isOn: boolean;
  set(on: boolean): void;
}

export function openRecording(db: Database): Recording {
  const one = db.prepare<{ value: string }>('SELECT value FROM settings WHERE name = ?');
  const put = db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)');
  return {
    get isOn() {
      return one.get(name)?.value === 'on';
    },
    set: on => void put.run(name, on ? 'on' : 'off'),
  };
}

/** Writes the candidate onto the record of a conversation that has begun here. */
export async function recordOn(
  conversations: Pick<ConversationsService, 'describe' | 'mark'>,
  conversation: string,
  candidate: string,
): Promise<void> {
  const { row, hidden, harnessCandidate } = await conversations.describe(conversation);
  if (hidden || row.location !== 'local' || harnessCandidate !== undefined) return;
  await conversations.mark(conversation, { harnessCandidate: candidate });
}
