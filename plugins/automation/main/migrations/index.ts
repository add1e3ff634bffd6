import type { Migration } from '@atelier/kernel';
import { createRules } from './0010-create-rules.ts';
import { createWebhooks } from './0020-create-webhooks.ts';
import { createTranscripts } from './0030-create-transcripts.ts';
import { indexReceipts } from './0040-index-receipts.ts';
import { noteRefusals } from './0050-note-refusals.ts';
import { indexConversations } from './0060-index-conversations.ts';
import { noteProposals } from './0070-note-proposals.ts';

/** In the order in which they run. A new one gets its own file, and an id that is 10 higher. */
export const migrations: readonly Migration[] = [
  createRules,
  createWebhooks,
  createTranscripts,
  indexReceipts,
  noteRefusals,
  indexConversations,
  noteProposals,
];
