import { css } from 'lit';

/** The styles of the panel's lists. */
export const listStyles = css`
  * { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; height: 100%; min-height: 0; }
  .all { display: flex; flex: 1; flex-direction: column; min-height: 0; }
  .tools { display: grid; gap: 8px; padding: 12px 12px 8px; }
  .chips { display: flex; flex-wrap: wrap; gap: 6px; }
  .scroll { flex: 1; min-height: 0; overflow: auto; scrollbar-width: thin; padding: 0 4px 16px; }
  h2 { display: flex; align-items: center; gap: 6px; margin: 12px 8px 2px; font: 500 11px/16px var(--font); color: var(--text-3); }
  h2:first-child { margin-block-start: 4px; }
  .scroll:first-child h2:first-child { margin-block-start: 12px; }
  .say { padding: 24px 12px; color: var(--text-2); text-align: center; text-wrap: balance; }
  ui-alert { margin: 4px 8px 8px; }
  details { margin: 0 8px; color: var(--text-2); }
  summary { width: fit-content; margin: 0 auto 8px; padding: 4px 8px; border-radius: var(--r-6); font: var(--t-12); cursor: pointer; }
  summary:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
`;
