import { css, LitElement } from 'lit';

/** Base styles of every element of the kit: border-box sizes, a visible focus ring, no box while hidden. */
export const base = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { font: var(--t-13); color: var(--text); }
  :host([hidden]) { display: none !important; }
  button, input, select, textarea { margin: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: inherit; letter-spacing: inherit; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
  .cut { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  @media (prefers-reduced-motion: reduce) { * { animation-duration: 0s !important; animation-iteration-count: 1 !important; transition: none !important; } }
`;

/** Styles of a popover that opens beside the element that opened it. */
export const floating = css`
  [popover] { position-area: block-end span-inline-end; position-try-fallbacks: flip-block, flip-inline, flip-block flip-inline; inset: auto; margin-block: 4px; margin-inline: 0 8px; border: 0; padding: 4px; max-width: min(420px, 100vw - 16px); max-height: min(480px, 100vh - 16px); overflow: auto; border-radius: var(--r-8); background: var(--raised); color: var(--text); box-shadow: var(--shadow-2); }
  [popover]:popover-open { opacity: 1; transition: opacity var(--fast); }
  @starting-style { [popover]:popover-open { opacity: 0; } }
  @media (forced-colors: active) { [popover] { border: 1px solid CanvasText; } }
`;

/** For an element whose focus goes to the control inside it. */
export const delegating: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };

/** Dispatches a cancelable event that bubbles out of every shadow root; false where a listener prevented it. */
export function emit(element: HTMLElement, name: string, detail?: unknown): boolean {
  return element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
}
