import { ConversationsQuestion } from './conversations-question.ts';
import { ConversationsRequest } from './conversations-request.ts';

if (customElements.get('conversations-request') === undefined) customElements.define('conversations-request', ConversationsRequest);
customElements.define('conversations-question', ConversationsQuestion);
