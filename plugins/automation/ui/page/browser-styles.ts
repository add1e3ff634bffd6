import { css } from 'lit';

export const browserStyles = css`
  * { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; height: 100%; min-height: 0; font: var(--t-13); color: var(--text); }
  .body { flex: 1; min-height: 0; container-type: inline-size; }
  .small, .back { display: none; }
  .problem { padding: 20px; }
  .nothing { display: grid; place-items: center; height: 100%; }
  .cols { display: grid; grid-template-columns: 300px minmax(0, 1fr) 332px; height: 100%; min-height: 0; }
  .cols > * { min-height: 0; min-width: 0; }
  .one { display: contents; }
  automation-list { border-inline-end: 1px solid var(--line); }
  automation-receipts { border-inline-start: 1px solid var(--line); }
  .cols:not(:has(automation-list)) { grid-template-columns: minmax(0, 1fr); }
  .cols:has(automation-list):not(:has(automation-receipts)) { grid-template-columns: 300px minmax(0, 1fr); }
  .empty { height: 100%; overflow: auto; padding: 32px 20px; scrollbar-width: thin; }
  .empty section { max-width: 640px; margin: 8px auto 0; }
  h2 { margin: 0 0 4px; font: 500 12px/16px var(--font); color: var(--text-2); }
  ul { margin: 0; padding: 0; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); overflow: hidden; list-style: none; }
  li + li { border-block-start: 1px solid var(--line); }
  li button { display: block; width: 100%; padding: 9px 14px; border: 0; background: none; color: inherit; font: inherit; text-align: start; }
  li button:hover { background: var(--hover); }
  li button:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; border-radius: var(--r-8); }
  li b { display: block; font-weight: 500; }
  li span { display: block; font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
  @container (max-width: 1040px) {
    .cols, .cols:has(automation-list):not(:has(automation-receipts)) { grid-template-columns: 280px minmax(0, 1fr); }
    .one { display: block; overflow: auto; scrollbar-width: thin; }
    automation-rule, automation-receipts { overflow: visible; }
    automation-receipts { border: 0; border-block-start: 1px solid var(--line); }
  }
  @container (max-width: 680px) {
    .cols:not(.opened) > automation-list { padding-block-start: var(--toasts-room, 0px); }
    .cols, .cols:has(automation-list):not(:has(automation-receipts)) { grid-template-columns: minmax(0, 1fr); }
    automation-list { border: 0; }
    .one { display: none; }
    .opened > automation-list { display: none; }
    .opened > .one { display: block; }
    .back { display: flex; position: sticky; inset-block-start: 0; z-index: 2; padding: 6px 8px; border-block-end: 1px solid var(--line); background: var(--surface); }
  }
  @media (max-width: 719px) { .large { display: none; } .small { display: revert; } }
`;
