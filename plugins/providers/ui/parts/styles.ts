import { css } from 'lit';

/** The base styles of every part. */
export const plain = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { display: block; min-width: 0; font: var(--t-13); color: var(--text); }
  :host([hidden]) { display: none; }
  h2, h3, p, ul, ol, dl, dd { margin: 0; padding: 0; font: inherit; list-style: none; }
  button { margin: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: start; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
  .quiet { font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
  .label { margin-block-end: var(--s-4); font: 500 12px/16px var(--font); color: var(--text-2); }
  .cut { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .mono { font-family: var(--mono); font-size: .925em; font-feature-settings: "calt" 0; overflow-wrap: anywhere; }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .line { display: flex; align-items: center; gap: var(--s-8); }
  .grow { flex: 1; min-width: 0; }
  .spread { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s-8); }
  .status { display: flex; flex-wrap: wrap; gap: var(--s-8); align-items: start; padding: 8px 12px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
  .status > .grow { flex: 1 1 220px; }
  .status b { font-weight: 500; }
  .status .quiet { overflow-wrap: anywhere; }
  .status > ui-state { margin-block-start: 2px; }
  .num { font-variant-numeric: tabular-nums; }
  @media (forced-colors: active) { .tile { border: 1px solid; } }
`;

/** A card of rows, each with a tile, two lines of text, and an action or a state at its end. */
export const rowStyles = css`
  .rows { border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
  .row { position: relative; display: flex; flex-wrap: wrap; align-items: center; gap: var(--s-4) var(--s-12); min-height: 50px; padding: 8px 12px; }
  .row + .row { border-block-start: 1px solid var(--line); }
  .row:first-child { border-start-start-radius: 7px; border-start-end-radius: 7px; }
  .row:last-child { border-end-start-radius: 7px; border-end-end-radius: 7px; }
  .row[data-current] { background: var(--selected); }
  .row:has(> .words > .hit):hover:not([data-current]) { background: var(--hover); }
  .row > .words { flex: 1 1 130px; min-width: 0; }
  .row b { display: block; font-weight: 500; }
  .row small { display: block; font: var(--t-12); color: var(--text-2); text-wrap: pretty; overflow-wrap: anywhere; }
  .row .end { position: relative; display: flex; align-items: center; gap: var(--s-6); font: var(--t-12); color: var(--text-2); }
  .row .end.said { pointer-events: none; text-align: end; }
  .row .end .state { min-width: 0; }
  .row .end .state small { font: var(--t-11); }
  .hit { display: block; width: 100%; }
  .hit::after { content: ""; position: absolute; inset: 0; border-radius: inherit; }
  .hit:focus-visible { outline: none; }
  .hit:focus-visible::after { outline: 2px solid var(--focus); outline-offset: -2px; border-radius: var(--r-6); }
  .warned { color: var(--warn-text) !important; }
  .warned ui-icon { color: var(--warn); vertical-align: -2px; }
  .tile { display: grid; place-items: center; flex: none; width: 32px; height: 32px; border-radius: var(--r-6); background: var(--hover); color: var(--text-2); font: 500 12px/16px var(--font); }
`;
