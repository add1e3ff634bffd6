import { ConversationsStart } from './conversations-start.ts';

// The thread writes the element into the page before it is loaded, so that nothing moves when it comes.
if (customElements.get('conversations-start') === undefined) customElements.define('conversations-start', ConversationsStart);
