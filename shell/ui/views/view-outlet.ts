import { html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { theWindow } from '../window/current.ts';
import { RenderOnChange } from '../window/render-on-change.ts';
import type { ShownView } from '../window/views.ts';

/** Shows all views of a slot, or one of them. It has no box of its own (`display: contents`). */
export class ViewOutlet extends LitElement {
  @property() slotName = '';
  /** Shows this view of the slot and no other. */
  @property() view: string | undefined;
  /** Filters the views of the slot. */
  @property({ attribute: false }) filter: ((view: ShownView) => boolean) | undefined;

  constructor() {
    super();
    const { views, slices } = theWindow();
    const context = { watch: (listener: () => void) => both(slices.watch('mode', listener), slices.watch('thread', listener)) };
    new RenderOnChange(this, views, context);
  }

  // Rendered without a shadow root, so that the styles around the outlet lay out its views by their slot.
  override createRenderRoot() {
    return this;
  }

  override render() {
    const { views, context } = theWindow();
    const shown = this.view === undefined ? views.in(this.slotName, context) : [views.byId(this.view)];
    const { filter } = this;
    return shown.map(view => (view === undefined || filter?.(view) === false ? nothing : mountOf(view)));
  }
}

function mountOf(view: ShownView) {
  const replacement = theWindow().views.byId(view.replacedBy);
  // Another view, or the same one of another extension, gets a new element.
  return keyed(
    `${view.id} ${view.from}`,
    html`<view-mount data-view=${view.id} ?data-fills=${view.fills === true} ?data-third-party=${view.place !== 'document'} .shown=${view} .replacement=${replacement}></view-mount>`,
  );
}

function both(one: { dispose(): unknown }, other: { dispose(): unknown }) {
  return {
    dispose: () => {
      one.dispose();
      other.dispose();
    },
  };
}
