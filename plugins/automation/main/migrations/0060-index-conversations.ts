import type { Migration } from '@atelier/kernel';

/** A conversation leads back to the rules that worked in it, of however many receipts. */
export const indexConversations: Migration = {
  id: 60,
  name: 'index receipts by their conversation',
  up: db => db.exec('CREATE INDEX receipts_of_conversation ON receipts (conversation) WHERE conversation IS NOT NULL'),
};
