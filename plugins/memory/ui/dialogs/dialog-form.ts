import { css } from 'lit';

export const formStyles = css`
  * { box-sizing: border-box; }
  :host { display: block; font: var(--t-13); }
  form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; }
  p { margin: 0; color: var(--text-2); text-wrap: pretty; }
  .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
  footer { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; margin-block-start: 4px; }
  footer .start { margin-inline-end: auto; }
  ul { display: grid; gap: 2px; max-height: 240px; margin: 0; padding: 4px; border: 1px solid var(--line); border-radius: var(--r-8); overflow: auto; list-style: none; scrollbar-width: thin; }
  li { display: flex; align-items: center; gap: 10px; min-height: 32px; padding: 2px 8px; }
  li > ui-icon { flex: none; color: var(--text-3); }
  li > span { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  [role=status] li > span { white-space: normal; }
  li > ui-checkbox { flex: 1; min-width: 0; }
  li time { flex: none; font: var(--t-11); color: var(--text-2); font-variant-numeric: tabular-nums; }
  li.past > span { color: var(--text-2); text-decoration: line-through; text-decoration-color: var(--line-strong); }
  .kept { display: flex; flex-wrap: wrap; gap: 8px; }
  .kept[hidden] { display: none; }
  .kept > * { max-width: 100%; }
  .count { font-weight: 500; color: var(--text); }
  @media (max-width: 560px) { .pair { grid-template-columns: 1fr; } }
`;
