import { css } from 'lit';

/** Styles of the frame around a text control. */
export const controlStyles = css`
  :host { display: block; min-width: 0; }
  .frame { display: flex; align-items: center; gap: 8px; min-height: 28px; padding: 0 8px; border: 1px solid var(--line-strong); border-radius: var(--r-4); background: var(--raised); cursor: text; }
  :host([size="32"]) .frame { min-height: 32px; }
  .frame:hover { border-color: var(--text-3); }
  .frame:focus-within { border-color: var(--focus); box-shadow: 0 0 0 1px var(--focus); }
  .frame > ui-icon { color: var(--text-3); }
  .frame :is(input, textarea) { flex: 1; min-width: 0; width: 100%; outline: none; text-overflow: ellipsis; }
  ::placeholder { color: var(--text-3); opacity: 1; }
  :host([mono]) :is(input, textarea) { font: var(--c-12); font-variant-ligatures: none; }
  :host([invalid]) .frame { border-color: var(--danger); }
  :host([invalid]) .frame:focus-within { box-shadow: 0 0 0 1px var(--danger); }
  :host(:disabled) .frame { border-color: var(--line); background: none; color: var(--text-3); cursor: default; }
`;

/** Styles of a checkbox or a switch beside its label. */
export const choiceStyles = css`
  :host { display: inline-block; max-width: 100%; vertical-align: middle; }
  label { display: flex; align-items: flex-start; gap: 8px; min-height: 24px; padding: 2px 0; }
  .box { position: relative; display: grid; place-items: center; flex: none; height: 20px; }
  input { appearance: none; position: relative; flex: none; display: block; transition: background var(--fast), border-color var(--fast); }
  input::before { content: ""; position: absolute; inset: -6px; }
  small { display: block; font: var(--t-12); color: var(--text-2); }
  :host(:disabled) { color: var(--text-3); }
  input:disabled { opacity: 0.45; }
  .sign { position: absolute; pointer-events: none; }
`;
