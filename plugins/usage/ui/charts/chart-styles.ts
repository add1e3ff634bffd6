import { css } from 'lit';

export const chartStyles = css`
  * { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; position: relative; min-width: 0; padding: 8px 12px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
  .head { display: flex; flex-wrap: wrap; align-items: center; gap: 0 14px; min-height: 24px; }
  h2 { flex: 1; margin: 0; font: 600 13px/20px var(--font); white-space: nowrap; }
  .unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  svg { display: block; overflow: visible; }
  svg:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: var(--r-4); }
  text { font: 400 11px/16px var(--font); fill: var(--text-2); font-variant-numeric: tabular-nums; }
  .now { font-weight: 600; fill: var(--text); }
  .warned { fill: var(--warn-text); }
  .grid { stroke: var(--line); fill: none; }
  .limit { stroke: var(--warn); stroke-width: 1.25; stroke-dasharray: 4 4; fill: none; }
`;
