import { Later, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import type { Rating } from '../contract/index.ts';

/** A view whose parts are loaded when it is shown. */
class LaterView extends LitElement {
  static override styles = css`:host { display: block; height: 100%; min-height: 0; }`;

  @property({ attribute: false }) view!: ViewHost;

  constructor() {
    super();
    new Later(this, () => import('./page/define-page.ts'));
  }
}

/** The section of the settings. */
export class HarnessSettings extends LaterView {
  override render() {
    return html`<harness-page .view=${this.view}></harness-page>`;
  }
}

/** The dialog that asks why an answer was helpful or not. */
export class HarnessWord extends LaterView {
  override render() {
    return html`<harness-why .view=${this.view}></harness-why>`;
  }
}

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'harness-settings': HarnessSettings, 'harness-word': HarnessWord };

const rate = (thumb: Rating['thumb']) => async (view: ViewHost, args: unknown) =>
  await (await import('./page/rate.ts')).rate(view, args as { readonly conversation: string; readonly entry: string }, thumb);

/** The commands that run in the window. */
export const commands = {
  'harness.up': rate('up'),
  'harness.down': rate('down'),
  'harness.word': (view: ViewHost, args: unknown) =>
    view.connect(WindowChannel).call('open', { view: 'harness.word', params: args as Record<string, unknown> }),
};
