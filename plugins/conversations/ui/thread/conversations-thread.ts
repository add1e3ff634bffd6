import type { ViewHost } from '@atelier/kernel/ui';
import { html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';

export class ConversationsThread extends LitElement {
  @property({ attribute: false }) view!: ViewHost;

  override render() {
    return html``;
  }
}
