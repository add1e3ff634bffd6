import type { Migration } from '@atelier/kernel';

export const recordContext: Migration = {
  id: 130,
  name: 'keep how full the context of the model was',
  up(db) {
    db.exec(`
      ALTER TABLE runtimes ADD COLUMN context_tokens INTEGER;
      ALTER TABLE runtimes ADD COLUMN context_window INTEGER;
    `);
  },
};
