import { css } from 'lit';

/** The styles of the details of one extension. */
export const detailsStyles = css`
  * { box-sizing: border-box; }
  :host { display: block; height: 100%; overflow: auto; scrollbar-width: thin; container-type: inline-size; }
  .page { max-width: 980px; padding: 20px 32px 48px; }
  .head { display: flex; flex-wrap: wrap; align-items: center; gap: 12px 16px; }
  .tile { display: grid; place-items: center; flex: none; width: 48px; height: 48px; border-radius: var(--r-8); background: var(--hover); color: var(--text-2); --icon-size: 22px; }
  .title { flex: 1 1 240px; min-width: 0; }
  h2 { margin: 0; font: 600 20px/28px var(--font); letter-spacing: -0.012em; overflow-wrap: anywhere; }
  .under { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 8px; font: var(--t-12); color: var(--text-2); }
  .mono { font: var(--c-12); font-variant-ligatures: none; overflow-wrap: anywhere; }
  .acts { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
  .acts:empty { display: none; }
  .two { display: grid; grid-template-columns: minmax(0, 1fr) 272px; gap: 32px; margin-block-start: 16px; }
  ui-section, extensions-readme { margin-block-end: 16px; }
  ui-section > ui-button[slot="actions"]:last-of-type { position: relative; inset-inline-end: -8px; }
  .what { margin: 0; font: var(--t-14); text-wrap: pretty; overflow-wrap: anywhere; }
  .quiet { margin: 0; color: var(--text-2); }
  .note { margin: 4px 0 0; font: var(--t-12); color: var(--text-2); }
  .live { display: inline-flex; align-items: center; gap: 4px; font: var(--t-12); color: var(--text-2); --icon-size: 14px; }
  .live ui-icon { color: var(--ok); }
  .version { display: grid; grid-template-columns: minmax(52px, auto) 1fr auto; gap: 8px; align-items: center; min-height: 28px; font: var(--t-12); }
  .version + .version { border-block-start: 1px solid var(--line); }
  .version b { font-weight: 600; font-variant-numeric: tabular-nums; }
  .version .asks { color: var(--warn-text); }
  .version .use { display: inline-flex; align-items: center; gap: 4px; }
  .version time { color: var(--text-2); }
  .version ui-button { justify-self: start; margin-inline-start: -8px; }
  dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 12px; margin: 0; font: 400 12px/18px var(--font); }
  dt { color: var(--text-2); }
  dd { margin: 0; overflow-wrap: anywhere; }
  dd.cut { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  ui-alert { margin-block-start: 12px; }
  .back { display: var(--back, none); width: max-content; margin-block: 0 8px; margin-inline: -8px 0; }
  .step { display: flex; align-items: center; gap: 8px; margin-block-start: 12px; color: var(--text-2); }
  .wait { margin-block-start: 24px; }
  @container (max-width: 720px) {
    .two { grid-template-columns: minmax(0, 1fr); gap: 0; }
    .page { padding: 12px 16px 48px; }
  }
  @container (max-width: 480px) {
    .acts { flex: 1 0 100%; }
    .acts ui-switch { margin-inline-start: auto; }
  }
`;
