import type { Database } from '@atelier/kernel';
import type { Attachments } from './attachments.ts';

/** Files beside drafts, in the plugin's own folder. */
export function openAttachments(_db: Database, _folder: string): Attachments {
  return {
    prepare: async () => ({ images: [], attached: [] }),
    sent: () => undefined,
    forget: () => undefined,
  };
}
