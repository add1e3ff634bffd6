import { css } from 'lit';

/** Everything in the column is aligned to one of two x positions: icons and prose at 12, titles, output and footers at 36. */
export const messageStyles = css`
  .grow { flex: 1; min-width: 0; }
  .cut { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .mono { font: 400 12px/16px var(--mono); font-variant-ligatures: none; }
  .t3 { color: var(--text-3); }
  ui-transcript > [role='article'] { outline-offset: -2px; border-radius: var(--r-8); }
  ui-transcript > [aria-posinset='1'] { padding-block-start: 24px; }
  ui-transcript > :is(:hover, :focus-within) { z-index: 1; position: relative; }
  .room { height: 20px; }
  .gap { overflow: hidden; padding: 12px; }

  .user { position: relative; margin: 24px 0 12px; padding: 10px 12px 12px; border-radius: var(--r-8); background: var(--hover); font: var(--t-14); overflow-wrap: break-word; }
  ui-transcript > [aria-posinset='1'] .user { margin-block-start: 0; }
  /* 12 px between what belongs together, 24 px before the next message of the person. */
  ui-transcript > :has(> :is(.say, .fail, .fold)) + * > .user { margin-block-start: 12px; }
  ui-transcript > :has(> .user) + * > :is(.say, .fail) { margin-block-start: 0; }
  .user .sender { display: flex; align-items: center; gap: 6px; margin-block-end: 4px; font: var(--t-12); color: var(--text-2); }
  .user .words { white-space: pre-wrap; unicode-bidi: plaintext; text-wrap: pretty; display: flow-root; }
  .user .under { display: flex; align-items: flex-end; gap: 8px; margin-block-start: 10px; }
  .user .files { flex: 1; display: flex; flex-wrap: wrap; gap: 8px; min-width: 0; }
  .user .when { font: var(--t-11); color: var(--text-3); font-variant-numeric: tabular-nums; }
  .user .words .when { float: inline-end; margin-block: 5px -2px; margin-inline-start: 12px; }
  .versions { display: flex; align-items: center; gap: 2px; margin: 4px -6px -6px; font: var(--t-12); color: var(--text-2); font-variant-numeric: tabular-nums; }
  .back { display: flex; align-items: center; gap: 8px; min-height: 40px; margin-block: 12px; padding-block: 6px; padding-inline: 12px 8px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); color: var(--text-2); }
  /* The card is the frame of the field in it, whose words stay where they were. */
  .user.editing { padding: 6px 3px 8px; background: none; box-shadow: inset 0 0 0 1px var(--focus); }
  .user.editing ui-textarea { --t-13: var(--t-14); --line-strong: transparent; --text-3: transparent; --focus: transparent; --raised: transparent; }
  .user.editing .foot { border: 0; background: none; padding-block: 8px 0; padding-inline: 9px 5px; }
  .thumb { display: grid; place-items: center; width: 148px; height: 92px; border-radius: var(--r-6); border: 1px solid var(--line); background: var(--raised); overflow: hidden; color: var(--text-3); cursor: zoom-in; }
  .thumb img { width: 100%; height: 100%; object-fit: cover; }
  img.large { display: block; max-width: 100%; margin: 0 auto; border-radius: var(--r-6); }
  .file { display: inline-flex; align-items: center; gap: 6px; max-width: 100%; height: 28px; padding: 0 8px; border-radius: var(--r-6); box-shadow: inset 0 0 0 1px var(--line); background: var(--raised); font: var(--t-12); color: var(--text-2); align-self: end; }
  .mention { color: var(--text); background: var(--selected); border-radius: var(--r-4); padding: 1px 4px; font: 500 12.5px/18px var(--mono); font-variant-ligatures: none; }
  .marked { animation: mark 2.4s ease-out; border-radius: var(--r-8); }
  @keyframes mark { from, 40% { box-shadow: 0 0 0 2px var(--focus); } to { box-shadow: 0 0 0 2px transparent; } }

  .say { position: relative; margin-block: 12px; }
  .acts { position: absolute; z-index: 1; inset-inline-end: 8px; inset-block-start: -14px; display: flex; align-items: center; padding: 1px; border-radius: var(--r-6); background: var(--raised); box-shadow: inset 0 0 0 1px var(--line); opacity: 0; transition: opacity var(--fast); }
  :is(.user, .say):is(:hover, :focus-within) > .acts, [role='article']:focus .acts { opacity: 1; }
  .say > .acts { inset-block-start: -22px; }
  .say > .acts.under { inset-block-start: 100%; inset-inline: 0 auto; height: 24px; padding-inline: 6px; background: none; box-shadow: none; }
  [role='article']:is(:nth-last-child(-n + 2), :nth-last-child(-n + 3):has(+ [role='article'] > .fold)) > .say > .acts.under { position: static; margin-block: 4px -6px; }
  [role='article']:is(:nth-last-child(-n + 2), :nth-last-child(-n + 3):has(+ [role='article'] > .fold)) .acts.under { opacity: 1; }
  .labels { display: flex; flex-wrap: wrap; gap: 4px; margin-block: 6px -4px; padding-inline: 4px; }
  .facts { display: flex; gap: 8px; min-width: 0; padding-inline: 8px 6px; font: var(--t-11); color: var(--text-3); font-variant-numeric: tabular-nums; white-space: nowrap; }

  .fold { display: flex; align-items: center; gap: 12px; min-height: 24px; margin-block: 8px; padding: 0 12px; font: var(--t-12); color: var(--text-3); }
  .fold::before, .fold::after { content: ""; height: 1px; background: var(--line); flex: 1; min-width: 8px; }
  .fold > span { display: inline-flex; align-items: center; justify-content: center; flex-wrap: wrap; gap: 2px 6px; text-align: center; }
  .link { color: var(--text-2); text-decoration: underline; text-underline-offset: 2px; text-decoration-color: var(--line-strong); min-height: 24px; }
  .link:hover { color: var(--text); }
  .day { margin-block: 20px 4px; }
  .summary { padding: 10px 0; }

  .fail { border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); margin: 12px 0; }
  .fail { display: flex; flex-wrap: wrap; gap: 8px; align-items: flex-start; padding-block: 9px; padding-inline: 11px 8px; }
  .fail ui-state { margin-block-start: 2px; }
  .fail b { font-weight: 600; }
  .fail p { margin: 0; color: var(--text-2); overflow-wrap: anywhere; text-wrap: pretty; }
  .fail b { overflow-wrap: anywhere; }
  /* The words keep most of the line; actions that do not fit beside them go below. */
  .fail > .grow { flex-basis: calc(60% - 24px); }
  .fail .btns { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 2px; align-self: center; margin-inline-start: auto; }
  @media (max-width: 560px) {
    .say { --t-14: 400 15px/23px var(--font); }
    .fail > .grow { flex-basis: calc(100% - 28px); }
  }
  @media (prefers-reduced-motion: reduce) { .marked { animation: none; box-shadow: 0 0 0 2px var(--focus); } .acts { transition: none; } }
  /* One ring is enough. */
  [role='article']:focus-visible .marked { animation: none; box-shadow: none; }
`;

