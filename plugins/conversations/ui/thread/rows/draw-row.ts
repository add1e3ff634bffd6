import { html } from 'lit';
import type { RowContext } from '../row-context.ts';
import type { Row } from '../store/rows.ts';
import { drawHung, drawProblem, drawRetry, drawSilent } from './draw-problem.ts';
import { drawDay, drawFold, drawGap, drawModel, drawNotice, drawSay, drawThought, drawWorking } from './draw-say.ts';
import { drawFile, drawGroup, drawTool } from './draw-tool.ts';
import { drawUser } from './draw-user.ts';

type Drawn = { readonly [K in Row['kind']]: (row: Extract<Row, { kind: K }>, context: RowContext) => unknown };

const drawn: Drawn = {
  user: drawUser,
  say: drawSay,
  thought: drawThought,
  tool: drawTool,
  file: drawFile,
  group: drawGroup,
  problem: drawProblem,
  retry: drawRetry,
  silent: drawSilent,
  hung: drawHung,
  request: (row, context) => html`<conversations-request .row=${row} .context=${context}></conversations-request>`,
  fold: drawFold,
  notice: drawNotice,
  day: drawDay,
  model: drawModel,
  working: drawWorking,
  gap: drawGap,
  end: () => html`<div class="room"></div>`,
};

export function drawRow(row: Row, context: RowContext): unknown {
  return (drawn[row.kind] as (row: Row, context: RowContext) => unknown)(row, context);
}

/** The label of a row for screen readers; tool rows have none, so that navigation goes from message to message. */
export function nameOf(row: Row, { text }: RowContext): string {
  if (row.kind === 'user' || row.kind === 'say' || row.kind === 'request') return text.of(`threadNamed.${row.kind}`);
  return '';
}
