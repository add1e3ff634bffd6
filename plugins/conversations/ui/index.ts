import { ConversationsComposer } from './composer/conversations-composer.ts';
import { ListBeginning } from './list/list-beginning.ts';
import { ConversationsStatus } from './status/conversations-status.ts';
import { ConversationsMark } from './thread/conversations-mark.ts';
import { ConversationsThread } from './thread/conversations-thread.ts';
import { ConversationsThreadBar } from './thread/conversations-thread-bar.ts';

export { commands } from './commands.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = {
  'conversations-list': ListBeginning,
  'conversations-thread': ConversationsThread,
  'conversations-composer': ConversationsComposer,
  'conversations-status': ConversationsStatus,
  'conversations-mark': ConversationsMark,
  'conversations-thread-bar': ConversationsThreadBar,
};
