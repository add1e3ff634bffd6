/** An SVG shape with its attributes. */
export type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** All shapes of a drawing, also those in groups. */
export function shapesOf(drawing: string): readonly Shape[] {
  return [...drawing.matchAll(/<(?!g\b)(\w+)\s([^>]*?)\/>/g)].map(([, tag = '', attributes = '']) => [
    tag,
    Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
  ]);
}

/** One path that draws all of an icon's shapes. */
export function iconPath(shapes: readonly Shape[]): string {
  return shapes.map(([tag, attributes]) => drawn(tag, attributes)).join('');
}

function drawn(tag: string, attributes: Readonly<Record<string, string>>): string {
  const number = (name: string, otherwise = 0) => Number(attributes[name] ?? otherwise);
  switch (tag) {
    case 'path':
      return fromAnywhere(attributes.d ?? '');
    case 'circle':
      return ellipse(number('cx'), number('cy'), number('r'), number('r'));
    case 'ellipse':
      return ellipse(number('cx'), number('cy'), number('rx'), number('ry'));
    case 'rect':
      return rectangle(number('x'), number('y'), number('width'), number('height'), number('rx', number('ry')));
    default:
      throw new Error(`An icon has a <${tag}>, which nobody draws yet.`);
  }
}

/** Makes the path's first move absolute, because a relative one would depend on the path before it; the coordinates after it stay relative. */
function fromAnywhere(d: string): string {
  const first = /^m\s*(-?(?:\d*\.\d+|\d+))[\s,]*(-?(?:\d*\.\d+|\d+))\s*(.*)$/s.exec(d);
  if (first === null) return d;
  const [, x, y, rest = ''] = first;
  return `M${x} ${y}${/^[-.\d]/.test(rest) ? 'l' : ''}${rest}`;
}

function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  return `M${tidy(cx - rx)} ${cy}a${rx} ${ry} 0 1 0 ${tidy(2 * rx)} 0a${rx} ${ry} 0 1 0 ${tidy(-2 * rx)} 0`;
}

function rectangle(x: number, y: number, width: number, height: number, r: number): string {
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const across = tidy(width - 2 * r);
  const down = tidy(height - 2 * r);
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${tidy(x + r)} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
}

function tidy(value: number): number {
  return Math.round(value * 1000) / 1000;
}
