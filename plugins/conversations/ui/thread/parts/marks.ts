import { css } from 'lit';

const all = 'conversations-found';
const one = 'conversations-found-now';

/** The colours of hits, which also apply in shadow roots inside rows. */
export const markStyles = css`
  ui-transcript *::highlight(conversations-found) { background: var(--warn-soft); color: inherit; text-decoration: underline; text-decoration-color: var(--warn); }
  ui-transcript *::highlight(conversations-found-now) { background: var(--warn); color: var(--surface); }
`;

/** The ranges of a text in an element, including its shadow roots. */
export function rangesIn(root: Node, text: string): readonly Range[] {
  const wanted = text.toLocaleLowerCase();
  if (wanted === '') return [];
  const ranges: Range[] = [];
  for (const run of runsIn(root)) {
    const whole = run.map(node => node.data).join('');
    const lower = whole.toLocaleLowerCase();
    // Some letters get longer in lower case, which would shift the positions after them.
    if (lower.length !== whole.length) continue;
    for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + wanted.length)) {
      const [start, end] = [placeIn(run, at), placeIn(run, at + wanted.length)];
      if (start === undefined || end === undefined) continue;
      const range = new Range();
      range.setStart(...start);
      range.setEnd(...end);
      ranges.push(range);
    }
  }
  return ranges;
}

export function showMarks(ranges: readonly Range[], now: Range | undefined): void {
  CSS.highlights.set(all, new Highlight(...ranges.filter(range => range !== now)));
  const current = now === undefined ? new Highlight() : new Highlight(now);
  current.priority = 1;
  CSS.highlights.set(one, current);
}

export function clearMarks(): void {
  CSS.highlights.delete(all);
  CSS.highlights.delete(one);
}

const skipped = 'ui-icon-button, ui-button, ui-menu, style, script, [data-turn], .acts, .when';
const blocks = /^(?:P|LI|H[1-6]|PRE|TD|TH|DIV|UL|OL|TR|TABLE|BLOCKQUOTE|BUTTON)$/;

/** Text nodes that form one continuous text, because only inline elements separate them. */
function runsIn(root: Node): readonly (readonly Text[])[] {
  const runs: Text[][] = [[]];
  const visit = (node: Node): void => {
    if (node instanceof Text) return void runs.at(-1)!.push(node);
    if (node instanceof Element && node.matches(skipped)) return;
    const isBlock = node instanceof Element && (blocks.test(node.tagName) || node.shadowRoot !== null);
    if (isBlock) runs.push([]);
    for (const child of node instanceof Element && node.shadowRoot !== null ? node.shadowRoot.childNodes : node.childNodes) visit(child);
    if (isBlock) runs.push([]);
  };
  visit(root);
  return runs.filter(run => run.length > 0);
}

function placeIn(run: readonly Text[], at: number): readonly [Text, number] | undefined {
  let rest = at;
  for (const node of run) {
    if (rest <= node.length) return [node, rest];
    rest -= node.length;
  }
  return undefined;
}
