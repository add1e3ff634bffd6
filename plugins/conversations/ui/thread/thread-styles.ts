import { css } from 'lit';

/** Where the transcript, the dock and the empty screen lie; they change their places and stay the same elements. */
export const threadStyles = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { display: grid; grid-template: minmax(0, 1fr) auto 0 / minmax(0, 1fr); height: 100%; min-height: 0; position: relative; background: var(--surface); font: var(--t-13); color: var(--text); }
  :host([empty]) { grid-template-rows: minmax(24px, 1fr) auto minmax(48px, 1.28fr); }
  button { margin: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: start; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
  .col { width: min(var(--w-col), 100% - 32px); margin-inline: auto; }
  /* The column of the dock is that of the transcript, whose scrollbar takes room. */
  .dock { overflow: hidden; scrollbar-gutter: stable; scrollbar-width: thin; padding-block: 4px 12px; min-width: 0; position: relative; }
  .dock view-outlet { display: contents; }
  conversations-transcript { min-height: 0; }
  .loading { width: min(var(--w-col), 100% - 32px); margin: 0 auto; padding: 24px 12px; display: grid; gap: 16px; }
  .sorry { width: min(var(--w-col), 100% - 32px); margin: 24px auto; }

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
    .col, .loading, .sorry { width: calc(100% - 24px); }
    .quick button { min-height: 36px; }
  }
`;
