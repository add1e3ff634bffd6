import { css } from 'lit';

const parts = css`
  * { box-sizing: border-box; }
  fieldset { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; min-width: 0; margin: 0; padding: 12px 14px 14px; border: 0; }
  legend { float: inline-start; width: 100%; padding: 0; font: 600 13px/20px var(--font); }
  .pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 10px 12px; align-items: start; }
  .four { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 10px 12px; align-items: end; }
  .test { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.25fr) minmax(0, 1.25fr) auto; gap: 8px; align-items: end; }
  .test + ui-button, .test + .test { margin-block-start: 8px; }
  .asked { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto; }
  .or { display: flex; align-items: center; gap: 8px; font: var(--t-12); }
  .or::after { content: ""; flex: 1; border-block-start: 1px solid var(--line); }
  .days { display: flex; flex-wrap: wrap; gap: 6px; }
  ui-button { justify-self: start; }
  p { margin: 0; color: var(--text-2); overflow-wrap: anywhere; text-wrap: pretty; }
  @container (max-width: 440px) {
    .pair, .four { grid-template-columns: minmax(0, 1fr); }
    .test { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  }
`;

export const fieldStyles = [
  parts,
  css`
    :host { display: block; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); container-type: inline-size; font: var(--t-13); color: var(--text); }
    fieldset ~ fieldset { border-block-start: 1px solid var(--line); }
  `,
];

/** Of an element that is one part of the form. */
export const partStyles = [
  parts,
  css`
    :host { display: block; container-type: inline-size; }
    fieldset { border-block-start: 1px solid var(--line); }
  `,
];
