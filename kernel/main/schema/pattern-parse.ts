/** Ranges of code points: the first and the last of each. */
export type CharacterSet = readonly (readonly [number, number])[];

/** The parts of a regular expression that matter for backtracking: `set` matches one character, `empty` none. */
export type Expression =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'empty' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Expression[] }
  | { readonly kind: 'loop'; readonly body: Expression; readonly least: number; readonly most: number };

/** The result of parsing: the expression, its lookaheads and lookbehinds, and whether it has back references. */
export interface Parsed {
  readonly expression: Expression;
  readonly looks: readonly Expression[];
  readonly refersBack: boolean;
}

const last = 0x10ffff;
const any: CharacterSet = [[0, last]];
const classes: Readonly<Record<string, CharacterSet>> = {
  d: [[48, 57]],
  w: [
    [48, 57],
    [65, 90],
    [95, 95],
    [97, 122],
  ],
  s: [
    [9, 13],
    [32, 32],
    [160, 160],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
  ],
};
const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };
const empty: Expression = { kind: 'empty' };

/** Parses a pattern that `new RegExp(pattern, 'u')` has accepted. */
export function parsePattern(pattern: string): Parsed {
  const signs = [...pattern];
  const looks: Expression[] = [];
  let at = 0;
  let refersBack = false;

  const taken = (text: string): boolean => {
    if (signs.slice(at, at + text.length).join('') !== text) return false;
    at += text.length;
    return true;
  };
  const until = (end: string): string => {
    const from = at;
    while (at < signs.length && signs[at] !== end) at += 1;
    at += 1;
    return signs.slice(from, at - 1).join('');
  };

  function choice(): Expression {
    const parts = [sequence()];
    while (taken('|')) parts.push(sequence());
    return parts.length === 1 ? (parts[0] as Expression) : { kind: 'choice', parts };
  }

  function sequence(): Expression {
    const parts: Expression[] = [];
    while (at < signs.length && signs[at] !== '|' && signs[at] !== ')') parts.push(counted(atom()));
    return { kind: 'sequence', parts };
  }

  function counted(body: Expression): Expression {
    const [least, most] = count();
    if (least === 1 && most === 1) return body;
    taken('?');
    return { kind: 'loop', body, least, most };
  }

  function count(): readonly [number, number] {
    if (taken('*')) return [0, Number.POSITIVE_INFINITY];
    if (taken('+')) return [1, Number.POSITIVE_INFINITY];
    if (taken('?')) return [0, 1];
    if (!taken('{')) return [1, 1];
    const [least = '', most] = until('}').split(',');
    return [Number(least), most === undefined ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most)];
  }

  function atom(): Expression {
    if (taken('(')) return group();
    if (taken('[')) return { kind: 'set', set: bracket() };
    if (taken('^') || taken('$')) return empty;
    if (taken('.')) return { kind: 'set', set: any };
    if (!taken('\\')) return { kind: 'set', set: one(sign()) };
    if (taken('b') || taken('B')) return empty;
    if (/[1-9k]/.test(signs[at] ?? '')) {
      refersBack = true;
      return empty;
    }
    return { kind: 'set', set: escaped() };
  }

  function group(): Expression {
    const isLook = ['?=', '?!', '?<=', '?<!'].some(taken);
    if (!isLook && taken('?') && until(signs[at] === '<' ? '>' : ':') === '') taken('');
    const inside = choice();
    taken(')');
    if (!isLook) return inside;
    looks.push(inside);
    return empty;
  }

  function bracket(): CharacterSet {
    const negated = taken('^');
    const ranges: [number, number][] = [];
    while (at < signs.length && !taken(']')) {
      const from = member();
      const single = from.length === 1 && from[0]?.[0] === from[0]?.[1];
      if (single && signs[at] === '-' && signs[at + 1] !== ']') {
        at += 1;
        ranges.push([from[0]?.[0] ?? 0, member()[0]?.[1] ?? last]);
      } else ranges.push(...from.map(([low, high]): [number, number] => [low, high]));
    }
    return negated ? complement(ranges) : ranges;
  }

  function member(): CharacterSet {
    return taken('\\') ? (taken('b') ? [[8, 8]] : escaped()) : one(sign());
  }

  function escaped(): CharacterSet {
    const letter = signs[at++] ?? '';
    const known = classes[letter.toLowerCase()];
    if (known !== undefined) return letter === letter.toLowerCase() ? known : complement(known);
    if (letter === 'p' || letter === 'P') {
      return property(`\\${letter}${until('}')}}`);
    }
    if (letter === 'x') return one(digits(2));
    if (letter === 'u') return one(taken('{') ? Number.parseInt(until('}'), 16) : digits(4));
    if (letter === 'c') return one(sign() % 32);
    return one(controls[letter] ?? letter.codePointAt(0) ?? 0);
  }

  function digits(length: number): number {
    at += length;
    return Number.parseInt(signs.slice(at - length, at).join(''), 16);
  }

  function sign(): number {
    return signs[at++]?.codePointAt(0) ?? 0;
  }

  const expression = choice();
  return { expression, looks, refersBack };
}

// A property has too many characters beyond ASCII to list; assuming all of them is the cautious choice.
function property(text: string): CharacterSet {
  const expression = new RegExp(text, 'u');
  const ascii = Array.from({ length: 128 }, (_, code) => code).filter(code => expression.test(String.fromCharCode(code)));
  return [...ascii.map((code): [number, number] => [code, code]), [128, last]];
}

function one(code: number): CharacterSet {
  return [[code, code]];
}

function complement(ranges: CharacterSet): CharacterSet {
  const outside: [number, number][] = [];
  let next = 0;
  for (const [low, high] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (low > next) outside.push([next, low - 1]);
    next = Math.max(next, high + 1);
  }
  if (next <= last) outside.push([next, last]);
  return outside;
}
