import { css } from 'lit';

/** The composer's box: queue, files, field, and the settings of the next message. */
export const composerStyles = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { display: block; min-width: 0; font: var(--t-13); color: var(--text); }
  button, input, textarea { margin: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: inherit; letter-spacing: inherit; }
  ul { margin: 0; padding: 0; list-style: none; }
  p { margin: 0; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
  .cut { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .none { visibility: hidden; }
  .grow { flex: 1; }

  .box { position: relative; border: 1px solid var(--line-strong); border-radius: var(--r-12); background: var(--raised); anchor-name: --composer; transition: border-color var(--fast); }
  .box:has(.words:focus) { border-color: var(--focus); }
  .box.over::after { content: ""; position: absolute; inset: -1px; border: 2px dashed var(--focus); border-radius: inherit; background: color-mix(in oklch, var(--accent-soft) 60%, transparent); pointer-events: none; }
  .over .drop { position: absolute; z-index: 1; inset: 0; display: grid; place-items: center; font-weight: 500; pointer-events: none; }

  .field { display: grid; min-height: 36px; font: var(--t-14); }
  .tall .field { min-height: 72px; }
  .field > * { grid-area: 1 / 1; min-width: 0; padding: 10px 12px 4px; max-height: 40vh; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; scrollbar-gutter: stable; scrollbar-width: thin; }
  .words { display: block; width: 100%; field-sizing: content; resize: none; overflow-y: auto; outline: none; position: relative; caret-color: var(--accent); }
  .words::placeholder { color: var(--text-3); opacity: 1; }
  .under { overflow: hidden; color: transparent; pointer-events: none; user-select: none; }
  .under mark { color: transparent; border-radius: 3px; background: var(--selected); box-shadow: 0 0 0 2px var(--selected); }

  /* Hidden until it is defined, because its text has no padding before. */
  ui-chip:not(:defined) { visibility: hidden; }
  .tray { display: flex; align-items: center; gap: 2px; padding: 4px 6px 6px; min-width: 0; }
  .tray > ui-popover, .tray > ui-menu { flex: 0 1 auto; }
  .tray .model .name { font-weight: 500; }
  .tray .model ui-state { margin-inline-end: 6px; }
  .tray small { font: var(--t-11); color: var(--text-3); }
  .num { font-variant-numeric: tabular-nums; white-space: nowrap; }
  .cost { padding: 4px 8px; font: 500 12px/16px var(--font); color: var(--text-2); }
  .ring { width: 16px; height: 16px; rotate: -90deg; fill: none; stroke-width: 2.5; }
  .ring circle { stroke: var(--line-strong); opacity: 0.45; }
  .ring circle + circle { stroke: var(--text-2); opacity: 1; }
  .ring.warn circle + circle { stroke: var(--warn); }
  .ring.danger circle + circle { stroke: var(--danger); }
  .stop { margin-inline: 4px; --icon-size: 14px; }
  .send:not([disabled])::part(button) { background: var(--accent); color: var(--on-accent); }
  .send:not([disabled])::part(button):hover { background: var(--accent-hover); }
  :is(.send, .queueUp)[disabled]::part(button) { background: var(--selected); opacity: 1; }

  .said { display: block; margin-block-end: 8px; }
  .invite { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; padding-block: 8px; padding-inline: 12px 8px; border-block-end: 1px solid var(--line); color: var(--text-2); }
  .invite p { flex: 1 1 120px; text-wrap: pretty; }

  .narrow .tray { gap: 4px; }
  .narrow .tray :is(.thinking, .cost, .share) { display: none; }
  .narrow :is(.price, .sees) { display: none; }
  .narrow .stop { margin-inline: 2px; }
  @media (forced-colors: active) { .under mark { outline: 1px solid; } .opt[aria-selected="true"] { outline: 1px solid; } }
`;
