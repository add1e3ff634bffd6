import { css } from 'lit';

export const panelStyles = css`
  * { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; height: 100%; min-height: 0; background: var(--surface); color: var(--text); font: var(--t-13); }
  header { display: flex; align-items: center; flex: none; height: var(--h-title); padding-inline: 12px 8px; border-block-end: 1px solid var(--line); }
  h2 { margin: 0; font: var(--t-13); font-weight: 600; }
  ui-empty, .grow { flex: 1; min-width: 0; }
  ui-alert { flex: none; margin: 8px 12px; }
  .own { display: flex; flex: none; gap: 8px; padding: 8px 12px; }
  .own ui-input { flex: 1; min-width: 0; }
  .commands { flex: none; max-height: 30%; margin: 0; padding: 0 8px 4px; overflow-y: auto; list-style: none; scrollbar-width: thin; }
  .commands li { display: flex; align-items: center; gap: 8px; min-height: 28px; padding-inline: 8px 4px; border-radius: var(--r-4); }
  .commands li:hover { background: var(--hover); }
  code { flex: 1; min-width: 0; overflow: hidden; font: var(--c-12); text-overflow: ellipsis; white-space: nowrap; direction: ltr; text-align: start; unicode-bidi: isolate; }
  .quiet { flex: none; color: var(--text-2); font: var(--t-12); font-variant-numeric: tabular-nums; }
  ui-tabs { flex: none; padding-inline: 12px; border-block-start: 1px solid var(--line); }
  .head { display: flex; flex: none; flex-wrap: wrap; align-items: center; gap: 4px 8px; min-height: 36px; padding-block: 4px; padding-inline: 12px 8px; background: var(--sunken); }
  .find { flex: none; padding: 0 12px 6px; background: var(--sunken); }
  .output { flex: 1; min-height: 0; margin: 0; padding: 4px 12px 12px; overflow: auto; background: var(--sunken); color: var(--code-text); font: var(--c-12); font-variant-ligatures: none; white-space: pre-wrap; overflow-wrap: anywhere; scrollbar-width: thin; direction: ltr; text-align: start; }
  .output:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  .output div { min-height: 1em; }
  .output .cut { color: var(--text-2); font: var(--t-12); }
  .place { display: inline; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: start; text-decoration: underline; text-decoration-color: var(--text-3); text-underline-offset: 2px; cursor: pointer; }
  .place:hover { text-decoration-color: currentcolor; }
  .place:focus-visible { outline: 2px solid var(--focus); }
  .bold { font-weight: 600; }
  .dim { color: var(--text-2); }
  .red { color: var(--danger-text); }
  .green { color: var(--ok-text); }
  .yellow { color: var(--warn-text); }
  .blue, .magenta { color: var(--accent-text); }
  .cyan { color: var(--code-type); }
`;
