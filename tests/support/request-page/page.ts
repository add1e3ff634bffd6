import type { AskedRequest } from '@atelier/agent/contract';
import { defineKit } from '@atelier/kernel/kit';
import { type SliceMap, SliceStore, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { RequestAnswer } from '../../../plugins/conversations/ui/thread/actions.ts';
import { ConversationsRequest } from '../../../plugins/conversations/ui/thread/request/conversations-request.ts';
import type { RowContext } from '../../../plugins/conversations/ui/thread/row-context.ts';
import { texts } from '../../../plugins/conversations/ui/thread/texts.ts';

// The questions of a conversation, without the conversation.
const parameters = new URLSearchParams(location.search);
const locale = (parameters.get('lang') ?? 'en') as SliceMap['locale'];
document.documentElement.lang = locale;
document.documentElement.dataset.theme = parameters.get('theme') ?? 'light';
const slices = new SliceStore({
  locale,
  theme: 'light',
  contrast: 'normal',
  mode: 'workspace',
  conversation: null,
  project: null,
  thread: 'project',
  widget: { width: 0, height: 0 },
  visible: true,
  params: null,
});
const answers: [string, RequestAnswer][] = [];

class OpenQuestions extends LitElement {
  static override properties = { requests: { state: true } };
  declare requests: readonly AskedRequest[];
  readonly #text = new Texts(this, () => ({ slices }) as unknown as ViewHost, texts);

  constructor() {
    super();
    this.requests = [];
  }

  override render() {
    const context = { text: this.#text, answer: this.#answer } as unknown as RowContext;
    return repeat(
      this.requests,
      ({ id }) => id,
      (request, place) =>
        html`<conversations-request .row=${{ kind: 'request', key: request.id, entry: undefined, request, place }} .context=${context}></conversations-request>`,
    );
  }

  readonly #answer = ({ id }: AskedRequest, answer: RequestAnswer): void => {
    answers.push([id, answer]);
    this.requests = this.requests.filter(request => request.id !== id);
  };
}

await defineKit();
customElements.define('conversations-request', ConversationsRequest);
customElements.define('open-questions', OpenQuestions);
const questions = document.createElement('open-questions') as OpenQuestions;
document.querySelector('main')?.append(questions);
Object.assign(globalThis, {
  answers,
  ask(requests: readonly AskedRequest[]) {
    questions.requests = requests;
  },
});
document.documentElement.dataset.ready = '';
