import type { ViewHost } from '@atelier/kernel/ui';
import { html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { plain } from '../parts/styles.ts';

/** The list of all models, to star some of them. */
export class ProvidersChooseModels extends LitElement {
  static override styles = [plain];

  @property({ attribute: false }) view!: ViewHost;

  override render() {
    return html`<providers-models .view=${this.view} most="10"></providers-models>`;
  }
}

/** Sends a test request to one of the models of any provider. */
export class ProvidersCheck extends LitElement {
  static override styles = [plain];

  @property({ attribute: false }) view!: ViewHost;

  override render() {
    return html`<providers-test .view=${this.view} primary></providers-test>`;
  }
}
