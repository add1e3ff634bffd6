import { css } from 'lit';

export const homeStyles = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { display: grid; grid-template-rows: auto minmax(0, 1fr); height: 100%; font: var(--t-13); color: var(--text); }
  .body { overflow: auto; scrollbar-gutter: stable both-edges; container-type: inline-size; margin-block-start: var(--toasts-room, 0px); padding: 40px 28px 32px; }
  .body > * { width: min(1000px, 100%); margin-inline: auto; }
  h2 { margin-block: 0; font: 600 26px/32px var(--font); letter-spacing: -0.018em; overflow-wrap: anywhere; }
  h2:focus { outline: none; }
  .status { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 8px; margin-block: 8px 24px; color: var(--text-2); }
  .status ui-state { margin-inline-end: -2px; }
  .acts { display: grid; grid-template-columns: repeat(auto-fit, minmax(210px, 1fr)); gap: 12px; }
  .act { display: flex; gap: 12px; min-height: 62px; padding: 11px 12px; border: 1px solid var(--line-strong); border-radius: var(--r-8); background: var(--raised); }
  .act:hover { background: linear-gradient(var(--hover), var(--hover)), var(--raised); }
  .act > ui-icon { flex: none; margin-block-start: 2px; color: var(--text-2); }
  .act b { display: block; font-weight: 600; }
  .act small { font: var(--t-12); color: var(--text-2); }
  .asks p { display: flex; gap: 8px; align-items: baseline; margin-block: 16px -4px; }
  .asks b { flex: 1; min-width: 0; font-weight: 600; overflow-wrap: anywhere; }
  .first { margin-block-start: 28px; }
  header > .note { font: var(--t-12); }
  .lists { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 3fr); gap: 40px; margin-block-start: 28px; }
  .lists > div { display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: 28px; min-width: 0; }
  section header { display: flex; flex-wrap: wrap; align-items: center; gap: 0 8px; min-height: 30px; border-block-end: 1px solid var(--line); }
  h3 { flex: 1 0 auto; max-width: 100%; margin: 0; font: 600 13px/20px var(--font); }
  header .link { margin-inline-end: -4px; }
  .link { flex: none; padding: 2px 4px; border-radius: var(--r-4); font: var(--t-12); color: var(--text-2); }
  .link:hover { color: var(--text); text-decoration: underline; text-underline-offset: 3px; }
  ul { margin: 4px -8px 0; padding: 0; list-style: none; }
  .none { margin: 10px 0 0; color: var(--text-2); text-wrap: pretty; }
  @container (max-width: 720px) { .lists { grid-template-columns: minmax(0, 1fr); gap: 28px; } }
  @container (max-width: 480px) { .acts { grid-template-columns: minmax(0, 1fr); } }
  @media (max-width: 560px) { .body { padding: 24px 16px 32px; } }
`;
