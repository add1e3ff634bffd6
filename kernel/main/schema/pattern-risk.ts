import { type CharacterSet, type Expression, parsePattern } from './pattern-parse.ts';

/**
 * Whether some text makes matching this pattern take exponential time. Such a text exists if the pattern's automaton has
 * two paths from a state back to the same state over the same characters: `(a+)+`, `(a|a)*`, but not
 * `[a-z]+(-[a-z]+)*`. Where it cannot be decided cheaply, the answer is yes.
 */
export function isSlowPattern(pattern: string): boolean {
  const { expression, looks, refersBack } = parsePattern(pattern);
  return refersBack || [expression, ...looks].some(isAmbiguousLoop);
}

const maxPositions = 200;
const maxSteps = 100_000;

/** The automaton of a pattern: the characters as states, and which may follow which. */
interface Graph {
  readonly sets: CharacterSet[];
  readonly after: Map<number, Set<number>>;
  /** Transitions that exist twice. */
  readonly twice: [number, number][];
}

function isAmbiguousLoop(expression: Expression): boolean {
  const graph: Graph = { sets: [], after: new Map(), twice: [] };
  if (append(expression, graph) === undefined) return true;
  if (graph.twice.some(([from, to]) => from === to || leadsTo(graph, to, from))) return true;
  return divides(graph);
}

interface Ends {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly skippable: boolean;
}

const nothing: Ends = { first: [], last: [], skippable: true };

function append(expression: Expression, graph: Graph): Ends | undefined {
  switch (expression.kind) {
    case 'empty':
      return nothing;
    case 'set': {
      const point = graph.sets.push(expression.set) - 1;
      return point < maxPositions ? { first: [point], last: [point], skippable: false } : undefined;
    }
    case 'sequence':
      return chain(expression.parts, graph);
    case 'choice': {
      const ends = expression.parts.map(part => append(part, graph));
      if (!ends.every(end => end !== undefined)) return undefined;
      return { first: ends.flatMap(end => end.first), last: ends.flatMap(end => end.last), skippable: ends.some(end => end.skippable) };
    }
    case 'loop':
      return appendLoop(expression, graph);
  }
}

function appendLoop({ body, least, most }: Extract<Expression, { kind: 'loop' }>, graph: Graph): Ends | undefined {
  if (most === 0) return nothing;
  const copies = Math.max(1, Number.isFinite(most) ? most : least);
  if (copies > 1 && !isEndless(body) && copies * size(body) <= maxPositions / 4) return unrolled(body, least, most, graph);
  // In (a?)+ the first iteration may match nothing and leave the same character to the second.
  if (least > 0 && most > 1 && isSkippable(body))
    return chain([body, { kind: 'loop', body, least: 0, most: Number.POSITIVE_INFINITY }], graph);
  const ends = append(body, graph);
  if (ends === undefined) return undefined;
  if (most > 1) join(ends.last, ends.first, graph);
  return { ...ends, skippable: ends.skippable || least === 0 };
}

// Repeating an unbounded loop, even a fixed number of times, multiplies its paths.
function isEndless(expression: Expression): boolean {
  if (expression.kind === 'loop') return !Number.isFinite(expression.most) || isEndless(expression.body);
  return (expression.kind === 'sequence' || expression.kind === 'choice') && expression.parts.some(isEndless);
}

// x{2,4} is x x (x (x)?)?, which distinguishes a bounded count from an unbounded loop.
function unrolled(body: Expression, least: number, most: number, graph: Graph): Ends | undefined {
  const optional = Number.isFinite(most) ? most - least : 0;
  let tail: Expression = Number.isFinite(most) ? { kind: 'empty' } : { kind: 'loop', body, least: 0, most };
  for (let i = 0; i < optional; i++) {
    tail = { kind: 'loop', body: { kind: 'sequence', parts: [body, tail] }, least: 0, most: 1 };
  }
  return chain([...Array.from({ length: least }, () => body), tail], graph);
}

function chain(parts: readonly Expression[], graph: Graph): Ends | undefined {
  let whole = nothing;
  for (const part of parts) {
    const ends = append(part, graph);
    if (ends === undefined) return undefined;
    join(whole.last, ends.first, graph);
    whole = {
      first: whole.skippable ? [...whole.first, ...ends.first] : whole.first,
      last: ends.skippable ? [...whole.last, ...ends.last] : ends.last,
      skippable: whole.skippable && ends.skippable,
    };
  }
  return whole;
}

function join(from: readonly number[], to: readonly number[], graph: Graph): void {
  for (const one of from) {
    const known = graph.after.get(one) ?? new Set();
    for (const next of to) {
      if (known.has(next)) graph.twice.push([one, next]);
      known.add(next);
    }
    graph.after.set(one, known);
  }
}

function size(expression: Expression): number {
  if (expression.kind === 'set') return 1;
  if (expression.kind === 'empty') return 0;
  if (expression.kind === 'loop')
    return size(expression.body) * (Number.isFinite(expression.most) ? Math.max(1, expression.most) : Math.max(1, expression.least));
  return expression.parts.reduce((sum, part) => sum + size(part), 0);
}

function isSkippable(expression: Expression): boolean {
  switch (expression.kind) {
    case 'empty':
      return true;
    case 'set':
      return false;
    case 'loop':
      return expression.least === 0 || isSkippable(expression.body);
    case 'sequence':
      return expression.parts.every(isSkippable);
    case 'choice':
      return expression.parts.some(isSkippable);
  }
}

function leadsTo(graph: Graph, from: number, to: number): boolean {
  const seen = new Set([from]);
  for (const point of seen) for (const next of graph.after.get(point) ?? []) seen.add(next);
  return seen.has(to);
}

// Follows pairs of paths over the same characters. If both start at one state, part, and meet there again, each round doubles the paths.
function divides(graph: Graph): boolean {
  const count = graph.sets.length;
  const steps = new Map<number, number[]>();
  let spent = 0;
  const stepsFrom = (pair: number): number[] => {
    const known = steps.get(pair);
    if (known !== undefined) return known;
    const found: number[] = [];
    for (const left of graph.after.get(Math.floor(pair / count)) ?? []) {
      for (const right of graph.after.get(pair % count) ?? []) {
        spent += 1;
        if (left <= right ? overlap(graph, left, right) : overlap(graph, right, left)) found.push(left * count + right);
      }
    }
    steps.set(pair, found);
    return found;
  };
  for (let point = 0; point < count; point++) {
    if (!(graph.after.get(point) ?? new Set()).size || ![...(graph.after.get(point) ?? [])].some(next => leadsTo(graph, next, point)))
      continue;
    const home = point * count + point;
    const reached = new Set([home]);
    const before = new Map<number, number[]>();
    for (const pair of reached) {
      for (const next of stepsFrom(pair)) {
        const known = before.get(next);
        if (known === undefined) before.set(next, [pair]);
        else known.push(pair);
        reached.add(next);
        if (++spent > maxSteps) return true;
      }
    }
    const returning = new Set([home]);
    for (const pair of returning) for (const previous of before.get(pair) ?? []) returning.add(previous);
    if ([...returning].some(pair => Math.floor(pair / count) !== pair % count)) return true;
  }
  return false;
}

function overlap({ sets }: Graph, left: number, right: number): boolean {
  if (left === right) return true;
  return (sets[left] ?? []).some(([low, high]) => (sets[right] ?? []).some(([from, to]) => low <= to && from <= high));
}
