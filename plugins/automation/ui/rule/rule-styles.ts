import { css } from 'lit';

export const ruleStyles = css`
  * { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; overflow: auto; scrollbar-width: thin; font: var(--t-13); color: var(--text); container-type: inline-size; }
  .page { flex: 1; width: 100%; max-width: 760px; padding: 20px 28px 24px; margin-block-start: var(--toasts-room, 0px); }
  header { display: flex; align-items: flex-start; gap: 8px; margin-block-end: 12px; }
  h2 { flex: 1; min-width: 0; margin: 0; font: 600 20px/28px var(--font); letter-spacing: -0.012em; overflow-wrap: anywhere; text-wrap: pretty; }
  header ui-switch { display: flex; flex: none; align-items: center; min-height: 28px; color: var(--text-2); font: var(--t-12); line-height: 20px; }
  .by { margin: -8px 0 12px; font: var(--t-12); color: var(--text-2); }
  ui-alert { margin-block-end: 12px; }
  h3 { display: flex; align-items: center; gap: 8px; min-height: 28px; margin: 16px 0 4px; font: 600 13px/20px var(--font); }
  h3 span { margin-inline-start: auto; font: var(--t-12); color: var(--text-2); text-align: end; }
  .card { margin: 0; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); overflow: hidden; }
  .row { display: grid; grid-template-columns: 12px 16px 76px minmax(0, 1fr) auto; gap: 0 12px; align-items: start; padding: 9px 14px; }
  .row + .row { border-block-start: 1px solid var(--line); }
  .row > i { margin-block-start: 2px; font: 500 11px/16px var(--font); font-style: normal; color: var(--text-2); text-align: center; font-variant-numeric: tabular-nums; }
  .row > ui-icon { margin-block-start: 2px; color: var(--text-3); }
  .kind { color: var(--text-2); }
  .row > div { min-width: 0; overflow-wrap: anywhere; }
  .closed { margin-block-start: 6px; font: var(--t-12); }
  small { display: block; font: var(--t-12); line-height: 16px; color: var(--text-2); text-wrap: pretty; }
  .lacks { display: flex; gap: 6px; color: var(--danger-text); --icon-size: 14px; }
  .lacks ui-state { margin-block-start: 3px; }
  .row.on { background: var(--accent-soft); }
  .row.on > i, .row.on > ui-icon, .row.on small { color: var(--accent-text); }
  code { font: 400 12px/20px var(--mono); color: var(--text-2); }
  .chips { display: flex; flex-wrap: wrap; gap: 6px; margin: 0; padding: 0; list-style: none; }
  .chips li { display: inline-flex; align-items: center; min-height: 24px; padding: 0 8px; border: 1px solid var(--line); border-radius: var(--r-4); font: var(--t-12); color: var(--text-2); font-variant-numeric: tabular-nums; }
  p { margin: 0; color: var(--text-2); text-wrap: pretty; }
  pre { margin: 0; max-height: 220px; padding: 10px 14px; border-block-start: 1px solid var(--line); overflow: auto; font: 400 12px/18px var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; scrollbar-width: thin; }
  pre:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  .trial { scroll-margin-block-end: 140px; }
  .tried { display: flex; align-items: center; gap: 8px; padding-block: 6px; padding-inline: 14px 6px; }
  .tried span { flex: 1; min-width: 0; }
  .status { flex: 1; min-width: 0; }
  .unclear { color: var(--warn-text); }
  .examples { margin: 0; padding: 0; list-style: none; }
  .examples li + li { border-block-start: 1px solid var(--line); }
  .examples button { display: block; width: 100%; padding: 9px 14px; border: 0; background: none; color: inherit; font: inherit; text-align: start; }
  .examples button:hover { background: var(--hover); }
  .examples button:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; border-radius: var(--r-8); }
  .examples b { display: block; font-weight: 500; }
  footer { position: sticky; inset-block-end: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; justify-content: end; gap: 8px; padding: 12px 28px; border-block-start: 1px solid var(--line); background: var(--surface); }
  footer > span { flex: 1 1 120px; font: var(--t-12); color: var(--text-2); }
  @container (max-width: 480px) {
    .page { padding: 16px 16px 20px; }
    footer { gap: 6px; padding: 10px 8px; }
    footer > span { flex-basis: 100%; padding-inline: 8px; }
    footer > ui-button { flex: 1 1 auto; }
    .row { grid-template-columns: 12px 16px minmax(0, 1fr) auto; gap: 0 10px; padding: 9px 12px; }
    .row > i, .row > ui-icon { grid-row: 1; }
    .row > .kind { grid-column: 3; grid-row: 1; }
    .row > div { grid-column: 3 / -1; grid-row: 2; }
    .row > code, .row > ui-badge { grid-column: 4; grid-row: 1; }
  }
`;
