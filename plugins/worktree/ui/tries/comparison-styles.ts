import { css } from 'lit';

export const comparisonStyles = css`
  * { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; height: 100%; min-height: 0; font: var(--t-13); color: var(--text); }
  .body { flex: 1; min-height: 0; padding: 16px 28px 24px; overflow: auto; scrollbar-width: thin; }
  .task { margin-block-end: 16px; }
  .task p { margin: 0 0 4px; max-width: 90ch; font: 500 15px/22px var(--font); white-space: pre-wrap; overflow-wrap: anywhere; display: -webkit-box; -webkit-line-clamp: 6; -webkit-box-orient: vertical; overflow: hidden; }
  small, .weak { font: var(--t-12); color: var(--text-2); }
  .scroll { overflow-x: auto; scrollbar-width: thin; }
  table { border-collapse: separate; border-spacing: 0; table-layout: fixed; min-width: 100%; }
  td, th { width: 300px; min-width: 240px; padding: 8px 16px; border-block-start: 1px solid var(--line); font-weight: 400; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
  td:not(:first-child), th[scope='col'] { border-inline-end: 1px solid var(--line); background: var(--raised); }
  tr > :nth-child(2) { border-inline-start: 1px solid var(--line); }
  th[scope='row'], td:first-child { width: 130px; min-width: 130px; padding-inline-start: 0; color: var(--text-2); }
  .names td:first-child { border-block-start: 0; }
  .names th { border-start-start-radius: var(--r-8); border-start-end-radius: var(--r-8); padding-block: 12px; }
  .last td:not(:first-child) { border-block-end: 1px solid var(--line); border-end-start-radius: var(--r-8); border-end-end-radius: var(--r-8); text-align: end; }
  .names th:not(:nth-child(2)), .last td:not(:nth-child(2)) { border-start-start-radius: 0; border-end-start-radius: 0; }
  .names th:not(:last-child), .last td:not(:last-child) { border-start-end-radius: 0; border-end-end-radius: 0; }
  .last p { margin: 0 0 8px; text-align: start; text-wrap: pretty; }
  .name { display: flex; align-items: center; gap: 8px; --icon-size: 16px; }
  .name b { min-width: 0; font: 600 14px/20px var(--font); overflow-wrap: anywhere; }
  .name ui-icon-button { margin-inline-start: auto; margin-block: -4px; }
  code { font: var(--t-mono-12, 12px/18px var(--mono)); }
  .added { color: var(--added-text); font-variant-numeric: tabular-nums; }
  .removed { color: var(--removed-text); font-variant-numeric: tabular-nums; }
  .words { margin: 0; display: -webkit-box; -webkit-line-clamp: 8; -webkit-box-orient: vertical; overflow: hidden; white-space: pre-wrap; text-wrap: pretty; }
  ul { display: grid; gap: 4px; margin: 0; padding: 0; list-style: none; }
  li { display: flex; align-items: baseline; gap: 6px; }
  li button { flex: 1; min-width: 0; padding: 2px 4px; margin-inline-start: -4px; border: 0; border-radius: var(--r-4); background: none; color: inherit; font: inherit; text-align: start; cursor: pointer; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  li button:hover, li button[aria-pressed='true'] { background: var(--hover); }
  li button:focus-visible { outline: 2px solid var(--focus); outline-offset: -1px; }
  .diff { padding: 0; }
  .diff > span { display: block; padding: 8px 16px; }
  .about { max-width: 90ch; margin: 16px 0 0; font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
  ui-alert { margin-block-end: 12px; white-space: pre-line; }
  @media (max-width: 719px) {
    .body { padding: 12px 16px; }
    td, th { min-width: 220px; padding-inline: 12px; }
    th[scope='row'], td:first-child { width: 94px; min-width: 94px; padding-inline-end: 8px; font: var(--t-12); position: sticky; inset-inline-start: 0; z-index: 1; background: var(--surface); }
  }
`;
