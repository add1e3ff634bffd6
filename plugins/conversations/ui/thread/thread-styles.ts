import { css } from 'lit';

/** Where the transcript, the dock and the empty screen lie; they change their places and stay the same elements. */
export const threadStyles = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { display: grid; grid-template: minmax(0, 1fr) auto 0 / minmax(0, 1fr); height: 100%; min-height: 0; position: relative; background: var(--surface); font: var(--t-13); color: var(--text); }
  :host([empty]) { grid-template-rows: minmax(24px, 1fr) auto minmax(48px, 1.28fr); }
  button { margin: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: start; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
  .stage { position: relative; min-height: 0; }
  /* What goes under the dock fades, and nothing of it can be pressed. */
  .stage::after { content: ""; position: absolute; inset: auto 0 0; height: 20px; background: linear-gradient(transparent, var(--surface)); pointer-events: none; }
  ui-transcript { height: 100%; }
  .col { width: min(var(--w-col), 100% - 32px); margin-inline: auto; }
  /* The column of the dock is that of the transcript, whose scrollbar takes room. */
  .dock { overflow: hidden; scrollbar-gutter: stable; scrollbar-width: thin; padding-block: 4px 12px; min-width: 0; position: relative; }
  .dock view-outlet { display: contents; }
  .loading { width: min(var(--w-col), 100% - 32px); margin: 0 auto; padding: 24px 12px; display: grid; gap: 16px; }
  .sorry { width: min(var(--w-col), 100% - 32px); margin: 24px auto; }
  .latest { position: absolute; z-index: 2; inset-block-end: 8px; inset-inline: 0; display: flex; justify-content: center; pointer-events: none; }
  .latest ui-button { pointer-events: auto; border-radius: var(--r-6); background: var(--raised); box-shadow: var(--shadow-2); }
  .damage { position: relative; z-index: 1; width: min(var(--w-col), 100% - 32px); margin: 8px auto 0; }

  .finder { position: absolute; z-index: 3; inset-block-start: 8px; inset-inline-end: 20px; display: flex; align-items: center; gap: 2px; padding: 6px; border-radius: var(--r-8); background: var(--raised); box-shadow: var(--shadow-2); max-width: calc(100% - 24px); }
  .finder ui-search { width: 240px; min-width: 0; }
  .finder .places { min-width: 52px; padding-inline: 8px 4px; font: var(--t-12); color: var(--text-2); font-variant-numeric: tabular-nums; text-align: center; white-space: nowrap; }
  .drop { position: absolute; z-index: 4; inset: 8px; display: grid; place-items: center; border: 2px dashed var(--focus); border-radius: var(--r-12); background: color-mix(in oklch, var(--surface) 82%, transparent); font: 600 16px/24px var(--font); pointer-events: none; }

  .hello { align-self: end; min-height: 0; overflow: hidden; scrollbar-gutter: stable; scrollbar-width: thin; }
  .hello h1 { margin: 0; padding-inline: 12px; font: 600 26px/32px var(--font); letter-spacing: -0.018em; text-wrap: balance; }
  .hello p { margin: 4px 0 16px; padding-inline: 12px; font: var(--t-14); color: var(--text-2); text-wrap: pretty; }
  .quick { min-height: 0; overflow: hidden auto; scrollbar-gutter: stable; scrollbar-width: thin; }
  .quick ul { margin: 0 auto; padding: 0 0 24px; list-style: none; }
  .quick button { display: flex; align-items: center; gap: 8px; width: 100%; min-height: 32px; padding: 0 12px; border-radius: var(--r-6); color: var(--text); white-space: nowrap; }
  .quick button:hover { background: var(--hover); }
  .quick button:focus-visible { outline-offset: -2px; }
  .quick ui-icon { color: var(--text-2); }
  .quick .end { font: var(--t-12); color: var(--text-3); }
  .quick .what { overflow: hidden; text-overflow: ellipsis; }
  :host([empty]) .dock { padding-block-end: 8px; }
  .grow { flex: 1; min-width: 0; }
  @media (max-width: 560px) {
    ui-transcript { --transcript-margins: 24px; }
    .col, .loading, .sorry, .damage { width: calc(100% - 24px); }
    .quick button { min-height: 36px; }
    .finder { inset-inline: 12px; }
    .finder ui-search { width: auto; flex: 1; }
  }
`;
