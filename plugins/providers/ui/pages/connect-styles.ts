import { css } from 'lit';

export const connectStyles = css`
  :host { container-type: inline-size; padding-block-end: var(--s-16); }
  .lab { display: flex; align-items: center; gap: var(--s-8); min-height: 24px; margin: var(--s-16) 0 var(--s-6); font: 500 12px/16px var(--font); color: var(--text-2); }
  .lab:first-child { margin-block-start: 0; }
  .grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(168px, 1fr)); gap: var(--s-8); }
  .opt { display: flex; align-items: center; gap: 10px; min-width: 0; min-height: 56px; padding: 8px 10px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); transition: background var(--fast); }
  .opt:hover { background: linear-gradient(var(--hover), var(--hover)), var(--raised); }
  .opt[aria-checked="true"] { border-color: var(--text); box-shadow: inset 0 0 0 .5px var(--text); }
  .opt b { display: block; font-weight: 500; line-height: 18px; }
  .opt small { display: block; font: var(--t-11); color: var(--text-2); }
  .opt .tile { text-transform: none; }
  .any { margin-block-end: var(--s-12); padding: 12px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
  .how { display: grid; gap: var(--s-12); padding: 12px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
  @container (max-width: 420px) { .grid { grid-template-columns: repeat(2, minmax(0, 1fr)); } .opt { padding-inline: 8px; gap: 8px; } }
  @media (prefers-reduced-motion: reduce) { .opt { transition: none; } }
`;
