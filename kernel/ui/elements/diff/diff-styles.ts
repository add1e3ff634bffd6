import { css } from 'lit';

export const diffStyles = css`
  .scroll { --line-height: 20px; container-type: inline-size; overflow-x: auto; padding-block: 4px; font: var(--c-12); color: var(--code-text); scrollbar-width: thin; direction: ltr; }
  :host([small]) .scroll { --line-height: 18px; font: var(--c-11); }
  .scroll, .heading { font-variant-ligatures: none !important; }
  .scroll:focus-visible { outline-offset: -2px; }
  .table { min-width: 100%; width: max-content; }
  :host(:is([wrap], [layout="split"])) .table { width: auto; }
  .line { display: grid; grid-template-columns: 4ch 25px minmax(0, 1fr); min-height: var(--line-height); white-space: pre; }
  :host([small]) .line { grid-template-columns: 4ch 18px minmax(0, 1fr); }
  :host(:is([wrap], [layout="split"])) .line { white-space: pre-wrap; overflow-wrap: anywhere; }
  .pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .pair > .line + .line { border-inline-start: 1px solid var(--line); }
  .number { text-align: right; font-size: 11px; color: var(--text-3); font-variant-numeric: tabular-nums; user-select: none; }
  :host([small]) .number { font-size: 10.5px; }
  .sign { padding-inline-start: 8px; color: var(--text-3); user-select: none; }
  :host([small]) .sign { padding-inline-start: 5px; }
  .text { padding-inline-end: 12px; }
  .added { background: var(--added-soft); }
  .added .sign { color: var(--added-text); }
  .removed { background: var(--removed-soft); }
  .removed .sign { color: var(--removed-text); }
  .none { background: var(--hover); }
  mark { border-radius: 2px; color: inherit; }
  .added mark { background: var(--added-mark); }
  .removed mark { background: var(--removed-mark); }
  .heading { position: sticky; inset-inline-start: 0; box-sizing: border-box; width: 100cqi; display: flex; align-items: center; gap: 8px; min-height: 24px; padding-inline: calc(4ch + 25px) 8px; font: 11px/16px var(--mono); color: var(--text-3); }
  .heading span { flex: 1; }
  .heading .unfold { flex: none; min-height: 24px; padding: 0; border: 0; font: inherit; color: var(--text-2); background: none; text-decoration: underline; text-decoration-color: var(--line-strong); text-underline-offset: 2px; cursor: pointer; }
  .heading .unfold:hover { color: var(--text); }
  @media (forced-colors: active) { mark { background: none; text-decoration: underline; } }
`;
