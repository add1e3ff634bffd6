import { css } from 'lit';

/** The layout of the window's regions; their content has its own styles. */
export const shellStyles = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { display: block; height: 100%; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  .window { height: 100%; display: grid; grid-template: minmax(0, 1fr) var(--h-status) / minmax(0, 1fr); }
  .holder { min-width: 0; background: var(--bg); }
  .rest { display: grid; grid-template: var(--h-title) minmax(0, 1fr) / minmax(0, 1fr); background: var(--surface); }
  ui-split { min-height: 0; }
  view-outlet { display: contents; }

  .side { height: 100%; display: flex; flex-direction: column; min-width: 0; min-height: 0; background: var(--bg); }
  .side .title { display: flex; flex: none; align-items: center; height: var(--h-title); -webkit-app-region: drag; }
  .side .title > view-mount { flex: 1; -webkit-app-region: no-drag; }
  .side .list { display: flex; flex: 1; flex-direction: column; min-height: 0; overflow-y: auto; padding: 0 8px 8px; scrollbar-width: thin; scrollbar-color: transparent transparent; }
  .side .list > view-mount { flex: none; }
  .side .list > view-mount[data-fills] { flex: 1; min-height: 160px; }
  .side .list:hover, .side .list:focus-within { scrollbar-color: var(--line-strong) transparent; }
  .side .own > view-mount { flex: 1; min-height: 0; overflow: hidden; }
  .side .foot { display: flex; flex: none; flex-direction: column; padding: 8px; border-block-start: 1px solid var(--line); }

  .bar { display: flex; align-items: center; gap: 4px; min-width: 0; padding-inline: 40px 8px; border-block-end: 1px solid var(--line); background: var(--surface); -webkit-app-region: drag; }
  .bar > *, .bar view-mount { -webkit-app-region: no-drag; }
  .alone .bar { padding-inline-start: 8px; }
  .bar .topbar { display: flex; flex: 1; align-items: center; min-width: 0; }
  .bar .topbar > view-mount { min-width: 0; flex: 0 1 auto; }
  .bar .topbar > :first-child:not(:last-child) { flex: none; max-width: 25%; }
  .bar .widgets { display: flex; flex: none; align-items: center; gap: 4px; }
  .bar .widgets > view-mount { flex: none; height: 28px; justify-content: center; }

  /* The view's own header stands in the bar's place; of the bar only its buttons are left, at the ends of that header. */
  .own { position: relative; grid-template-rows: minmax(0, 1fr); }
  .own .bar { position: absolute; z-index: 1; inset-block-start: 0; inset-inline: 0; height: calc(var(--h-bar, var(--h-title)) - 1px); border: 0; background: none; pointer-events: none; -webkit-app-region: none; }
  .own .bar > ui-icon-button { pointer-events: auto; }
  .own .bar > ui-icon-button:nth-last-child(2) { margin-inline-start: auto; }
  .own .bar .topbar, .own .bar .widgets, .own bar-more { display: none; }
  /* A panel that is open has its own top. */
  .window:not(.narrow) .own.open .bar { inset-inline-end: var(--panel); }
  .own.alone { --header-start: 44px; }
  .own.beside { --header-end: 28px; }
  .bar[hidden] { display: none; }

  main { height: 100%; position: relative; display: flex; flex-direction: column; min-width: 0; min-height: 0; background: var(--surface); outline-offset: -2px; }
  main > view-outlet > view-mount, .panel > view-outlet > view-mount { flex: 1; min-height: 0; overflow: hidden; }
  .say { margin: auto; padding: 32px; color: var(--text-2); font: var(--t-14); text-align: center; text-wrap: balance; }

  .panel .head { display: flex; flex: none; align-items: center; height: 40px; border-block-end: 1px solid var(--line); }
  .panel .head ui-tabs { flex: 1; --tabs-inset: 12px; }
  .panel .head h2 { flex: 1; min-width: 0; margin: 0; padding-inline: 12px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font: 600 13px/20px var(--font); }
  .panel .head ui-icon-button { margin-inline-end: 8px; }
  .panel { height: 100%; display: flex; flex-direction: column; min-width: 0; min-height: 0; background: var(--surface); }

  .panel ui-tabs { --tabs-inset: 12px; flex: none; }

  .status { display: flex; align-items: center; gap: 2px; min-width: 0; padding: 0 8px; border-block-start: 1px solid var(--line); background: var(--bg); color: var(--text-2); font: var(--t-11); font-variant-numeric: tabular-nums; white-space: nowrap; overflow: hidden; }
  .grow { flex: 1; }

  .overlay > view-mount { position: static; }
  .skip a { color: inherit; }
  .skip { position: absolute; z-index: 20; inset-block-start: 6px; inset-inline-start: 6px; padding: 4px 12px; border-radius: var(--r-6); background: var(--raised); color: var(--text); box-shadow: var(--shadow-2); }
  .skip:not(:focus-within) { clip-path: inset(50%); }

  .narrow { grid-template-rows: minmax(0, 1fr) 0; }
  .narrow { --h-bar: 48px; }
  .narrow .rest:not(.own) { grid-template-rows: var(--h-bar) minmax(0, 1fr); }
  .narrow .status { display: none; }
  .narrow .bar { padding-inline: 8px; }
  @media (forced-colors: active) { .side, .bar, .panel, .status { border-color: CanvasText; } }
`;
