import type { Entry } from '../../contract/index.ts';
import type { SessionFiles } from '../session-files.ts';
import type { UnfinishedAnswers } from './answers.ts';
import type { MessageQueue } from './queue.ts';
import type { Senders } from './senders.ts';

export interface RecoveryParts {
  readonly files: Pick<SessionFiles, 'of'>;
  readonly queue: MessageQueue;
  readonly answers: UnfinishedAnswers;
  readonly senders: Senders;
}

/** What was added to the session file. */
export interface Recovered {
  readonly answer: KeptAnswer | undefined;
  /** The file says that a call was cut. */
  readonly isCallCut: boolean;
}

/** An answer that was cut and is now in the session file. */
interface KeptAnswer {
  readonly message: string;
  readonly entry: Entry;
}

/**
 * After the end of a process: looks in the session file which of the queued messages it has. Those leave the queue, also one that was never
 * handed to the engine as far as the database knows, which may have been restored from a backup. Of the others, those that were handed to
 * the engine are in no other place any more, and wait again. An answer that the file lacks is added to it, as far as it was
 * written. No engine may have the conversation open.
 */
export async function recover(conversation: string, parts: RecoveryParts): Promise<Recovered> {
  const { files, queue, answers, senders } = parts;
  // Loaded only after a crash.
  const { lookUpLeftBehind } = await import('../../engine/history/left-behind.ts');
  const answer = answers.of(conversation);
  const { isRead, queued, entry, isCallCut } = await lookUpLeftBehind(await files.of(conversation), answer);
  for (const { id, handed, text, sentBy } of queue.list(conversation)) {
    if (queued.has(id)) queue.written(conversation, id);
    else if (handed !== undefined && queue.takeBack(conversation, id, handed) && sentBy !== undefined) senders.unsent(conversation, text);
  }
  // Otherwise the next start tries again.
  if (isRead) answers.forget(conversation);
  return { answer: answer && entry && { message: answer.message, entry: entry as Entry }, isCallCut };
}
