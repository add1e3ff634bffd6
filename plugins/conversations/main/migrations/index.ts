import { createConversations } from './0010-create-conversations.ts';
import { createEntries } from './0020-create-entries.ts';
import { createAttachments } from './0040-create-attachments.ts';
import { createDraftPages } from './0050-create-draft-pages.ts';
import { relativePaths } from './0060-relative-paths.ts';
import { recordReading } from './0070-record-reading.ts';
import { privateConversations } from './0080-private-conversations.ts';
import { eraseWords } from './0090-erase-words.ts';

/** In the order in which they run. A new one gets the next ten and a file of its own. */
export const migrations = [
  createConversations,
  createEntries,
  createAttachments,
  createDraftPages,
  relativePaths,
  recordReading,
  privateConversations,
  eraseWords,
];
