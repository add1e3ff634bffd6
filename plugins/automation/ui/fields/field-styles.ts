import { css } from 'lit';

export const fieldStyles = css`
  * { box-sizing: border-box; }
  :host { display: block; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); container-type: inline-size; font: var(--t-13); color: var(--text); }
  fieldset { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; min-width: 0; margin: 0; padding: 12px 14px 14px; border: 0; }
  fieldset + fieldset { border-block-start: 1px solid var(--line); }
  legend { float: inline-start; width: 100%; padding: 0; font: 600 13px/20px var(--font); }
  .pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 10px 12px; align-items: start; }
  .four { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 10px 12px; align-items: end; }
  .test { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.4fr) auto; gap: 8px; align-items: end; }
  .days { display: flex; flex-wrap: wrap; gap: 6px; }
  ui-button { justify-self: start; }
  p { margin: 0; color: var(--text-2); text-wrap: pretty; }
  @container (max-width: 440px) {
    .pair, .four { grid-template-columns: minmax(0, 1fr); }
    .test { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  }
`;
