import { css } from 'lit';

export const receiptStyles = css`
  * { box-sizing: border-box; }
  :host { display: block; overflow: auto; padding: 16px 20px 20px; scrollbar-width: thin; font: var(--t-13); color: var(--text); }
  header { display: flex; align-items: center; gap: 8px; min-height: 28px; }
  h2 { margin: 0; font: 600 13px/20px var(--font); }
  header span { margin-inline-start: auto; font: var(--t-12); color: var(--text-2); }
  p { margin: 0; }
  .none { padding-block-start: 4px; color: var(--text-2); text-wrap: pretty; }
  .marks { display: grid; grid-template-columns: repeat(14, minmax(0, 24px)); margin: 8px -3px 4px; }
  .marks span { display: grid; justify-items: center; gap: 4px; font: 400 11px/16px var(--font); color: var(--text-2); font-variant-numeric: tabular-nums; --icon-size: 14px; }
  .sums { display: flex; flex-wrap: wrap; gap: 2px 12px; padding-block-end: 10px; border-block-end: 1px solid var(--line); font: var(--t-11); color: var(--text-2); font-variant-numeric: tabular-nums; }
  .sums span + span { margin-inline-start: auto; }
  ol { margin: 8px 0 0; padding: 0; list-style: none; }
  li { position: relative; display: grid; grid-template-columns: 16px minmax(0, 1fr) auto; gap: 0 12px; padding: 7px 0; }
  li:not(:last-child)::before { content: ""; position: absolute; inset-inline-start: 7.5px; inset-block: 27px -5px; width: 1px; background: var(--line); }
  li > ui-state { margin-block-start: 2px; }
  b { font-weight: 500; overflow-wrap: anywhere; }
  b.failed { color: var(--danger-text); }
  time { font: var(--t-11); line-height: 20px; color: var(--text-2); font-variant-numeric: tabular-nums; white-space: nowrap; }
  .more { grid-column: 2 / -1; font: var(--t-12); color: var(--text-2); }
  .more p { overflow-wrap: anywhere; white-space: pre-line; }
  .more p.folded { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
  .more p.facts { display: flex; flex-wrap: wrap; gap: 0 8px; white-space: normal; }
  .facts:not(:has(*)) { display: none; }
  button { padding: 0; border: 0; border-radius: 2px; background: none; color: var(--text); font: inherit; text-decoration: underline; text-decoration-color: var(--line-strong); text-underline-offset: 2px; }
  button:hover { text-decoration-color: currentColor; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
  .page { margin-block-start: 4px; margin-inline-start: 20px; }
`;
