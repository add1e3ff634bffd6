import { css } from 'lit';

/** How one extension's row and its details look. */
export const rowStyles = css`
  * { box-sizing: border-box; }
  :host { display: block; position: relative; }
  details { border-radius: var(--r-8); }
  details[open] { margin: 4px 0 8px; background: var(--raised); box-shadow: 0 0 0 1px var(--line); }
  summary { display: flex; align-items: center; gap: 12px; min-height: 48px; padding: 6px 12px; border-radius: var(--r-8); cursor: default; list-style: none; transition: background var(--fast); }
  summary:hover { background: var(--hover); }
  summary:focus-visible, button:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
  .tile { display: grid; place-items: center; width: 32px; height: 32px; flex: none; border-radius: var(--r-6); background: var(--hover); color: var(--text-2); }
  .what { flex: 1; min-width: 0; }
  .name { font-weight: 500; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .meta { font: var(--t-12); color: var(--text-2); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  details[open] .matters { display: none; }
  .number { font: var(--t-12); color: var(--text-2); font-variant-numeric: tabular-nums; white-space: nowrap; }
  .chevron { color: var(--text-3); transition: transform var(--fast); }
  .chevron svg { width: 14px; height: 14px; }
  details[open] .chevron { transform: rotate(90deg); }

  /* A control inside a summary would be two in one, so the switch lies beside it and over the place kept for it. */
  .place { width: 28px; flex: none; anchor-name: --place; }
  .switch { position: absolute; position-anchor: --place; left: anchor(left); top: anchor(center); translate: 0 -50%; width: 28px; height: 16px; padding: 0; border: 0; border-radius: 8px; background: var(--line-strong); transition: background var(--fast); }
  .switch::before { content: ""; position: absolute; inset: -6px -4px; }
  .switch::after { content: ""; position: absolute; top: 2px; left: 2px; width: 12px; height: 12px; border-radius: 50%; background: var(--surface); transition: transform var(--fast); }
  .switch[aria-checked="true"] { background: var(--text); }
  .switch[aria-checked="true"]::after { transform: translateX(12px); }

  .body { padding: 4px 12px 12px 56px; }
  .problem { margin: 0 0 12px; padding: 8px 12px; border-radius: var(--r-6); background: var(--warn-soft); color: var(--warn-text); overflow-wrap: anywhere; text-wrap: pretty; }
  .problem.failed { background: var(--danger-soft); color: var(--danger-text); }
  .problem + .problem { margin-top: -8px; }
  .problem code { display: block; color: inherit; }
  code { font: var(--c-11); color: var(--text-3); font-variant-ligatures: none; overflow-wrap: anywhere; }
  dl { display: grid; margin: 0; }
  dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
  .costs { grid-template-columns: repeat(3, 1fr); gap: 1px; margin-bottom: 12px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--line); overflow: hidden; }
  .costs > div { padding: 8px 12px; background: var(--raised); }
  .costs dt { font: var(--t-11); color: var(--text-2); }
  .costs dd { font-weight: 600; }
  .costs dd.quiet { font-weight: 400; color: var(--text-2); }
  .costs small { font: var(--t-11); white-space: nowrap; color: var(--danger-text); }
  .facts { grid-template-columns: 144px 1fr; gap: 4px 16px; font: var(--t-12); }
  .facts dt { color: var(--text-2); }
  footer { display: flex; justify-content: flex-end; margin-top: 12px; }
  .button { height: 28px; padding: 0 10px; border: 0; border-radius: var(--r-6); background: var(--raised); box-shadow: inset 0 0 0 1px var(--line-strong); color: var(--text); font: 500 13px/20px var(--font); transition: background var(--fast); }
  .button:hover { background: linear-gradient(var(--hover), var(--hover)), var(--raised); }
  @media (max-width: 560px) {
    .body { padding-left: 12px; }
    .number { display: none; }
    .meta { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; white-space: normal; text-wrap: pretty; overflow-wrap: anywhere; }
    .costs { grid-template-columns: repeat(2, 1fr); }
    .facts { grid-template-columns: 1fr; gap: 0; }
    .facts dd { margin-bottom: 8px; }
  }
  @media (prefers-reduced-motion: reduce) {
    * { transition: none !important; }
  }
`;
