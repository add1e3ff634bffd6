import { css } from 'lit';

export const pageStyles = css`
  * { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; height: 100%; min-height: 0; container-type: inline-size; font: var(--t-13); color: var(--text); }
  .body { flex: 1; min-height: 0; padding: 20px 28px 24px; overflow: auto; scrollbar-width: thin; }
  .body > ui-empty { height: 100%; }
  .sums { display: grid; grid-template-columns: 1fr 1.25fr 1fr 1.5fr; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
  .sums > div { min-width: 0; padding: 10px 16px 12px; }
  .sums > div + div { border-inline-start: 1px solid var(--line); }
  .sums span { display: block; font: var(--t-12); color: var(--text-2); }
  .sums b { display: block; font: 600 20px/28px var(--font); letter-spacing: -0.012em; font-variant-numeric: tabular-nums; }
  .sums small { font: var(--t-13); color: var(--text-2); letter-spacing: 0; }
  .rest p { margin: 4px 0 0; font: 500 13px/18px var(--font); text-wrap: pretty; }
  .rest button { padding: 0; border: 0; background: none; color: inherit; font: inherit; text-decoration: underline; text-underline-offset: 2px; cursor: pointer; border-radius: var(--r-4); }
  .rest button:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
  .charts { display: grid; grid-template-columns: minmax(0, 1.75fr) minmax(0, 1fr); gap: 16px; margin-block-start: 16px; }
  .none { display: grid; place-items: center; min-height: 200px; padding: 16px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); color: var(--text-2); text-align: center; }
  .lists { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); align-items: start; gap: 12px 16px; margin-block-start: 12px; }
  .note { display: flex; align-items: baseline; gap: 6px; margin: 16px 0 0; font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
  .note:first-child { margin: 0 0 12px; }
  .note ui-icon { --icon-size: 14px; flex: none; align-self: center; }
  @container (max-width: 900px) {
    .sums { grid-template-columns: 1fr 1fr; }
    .sums > div:nth-child(3) { border-inline-start: 0; }
    .sums > div:nth-child(n + 3) { border-block-start: 1px solid var(--line); }
    .charts, .lists { grid-template-columns: minmax(0, 1fr); }
  }
  @container (max-width: 480px) {
      .body { padding: 12px; }
    .sums { grid-template-columns: 1fr; }
    .sums > div + div { border-inline-start: 0; border-block-start: 1px solid var(--line); }
  }
`;
