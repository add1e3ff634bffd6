import { css } from 'lit';

/** Rows lie in the middle column; a scrollbar never moves them. */
export const transcriptStyles = css`
  :host { display: block; position: relative; min-height: 0; height: 100%; contain: strict; }
  :host([hidden]) { display: none; }
  .scroll { height: 100%; overflow: hidden auto; overflow-anchor: none; scrollbar-gutter: stable; scrollbar-width: thin; scrollbar-color: var(--line-strong) transparent; }
  .scroll:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  .rows { width: min(var(--w-col), 100% - var(--transcript-margins, 32px)); margin-inline: auto; box-sizing: border-box; }
  ::slotted(*) { display: flow-root; contain: layout style; }
  .aloud { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;
