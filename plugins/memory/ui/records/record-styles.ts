import { css } from 'lit';

export const recordStyles = css`
  * { box-sizing: border-box; }
  :host { display: grid; grid-template-columns: minmax(300px, 400px) minmax(0, 1fr); height: 100%; min-height: 0; font: var(--t-13); color: var(--text); }
  .list { display: flex; flex-direction: column; min-width: 0; min-height: 0; border-inline-end: 1px solid var(--line); }
  .tools { display: grid; gap: 8px; padding: 12px 12px 4px; }
  .find { display: flex; align-items: center; gap: 8px; }
  .find ui-search { flex: 1; min-width: 0; }
  .many { flex: none; font: var(--t-11); color: var(--text-2); font-variant-numeric: tabular-nums; white-space: nowrap; }
  .filters { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; min-height: 28px; }
  .rows { flex: 1; min-height: 0; padding: 0 4px 8px; }
  .head { display: flex; align-items: end; justify-content: space-between; min-height: 28px; padding: 4px 8px; font: 500 12px/16px var(--font); color: var(--text-2); }
  .head .n { font: var(--t-11); font-variant-numeric: tabular-nums; }
  .row { position: relative; display: flex; align-items: flex-start; gap: 12px; min-height: 50px; margin-block-end: 2px; padding: 6px 8px; border-radius: var(--r-6); cursor: default; }
  .row:hover { background: var(--hover); }
  .row.on { background: var(--selected); }
  .row > ui-icon { flex: none; margin-block-start: 2px; color: var(--text-3); }
  .row.on > ui-icon { color: var(--text); }
  .what { flex: 1; min-width: 0; }
  .title, .about { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .title { font: 500 13px/20px var(--font); }
  .about { font: var(--t-12); line-height: 18px; color: var(--text-2); }
  .past .title { font-weight: 400; color: var(--text-2); text-decoration: line-through; text-decoration-color: var(--line-strong); }
  .end { flex: none; font: var(--t-11); line-height: 20px; color: var(--text-2); font-variant-numeric: tabular-nums; white-space: nowrap; }
  .acts { position: absolute; inset-block-start: 12px; inset-inline-end: 4px; display: flex; gap: 2px; padding-inline-start: 8px; border-radius: var(--r-6); background: var(--raised); box-shadow: inset 0 0 0 1px var(--line); padding: 1px; }
  mark { background: color-mix(in oklch, var(--text) 15%, transparent); color: var(--text); border-radius: 2px; }
  .row.failed .about { white-space: normal; }
  .gone { align-items: center; box-shadow: inset 0 0 0 1px var(--line); }
  .gone > ui-icon { margin: 0; }
  .gone .title { font-weight: 400; color: var(--text-2); }
  .side { display: flex; flex-direction: column; min-width: 0; min-height: 0; }
  .side > memory-detail { flex: 1; min-height: 0; }
  .nothing { display: grid; place-items: center; flex: 1; padding: 24px; color: var(--text-2); text-align: center; }
  .problem { padding: 8px 12px; }
  .back { display: none; flex: none; padding: 6px 8px; border-block-end: 1px solid var(--line); }
  @media (max-width: 900px) {
    :host { grid-template-columns: minmax(0, 1fr); }
    .list { border: 0; }
    .side { display: none; }
    :host([opened]) .list { display: none; }
    :host([opened]) .side { display: flex; }
    :host([opened]) .back { display: flex; }
  }
  @media (max-width: 560px) { .filters { flex-wrap: nowrap; overflow-x: auto; scrollbar-width: none; margin-inline-end: -12px; } .filters > * { flex: none; } }
`;
