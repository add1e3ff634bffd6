import { AgentChannel, type AskedRequest } from '@atelier/agent/contract';
import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import type { RequestRow } from '../store/rows.ts';
import { texts } from '../texts.ts';
import { toastFailure } from '../toasts.ts';
import type { ConversationsRequest } from './conversations-request.ts';

/**
 * A question of a conversation, outside of it: the same question with the same conditions for a yes, which is for this once only. The
 * view that shows it has keys for `agree` and `refuse`.
 */
export class ConversationsQuestion extends LitElement {
  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) request!: AskedRequest;
  /** Its place among the questions that are shown beside it. */
  @property({ attribute: false }) place = 0;
  @property({ attribute: false }) keys: NonNullable<RequestRow['keys']> = {};

  readonly #text = new Texts(this, () => this.view, texts);

  override render() {
    const { request, place, keys } = this;
    const row: RequestRow = {
      ...{ kind: 'request', key: request.id, entry: undefined, place, keys },
      request: { ...request, scopes: ['once'] },
    };
    const answer = ({ id }: AskedRequest, given: object) =>
      void this.view
        .connect(AgentChannel)
        .call('answer', { request: id, answer: given })
        .catch(error => toastFailure(this.view, this.#text, error));
    return html`<conversations-request .row=${row} .context=${{ text: this.#text, answer }}></conversations-request>`;
  }

  agree(): void {
    this.#shown?.agree();
  }

  refuse(): void {
    this.#shown?.refuse();
  }

  get #shown() {
    return this.renderRoot.querySelector<ConversationsRequest>('conversations-request');
  }
}
