import { css } from 'lit';

export const formStyles = css`
  * { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; height: 100%; min-height: 0; font: var(--t-13); color: var(--text); }
  .body { flex: 1; min-height: 0; padding: 20px 28px 24px; overflow: auto; scrollbar-width: thin; }
  .body > * { max-width: 640px; margin-inline: auto; }
  .about { margin-block: 0 16px; color: var(--text-2); text-wrap: pretty; }
  form { display: grid; gap: 16px; }
  fieldset { display: grid; gap: 8px; justify-items: start; margin: 0; padding: 0; border: 0; }
  legend { padding: 0; margin-block-end: 8px; font: 500 13px/20px var(--font); }
  .try { display: flex; align-items: center; gap: 4px; width: 100%; }
  .try ui-select { flex: 1; min-width: 0; }
  .acts { display: flex; justify-content: end; align-items: center; gap: 12px; color: var(--text-2); }
  h2 { margin-block: 32px 8px; font: 600 13px/20px var(--font); }
  .before { border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); overflow: hidden; }
  .before button { display: flex; align-items: baseline; gap: 12px; width: 100%; padding: 8px 12px; border: 0; background: none; color: inherit; font: inherit; text-align: start; cursor: pointer; }
  .before button + button { border-block-start: 1px solid var(--line); }
  .before button:hover { background: var(--hover); }
  .before button:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  .before span { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .before small { flex: none; font: var(--t-12); color: var(--text-2); }
  @media (max-width: 719px) { .body { padding: 12px 16px; } .before small:last-child { display: none; } }
`;
