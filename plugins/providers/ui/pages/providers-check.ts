import type { ViewHost } from '@atelier/kernel/ui';
import { html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { plain } from '../parts/styles.ts';

/** A real request to one of the models, whatever its provider. */
export class ProvidersCheck extends LitElement {
  static override styles = [plain];

  @property({ attribute: false }) view!: ViewHost;

  override render() {
    return html`<providers-test .view=${this.view} primary></providers-test>`;
  }
}
