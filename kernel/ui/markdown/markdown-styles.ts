import { css } from 'lit';

/** Styles of rendered markdown: at most 76 characters wide, each block contained so that it does not move others. */
export const markdownStyles = css`
  :host { display: block; padding-inline: 12px; font: var(--t-14); color: var(--text); overflow-wrap: break-word; }
  :host([hidden]) { display: none; }
  .body > * { contain: layout style; max-inline-size: var(--measure); }
  .body > ui-code { max-inline-size: none; margin-inline: -12px; }
  .body.plain { white-space: pre-wrap; }
  .body.coming { visibility: hidden; }
  .body > * + * { margin-block-start: 10px; }
  p, ul, ol, blockquote, h1, h2, h3, h4, h5, h6 { margin: 0; padding: 0; font: inherit; }
  h1, h2, h3, h4, h5, h6 { font-weight: 600; }
  [data-depth="1"], [data-depth="2"] { font: 600 16px/24px var(--font); letter-spacing: -0.008em; }
  .body > * + [data-depth] { margin-block-start: 20px; }
  .body > * + [data-depth="3"], .body > * + [data-depth="4"], .body > * + [data-depth="5"], .body > * + [data-depth="6"] { margin-block-start: 16px; }
  .body > [data-depth] + * { margin-block-start: 6px; }
  .body > p.continued + p { margin-block-start: 0; }
  ul, ol { list-style: none; }
  ol { list-style: decimal; padding-inline-start: 22px; }
  ol > li::marker { color: var(--text-3); font-variant-numeric: tabular-nums; }
  ul > li { position: relative; padding-inline-start: 18px; }
  ul > li::before { content: ""; position: absolute; inset-inline-start: 5px; inset-block-start: 9px; width: 4px; height: 4px; border-radius: 50%; background: var(--text-3); }
  li + li, li > ul, li > ol, .body > ul + ul, .body > ol + ol { margin-block-start: 4px; }
  li > p + *, li > * + p, li > ui-code, blockquote > * + * { margin-block-start: 8px; }
  li.task { padding-inline-start: 22px; }
  li.task::before { content: none; }
  li.task input { position: absolute; inset-inline-start: 0; inset-block-start: 4px; width: 14px; height: 14px; margin: 0; accent-color: var(--text-2); }
  ol > li.task { position: relative; list-style: none; }
  strong { font-weight: 600; }
  del { color: var(--text-2); }
  code { font: 500 12.5px/18px var(--mono); font-variant-ligatures: none; padding: 1px 4px; border-radius: var(--r-4); background: var(--selected); overflow-wrap: anywhere; unicode-bidi: isolate; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
  [data-depth] code { font-weight: 600; }
  blockquote { padding-inline-start: 12px; border-inline-start: 2px solid var(--line-strong); color: var(--text-2); }
  hr { height: 1px; border: 0; background: var(--line); }
  .body > * + hr, .body > hr + * { margin-block-start: 16px; }
  .html { white-space: pre-wrap; color: var(--text-2); font: 12.5px/20px var(--mono); font-variant-ligatures: none; }
  .table { overflow-x: auto; scrollbar-width: thin; scrollbar-color: var(--line) transparent; }
  table { width: 100%; border-collapse: collapse; font: var(--t-13); }
  th { text-align: start; font: 500 12px/16px var(--font); color: var(--text-3); padding-block: 6px; padding-inline: 0 12px; border-block-end: 1px solid var(--line); }
  td { padding-block: 6px; padding-inline: 0 12px; border-block-end: 1px solid var(--line); font-variant-numeric: tabular-nums; vertical-align: top; }
  :is(th, td):last-child { padding-inline-end: 0; }
  .right { text-align: end; }
  .center { text-align: center; }
  a { position: relative; color: inherit; text-decoration: underline; text-decoration-color: var(--line-strong); text-underline-offset: 2px; cursor: pointer; border-radius: 2px; transition: text-decoration-color var(--fast); }
  a:hover { text-decoration-color: currentColor; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
  a[data-href]:focus-visible::after { content: attr(title); position: absolute; inset-block-start: calc(100% + 4px); inset-inline-start: 0; z-index: 1; width: max-content; max-width: min(48ch, 80vw); padding: 4px 8px; border-radius: var(--r-6); background: var(--raised); color: var(--text-2); box-shadow: var(--shadow-2); font: var(--t-12); overflow-wrap: anywhere; white-space: normal; }
  .host { font: var(--t-12); color: var(--text-3); user-select: none; display: inline-block; text-decoration: none; unicode-bidi: isolate; }
  .doubtful > .host { color: var(--warn-text); }
  .doubtful > .host::before { content: "⚠︎" / ""; margin-inline-start: 4px; }
  sup { font: 500 11px/1 var(--font); vertical-align: 4px; }
  sup a { padding: 0 2px; text-decoration: none; color: var(--text-2); }
  .note { font: var(--t-13); color: var(--text-2); padding-inline-start: 22px; text-indent: -22px; }
  .note > sup { display: inline-block; width: 22px; text-indent: 0; vertical-align: 2px; }
  .note > span { text-indent: 0; }
  .note + .note { margin-block-start: 4px; }
  img { max-inline-size: 100%; max-block-size: 480px; border-radius: var(--r-6); border: 1px solid var(--line); vertical-align: bottom; }
  .picture { display: inline-flex; align-items: center; gap: var(--s-6); max-inline-size: 100%; min-height: 24px; margin: 0; padding: 0 8px; border: 1px solid var(--line-strong); border-radius: var(--r-4); background: var(--raised); color: var(--text-2); font: 500 12px/16px var(--font); vertical-align: middle; }
  span.picture { border-style: dashed; border-color: var(--line); }
  button.picture { cursor: pointer; }
  button.picture:hover { background: linear-gradient(var(--hover), var(--hover)), var(--raised); color: var(--text); }
  .picture > .host { color: var(--text-3); }
  .picture > span { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
  .picture.failed { color: var(--danger-text); }
  .math[data-block] { overflow-x: auto; text-align: center; padding-block: 4px; }
  .math:not(:has(math)) { font: 12.5px/20px var(--mono); white-space: pre-wrap; }
  math { font-family: "STIX Two Math", "Cambria Math", "Latin Modern Math", math, serif; font-size: 1.08em; }
  @media (prefers-reduced-motion: reduce) { a { transition: none; } }
`;
