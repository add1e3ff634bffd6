import { css } from 'lit';

/** Of what is measured: the optimizer, and the last tasks done again. */
export const measuredStyles = css`
  * { box-sizing: border-box; }
  :host, form { display: grid; gap: 12px; font: var(--t-13); color: var(--text); }
  h2 { margin: 8px 0 0; font: 500 12px/24px var(--font); color: var(--text-2); }
  p, ul { margin: 0; color: var(--text-2); text-wrap: pretty; }
  ul { padding-inline-start: 20px; }
  .fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); gap: 12px; }
  .fields :first-child { grid-column: 1 / -1; }
  .two :first-child { grid-column: auto; }
  .now { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
  .now span { flex: 1 1 160px; }
  table { inline-size: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
  th, td { padding-block: 4px; padding-inline: 0 8px; text-align: start; vertical-align: top; font-weight: 400; }
  thead th { font: var(--t-12); color: var(--text-2); }
  small { display: block; font: var(--t-12); color: var(--text-2); }
`;
