import { css } from 'lit';

/** The cards and rows of a section of the settings. */
export const pageStyles = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { display: block; }
  .card { border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); overflow: hidden; }
  .card + .card { margin-block-start: 16px; }
  .row { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 12px; padding: 12px; }
  .row + .row, .row + .notes { border-block-start: 1px solid var(--line); }
  .words { flex: 1 1 220px; min-width: 0; }
  .title { display: flex; align-items: center; gap: 8px; font: 600 13px/20px var(--font); overflow-wrap: anywhere; }
  .about { font: var(--t-12); color: var(--text-2); text-wrap: pretty; overflow-wrap: anywhere; }
  .acts { display: flex; flex-wrap: wrap; gap: 6px; }
  .bar { flex: 1 0 100%; }
  .way { flex: 1 0 100%; margin: 0; padding: 8px 10px; border-radius: var(--r-6); background: var(--sunken, var(--hover)); font: var(--c-12); white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; }
  .notes { padding: 8px 12px 12px; }
  h2 { margin: 24px 0 4px; font: 500 12px/24px var(--font); color: var(--text-2); }
  .notes p { margin: 8px 0 0; font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
  .notes h2 { margin-block-start: 8px; }
  .notes ui-markdown { margin-inline: -12px; }
  ui-alert { margin-block-end: 16px; }
`;
