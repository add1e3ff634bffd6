import { css } from 'lit';

export const pageStyles = css`
  *, *::before, *::after { box-sizing: border-box; }
  h1, h2, h3, p, ol, ul { margin: 0; padding: 0; font: inherit; list-style: none; }
  button { margin: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: start; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
  dialog { display: grid; grid-template: minmax(0, 1fr) / 400px minmax(0, 1fr); width: 100vw; height: 100dvh; max-width: none; max-height: none; margin: 0; padding: 0; border: 0; font: var(--t-13); color: var(--text); background: var(--surface); container-type: inline-size; }
  dialog::backdrop { background: var(--surface); }
  .side { display: flex; flex-direction: column; min-height: 0; overflow: auto; padding: 96px 48px 24px; background: var(--bg); border-inline-end: 1px solid var(--line); }
  .mark { flex: none; display: block; width: 40px; height: 40px; fill: none; stroke: currentColor; stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
  .mark path + path { stroke: var(--accent); }
  h1 { margin-block-start: 20px; font: 600 26px/32px var(--font); letter-spacing: -.018em; text-wrap: balance; }
  .promise { margin: 12px 0 32px; max-width: 36ch; font: var(--t-14); color: var(--text-2); text-wrap: balance; }
  .steps button { display: flex; gap: 12px; width: 100%; padding: 6px 8px; margin-inline-start: -8px; border-radius: var(--r-6); color: var(--text-2); }
  .steps button:hover { background: var(--hover); }
  .steps :is(ui-icon, ui-state) { flex: none; margin-block-start: 2px; color: var(--text-3); }
  .steps small { display: block; font: var(--t-12); font-weight: 400; color: var(--text-2); overflow-wrap: anywhere; }
  .steps [aria-current] { color: var(--text); font-weight: 600; }
  .steps [aria-current] ui-icon { color: var(--text); }
  .again { margin-block-start: auto; padding-block-start: 24px; font: var(--t-12); color: var(--text-2); }
  .pane { display: flex; flex-direction: column; min-width: 0; min-height: 0; }
  .bar { display: flex; flex: none; align-items: center; gap: var(--s-8); height: 40px; padding-inline: 16px 8px; -webkit-app-region: drag; }
  .bar > * { -webkit-app-region: no-drag; }
  .grow { flex: 1; min-width: 0; }
  .quiet { font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
  .num { font-variant-numeric: tabular-nums; }
  .body { flex: 1; min-height: 0; overflow: auto; scrollbar-width: thin; }
  .inner { width: 100%; max-width: 920px; margin: 0 auto; padding: 40px 48px 32px; }
  h2 { font: 600 20px/28px var(--font); letter-spacing: -.012em; }
  h2:focus-visible { outline: none; }
  .hint { margin-block-end: 24px; color: var(--text-2); text-wrap: pretty; }
  .lab { margin: 24px 0 8px; font: 500 12px/16px var(--font); color: var(--text-2); }
  .rows { border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
  .row { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s-8) var(--s-12); width: 100%; padding: 8px 12px; min-height: 56px; }
  .row + .row, li + li > .row { border-block-start: 1px solid var(--line); }
  .row > .grow { flex: 1 1 200px; }
  .row b { display: block; font-weight: 500; }
  button.row:hover { background: var(--hover); }
  .tile { display: grid; place-items: center; flex: none; width: 32px; height: 32px; border-radius: var(--r-6); background: var(--hover); color: var(--text-2); }
  .choices { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: var(--s-8); border: 0; margin: 0; padding: 0; max-width: 640px; }
  .choice { position: relative; display: flex; align-items: center; gap: 10px; min-height: 56px; padding: 8px 12px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); font-weight: 500; }
  .choice:hover { background: linear-gradient(var(--hover), var(--hover)), var(--raised); }
  .choice:has(:checked) { border-color: var(--text); box-shadow: inset 0 0 0 .5px var(--text); }
  .choice:has(:focus-visible) { outline: 2px solid var(--focus); outline-offset: 1px; }
  .choice input { position: absolute; inset: 0; margin: 0; opacity: 0; }
  .choice .sign { margin-inline-start: auto; visibility: hidden; }
  .choice:has(:checked) .sign { visibility: visible; }
  view-outlet { display: contents; }
  ui-alert { margin-block-end: 16px; }
  .foot { display: flex; flex: none; flex-wrap: wrap; align-items: center; gap: var(--s-8); padding: 16px 48px; border-block-start: 1px solid var(--line); }
  @media (max-width: 899px) {
    dialog { grid-template: auto minmax(0, 1fr) / minmax(0, 1fr); }
    .side { padding: 12px 16px 8px; border-inline-end: 0; border-block-end: 1px solid var(--line); overflow: visible; }
    .mark, h1, .promise, .again, .steps small { display: none; }
    .steps { display: flex; align-items: center; gap: 2px; min-height: 28px; }
    .steps li { flex: 0 0 auto; }
    .steps button { margin: 0; padding: 4px 6px; gap: 6px; align-items: center; min-height: 28px; }
    .steps button:not([aria-current]) .name { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .steps :is(ui-icon, ui-state) { margin: 0; }
    .inner { padding: 12px 16px 24px; }
    .foot { padding: 12px 16px; }
  }
  @media (prefers-reduced-motion: no-preference) {
    dialog { animation: come var(--slow); }
    @keyframes come { from { opacity: 0; } }
  }
  @media (forced-colors: active) { .choice:has(:checked) { outline: 2px solid Highlight; } }
`;
