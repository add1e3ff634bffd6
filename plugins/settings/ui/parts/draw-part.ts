import type { ViewHost } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';

/** What no form can draw; each is an element of ours. `setting` is what was asked for in it. */
export function drawPart(name: string, view: ViewHost, setting: string | undefined) {
  switch (name) {
    case 'settings-audio':
      return html`<settings-audio class="part" .view=${view}></settings-audio>`;
    case 'settings-shortcuts':
      return html`<settings-shortcuts class="part" .view=${view} .asked=${setting}></settings-shortcuts>`;
    case 'settings-sessions':
      return html`<settings-sessions class="part" .view=${view}></settings-sessions>`;
    case 'settings-storage':
      return html`<settings-storage class="part" .view=${view}></settings-storage>`;
    case 'settings-privacy':
      return html`<settings-privacy class="part" .view=${view}></settings-privacy>`;
    default:
      return nothing;
  }
}
