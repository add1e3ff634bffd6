import { css } from 'lit';
import { rowStyles } from './row-styles.ts';

export const paletteStyles = [
  rowStyles,
  css`
    :host { display: flex; flex-direction: column; min-height: 0; max-height: inherit; }
    .field { display: flex; align-items: center; gap: 12px; flex: none; height: 44px; padding: 0 16px; border-block-end: 1px solid var(--line); color: var(--text-2); }
    input { flex: 1; min-width: 0; height: 42px; padding: 0; border: 0; outline: 0; background: none; color: var(--text); font: var(--t-14); caret-color: var(--accent); }
    /* The whole palette is this field's: its line and the caret show where one types. */
    .field:focus-within { border-color: var(--focus); }
    input:focus-visible { outline: none; }
    input::placeholder { color: var(--text-3); }
    .list { flex: 1; min-height: 0; overflow: auto; padding: 4px 6px 8px; scrollbar-width: thin; }
    .head { padding: 8px 10px 4px; font: 500 11px/16px var(--font); color: var(--text-3); }
    .row { min-height: 32px; padding: 0 10px; gap: 10px; color: var(--text); cursor: default; }
    .row:hover { background: none; }
    .row.on { background: var(--selected); font-weight: 400; }
    .row ui-icon { color: var(--text-2); }
    .row b { font-weight: 600; }
    .row small { margin-inline-start: 6px; font: var(--t-12); color: var(--text-2); }
    .row .end { font: var(--t-12); color: var(--text-2); }
    p { margin: 0; padding: 24px; text-align: center; color: var(--text-2); }
    .foot { display: flex; flex: none; gap: 16px; padding: 8px 16px; border-block-start: 1px solid var(--line); font: var(--t-11); color: var(--text-2); }
    .foot span { display: inline-flex; align-items: center; gap: 6px; }
    .foot .end { margin-inline-start: auto; font-variant-numeric: tabular-nums; }
    @media (max-width: 480px) { .foot span:not(.end) { display: none; } }
  `,
];
