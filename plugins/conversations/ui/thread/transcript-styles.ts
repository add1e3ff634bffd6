import { css } from 'lit';

/** What lies over the rows of a conversation: the finder, the way to the newest, what is wrong with its file. */
export const transcriptStyles = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { display: block; position: relative; min-height: 0; height: 100%; }
  button { margin: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: start; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
  .loading { width: min(var(--w-col), 100% - 32px); margin: 0 auto; padding: 24px 12px; display: grid; gap: 16px; }
  .sorry { width: min(var(--w-col), 100% - 32px); margin: 24px auto; }
  /* What goes under the dock fades, and nothing of it can be pressed. */
  :host::after { content: ""; position: absolute; inset: auto 0 0; height: 20px; background: linear-gradient(transparent, var(--surface)); pointer-events: none; }
  ui-transcript { height: 100%; }
  .latest { position: absolute; z-index: 2; inset-block-end: 8px; inset-inline: 0; display: flex; justify-content: center; pointer-events: none; }
  .latest ui-button { pointer-events: auto; border-radius: var(--r-6); background: var(--raised); box-shadow: var(--shadow-2); }
  .damage { position: relative; z-index: 1; width: min(var(--w-col), 100% - 32px); margin: 8px auto 0; }
  .finder { position: absolute; z-index: 3; inset-block-start: 8px; inset-inline-end: 20px; display: flex; align-items: center; gap: 2px; padding: 6px; border-radius: var(--r-8); background: var(--raised); box-shadow: var(--shadow-2); max-width: calc(100% - 24px); }
  .finder ui-search { width: 240px; min-width: 0; }
  .finder .places { min-width: 52px; padding-inline: 8px 4px; font: var(--t-12); color: var(--text-2); font-variant-numeric: tabular-nums; text-align: center; white-space: nowrap; }
  @media (max-width: 560px) {
    ui-transcript { --transcript-margins: 24px; }
    .loading, .sorry, .damage { width: calc(100% - 24px); }
    .finder { inset-inline: 12px; }
    .finder ui-search { width: auto; flex: 1; }
  }
`;
