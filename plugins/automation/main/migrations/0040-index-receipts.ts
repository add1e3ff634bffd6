import type { Migration } from '@atelier/kernel';

/** What ended since a moment is summed up for the morning, of however many receipts. */
export const indexReceipts: Migration = {
  id: 40,
  name: 'index receipts by their end',
  up: db => db.exec('CREATE INDEX receipts_by_end ON receipts (ended)'),
};