/** A tool row; unfolded, it becomes a card, and its content keeps its x position. */
export const toolStyles = css`
  .tool { display: flex; align-items: center; gap: 8px; width: 100%; min-height: 28px; padding-block: 0; padding-inline: 12px 8px; border-radius: var(--r-6); color: var(--text-2); white-space: nowrap; }
  .tool:hover { background: var(--hover); }
  .tool.still:hover { background: none; }
  .tool:focus-visible { outline-offset: -2px; }
  .tool > ui-icon:first-child { color: var(--text-3); }
  .tool b { flex: none; font-weight: 500; color: var(--text); }
  .tool .sum { color: var(--text); }
  .tool .target { flex: 0 1 auto; color: var(--text-2); }
  .tool .target.grow { flex: 1 1 0; }
  .tool .meta { flex: 0 1 auto; font: var(--t-12); color: var(--text-3); font-variant-numeric: tabular-nums; }
  .tool .meta.grow { flex: 1 1 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; }
  .tool .outside { flex: none; color: var(--text-3); }
  .tool .rule { display: none; max-width: 45%; }
  .tool:is(:hover, :focus-visible) .rule { display: inline; }
  .tool .person { max-width: 45%; }
  .tool .chev { color: var(--text-3); }
  .count { font: 500 12px/16px var(--font); font-variant-numeric: tabular-nums; white-space: nowrap; }
  .plus { color: var(--added-text); }
  .minus { color: var(--removed-text); }
  .plus + .minus { margin-inline-start: 4px; }
  .exit { flex: none; font: 500 11px/16px var(--font); font-variant-numeric: tabular-nums; color: var(--text-3); }
  .exit.bad { color: var(--danger-text); }
  .exit.good { color: var(--ok-text); }
  .card { margin: 4px 0; border: 1px solid var(--line); border-radius: var(--r-8); overflow: hidden; background: var(--raised); }
  .card > .tool { padding-block: 0; padding-inline: 11px 7px; min-height: 32px; border-radius: 0; }
  .card > .body { border-block-start: 1px solid var(--line); background: var(--sunken); }
  .card > .body[hidden] { display: none; }
  .thinking { padding-block: 10px 12px; padding-inline: 24px 12px; border-block-start: 1px solid var(--line); color: var(--text-2); }
  .thinking ui-markdown { --t-14: 400 13px/20px var(--font); --text: var(--text-2); }
  .out { margin: 0; padding-block: 8px; padding-inline: 36px 12px; font: var(--c-12); color: var(--code-text); white-space: pre; overflow: auto hidden; font-variant-ligatures: none; scrollbar-width: thin; direction: ltr; text-align: start; tab-size: 4; }
  .out:focus-visible { outline-offset: -2px; }
  .out + .out { border-block-start: 1px solid var(--line); }
  .out.asked { max-height: 320px; overflow: auto; color: var(--text-2); white-space: pre-wrap; overflow-wrap: anywhere; }
  .out .red { color: var(--removed-text); }
  .out .green { color: var(--added-text); }
  .out .yellow { color: var(--warn-text); }
  .out .blue { color: var(--code-function); }
  .out .dim { color: var(--text-3); }
  .foot { display: flex; align-items: center; gap: 4px; min-height: 32px; padding-block: 4px; padding-inline: 36px 6px; border-block-start: 1px solid var(--line); font: var(--t-12); color: var(--text-3); background: var(--raised); }
  .foot[hidden] { display: none; }
  .foot.note { color: var(--text-2); white-space: pre-wrap; overflow-wrap: anywhere; }
  @media (max-width: 560px) { .tool { min-height: 36px; } .tool .meta.rule { display: none !important; }
    /* What the person decided has a line of its own, where it is not cut. */
    .tool:has(.person) { flex-wrap: wrap; padding-block: 6px; row-gap: 0; }
    .tool:has(.person) .target { flex: 1 1 0; }
    .tool:has(.person) .grow:not(.target) { flex: 0 1 auto; }
    .tool .person { order: 1; flex: 1 0 100%; max-width: none; padding-inline-start: 24px; white-space: normal; }
    .foot { flex-wrap: wrap; padding-inline-start: 12px; }
    .foot > .grow { flex: 1 0 100%; }
  }
`;
