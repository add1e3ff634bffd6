import { createConversations } from './0010-create-conversations.ts';

/** In the order in which they run. A new one gets the next ten and a file of its own. */
export const migrations = [createConversations];
