import { css } from 'lit';

/** A row of the sidebar, the first screen and the palette: icon, title, and text at the end. */
export const rowStyles = css`
  *, *::before, *::after { box-sizing: border-box; }
  button { margin: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: start; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  .row { position: relative; display: flex; align-items: center; gap: 8px; width: 100%; min-height: 28px; padding: 0 8px; border-radius: var(--r-6); color: var(--text-2); white-space: nowrap; }
  .row:hover { background: var(--hover); color: var(--text); }
  .row.on { background: var(--selected); color: var(--text); font-weight: 500; }
  .row ui-icon { flex: none; }
  ui-kbd { display: inline-flex; }
  .row .what { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; }
  .row .end { flex: none; font: var(--t-11); color: var(--text-3); font-variant-numeric: tabular-nums; }
  .row.on .end { color: var(--text-2); }
  .badge { flex: none; min-width: 18px; height: 18px; padding: 0 5px; border-radius: 9px; background: var(--selected); color: var(--text-2); font: 500 11px/18px var(--font); text-align: center; font-variant-numeric: tabular-nums; }
  @media (forced-colors: active) { .row.on { outline: 1px solid Highlight; outline-offset: -1px; } }
`;
