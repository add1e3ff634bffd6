import { type MermaidArt, render } from 'grok-mermaid';
import { type SVGTemplateResult, svg } from 'lit';

/** For a wider drawing the source is shown instead. */
const maxColumns = 400;
const maxSource = 20_000;
/** The size of a cell; the library lays a diagram out in cells of characters. */
const [wide, high] = [8, 16];

/** The picture of a Mermaid source; undefined where it cannot be drawn. Only our own lines are in it, and labels as text. */
export function drawn(source: string): SVGTemplateResult | undefined {
  if (source.length > maxSource) return undefined;
  try {
    const art = render(source);
    return art === null || art.width > maxColumns ? undefined : pictureOf(art);
  } catch {
    return undefined;
  }
}

/** The sides to which the line of a cell leads: up, down, left, right. */
const sides: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['LR', '─━╌╍┄┅┈┉═'],
    ['UD', '│┃╎╏┆┇┊┋║'],
    ['DR', '┌┏╭╔'],
    ['DL', '┐┓╮╗'],
    ['UR', '└┗╰╚'],
    ['UL', '┘┛╯╝'],
    ['UDR', '├┣╠┝┠'],
    ['UDL', '┤┫╣┥┨'],
    ['DLR', '┬┳╦┯┰'],
    ['ULR', '┴┻╩┷┸'],
    ['UDLR', '┼╋╬┿╂'],
  ].flatMap(([to = '', signs = '']) => [...signs].map(sign => [sign, to])),
);
const thick = new Set('━┃┏┓┗┛┣┫┳┻╋');
const dotted = new Set('╌╍┄┅┈┉╎╏┆┇┊┋');
/** The direction of an arrowhead, and whether it is hollow. */
const heads: Readonly<Record<string, readonly [dx: number, dy: number, hollow: boolean]>> = {
  '▼': [0, 1, false],
  '▲': [0, -1, false],
  '▶': [1, 0, false],
  '►': [1, 0, false],
  '◄': [-1, 0, false],
  '◀': [-1, 0, false],
  '▽': [0, 1, true],
  '△': [0, -1, true],
  '▷': [1, 0, true],
  '◁': [-1, 0, true],
};

function pictureOf({ styled, width }: MermaidArt): SVGTemplateResult {
  const lines = new Map<string, string>();
  const shapes: SVGTemplateResult[] = [];
  const add = (name: string, path: string) => void lines.set(name, `${lines.get(name) ?? ''}${path}`);
  for (const [row, spans] of styled.entries()) {
    let column = 0;
    for (const { text, cls } of spans) {
      const signs = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
      if (cls === 'text' || cls === 'edgeLabel' || cls === 'title') {
        const cells = signs.reduce((sum, sign) => sum + cellsOf(sign), 0);
        shapes.push(svg`<text class=${cls} x=${(column + cells / 2) * wide} y=${row * high + 12}>${text.trim()}</text>`);
        column += cells;
        continue;
      }
      for (const sign of signs) {
        const [x, y] = [(column + 0.5) * wide, (row + 0.5) * high];
        const to = sides[sign];
        const head = Object.hasOwn(heads, sign) ? heads[sign] : undefined;
        if (to !== undefined) add(nameOf(cls, sign), dotted.has(sign) ? dash(x, y, to) : line(x, y, to));
        else if (head !== undefined) shapes.push(arrow(x, y, head));
        else if (sign.trim() !== '') shapes.push(svg`<text class="sign" x=${x} y=${y + 4}>${sign}</text>`);
        column += cellsOf(sign);
      }
    }
  }
  const drawnLines = [...lines].map(([name, path]) => svg`<path class=${name} d=${path}></path>`);
  const [w, h] = [width * wide, styled.length * high];
  return svg`<svg class="picture" viewBox="0 0 ${w} ${h}" width=${w} height=${h} aria-hidden="true">${drawnLines}${shapes}</svg>`;
}

function nameOf(cls: string, sign: string): string {
  return `${cls}${thick.has(sign) ? ' thick' : ''}`;
}

/** The lines of a cell from its middle to its sides; a corner is rounded. */
function line(x: number, y: number, to: string): string {
  const ends = [...to].map(side => endOf(x, y, side));
  const [one, other] = ends;
  if (ends.length === 2 && one !== undefined && other !== undefined && one[0] !== other[0] && one[1] !== other[1])
    return `M${one}Q${x} ${y} ${other}`;
  return ends.map(end => `M${x} ${y}L${end}`).join('');
}

function dash(x: number, y: number, to: string): string {
  return to === 'LR' ? `M${x - 2} ${y}h4` : `M${x} ${y - 6}v4M${x} ${y + 2}v4`;
}

function endOf(x: number, y: number, side: string): readonly [number, number] {
  if (side === 'U') return [x, y - high / 2];
  if (side === 'D') return [x, y + high / 2];
  return side === 'L' ? [x - wide / 2, y] : [x + wide / 2, y];
}

/** An arrow whose tip is on the line in the next cell. */
function arrow(x: number, y: number, [dx, dy, hollow]: readonly [number, number, boolean]): SVGTemplateResult {
  const [tipX, tipY] = [x + dx * wide, y + dy * high];
  const [baseX, baseY] = [tipX - dx * 9, tipY - dy * 9];
  const stub = `M${x - (dx * wide) / 2} ${y - (dy * high) / 2}L${baseX} ${baseY}`;
  const points = `${tipX},${tipY} ${baseX + dy * 4},${baseY + dx * 4} ${baseX - dy * 4},${baseY - dx * 4}`;
  return svg`<path class="edge" d=${stub}></path><polygon class=${hollow ? 'hollow' : 'head'} points=${points}></polygon>`;
}

const twoCells = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;

function cellsOf(sign: string): number {
  return twoCells.test(sign) ? 2 : 1;
}
