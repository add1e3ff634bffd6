import { css } from 'lit';

/** A sidebar row as in the rest of the sidebar: 28 high, its mark at 8, its title at 32. */
export const listStyles = css`
  .dotted { position: relative; }
  .dotted::after { content: ""; position: absolute; inset-block-start: 3px; inset-inline-end: 3px; width: 6px; height: 6px; border-radius: 3px; background: var(--text); pointer-events: none; }
  ui-search { flex: none; margin: 2px 0 6px; }
  .all { flex: 1; min-height: 0; }
  ui-list { margin-inline: 0; scrollbar-color: transparent transparent; }
  ui-list:hover, ui-list:focus-within { scrollbar-color: var(--line-strong) transparent; }
  .row { position: relative; display: flex; align-items: center; gap: 8px; height: 28px; padding: 0 8px; border-radius: var(--r-6); color: var(--text); white-space: nowrap; cursor: default; user-select: none; }
  .row:hover { background: var(--hover); }
  .row.on { background: var(--selected); font-weight: 500; }
  .row.marked { background: var(--selected); box-shadow: inset 2px 0 0 var(--text-2); }
  .row.marked:dir(rtl) { box-shadow: inset -2px 0 0 var(--text-2); }
  .row.unread { font-weight: 600; }
  .mark { display: block; flex: none; width: 16px; height: 16px; }
  .title { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; text-align: -webkit-match-parent; text-align: match-parent; }
  .end { flex: none; display: flex; align-items: center; gap: 6px; font: var(--t-11); color: var(--text-3); font-variant-numeric: tabular-nums; }
  .end ui-icon { --icon-size: 12px; color: var(--text-3); }
  .end ui-icon.warn { --icon-size: 14px; color: var(--warn); }
  .on .end, .marked .end { color: var(--text-2); }
  .acts { display: flex; flex: none; align-items: center; margin-inline-end: -6px; }
  .group { padding-block-start: 8px; }
  [data-row="0"] .group { padding-block-start: 0; }
  .proj { color: var(--text-2); font: 500 12px/16px var(--font); }
  .proj > ui-icon { color: var(--text-3); }
  .proj:hover { color: var(--text); }
  .heading { display: flex; align-items: center; height: 24px; padding: 0 8px; font: 500 11px/16px var(--font); color: var(--text-3); }
  .blank::before { content: ""; width: 60%; height: 8px; margin-inline-start: 24px; border-radius: 4px; background: var(--hover); }
  .blank:hover { background: none; }
  .begin { color: var(--text-3); }
  .begin:hover { color: var(--text); }
  .gone { display: flex; gap: 8px; padding: 2px 8px 6px; font: var(--t-12); color: var(--text-2); }
  .gone p { min-width: 0; margin: 0; overflow-wrap: anywhere; text-wrap: pretty; }
  .gone ui-icon { margin-block-start: 1px; color: var(--warn); --icon-size: 14px; padding-inline: 1px; width: 16px; }
  .hit { height: auto; min-height: 28px; align-items: start; padding-block: 4px; white-space: normal; }
  .hit .what { flex: 1; min-width: 0; }
  .hit .title { display: block; white-space: nowrap; }
  .hit .snippet { display: -webkit-box; overflow: hidden; -webkit-line-clamp: 2; -webkit-box-orient: vertical; font: var(--t-12); color: var(--text-2); overflow-wrap: anywhere; }
  mark { background: none; color: var(--text); font-weight: 600; text-decoration: underline; text-decoration-color: var(--line-strong); text-underline-offset: 3px; }
  .edit { flex: 1; min-width: 0; height: 24px; margin-inline-start: -5px; padding: 0 4px; border: 1px solid var(--line-strong); border-radius: var(--r-4); background: var(--raised); color: var(--text); font: inherit; user-select: text; }
  .edit:focus { outline: 2px solid var(--focus); outline-offset: -1px; border-color: transparent; }
  .drop-in { outline: 2px solid var(--focus); outline-offset: -2px; }
  .drop-before::before, .drop-after::before { content: ""; position: absolute; inset-inline: 4px; height: 2px; border-radius: 1px; background: var(--focus); }
  .drop-before::before { inset-block-start: -1px; }
  .drop-after::before { inset-block-end: -1px; }
  .dragged { opacity: 0.5; }
  .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  @media (forced-colors: active) { .row.on, .row.marked { outline: 1px solid Highlight; outline-offset: -1px; } }
`;
