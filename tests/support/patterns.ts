import vm from 'node:vm';
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { boundedPatterns, dynamicPatterns } from './pattern-table.ts';
import { readSource } from './source.ts';
import { isForTests, isGenerated, isSource, type Tree } from './tree.ts';

/** A regular expression of the product. */
export interface Pattern {
  readonly path: string;
  readonly source: string;
  readonly flags: string;
}

/** How a pattern can be slowed down: by this text, repeated between the other two. */
export interface Attack {
  readonly before: string;
  readonly pump: string;
  readonly after: string;
}

/** The regular expressions of the product: literals, and the patterns of its schemas. */
export function patternsOf(tree: Tree): readonly Pattern[] {
  const found = [...tree].flatMap(([path, text]) => {
    if (isSchema(path)) return schemaPatterns(JSON.parse(text)).map(source => ({ path, source, flags: 'u' }));
    return isProduct(path) ? literalsIn(text).map(one => ({ path, ...one })) : [];
  });
  return [...new Map(found.map(one => [`${one.path} ${one.source} ${one.flags}`, one])).values()];
}

/** The files that build regular expressions at run time without a row, and rows of files that build none. */
export function unlistedBuilders(tree: Tree, rows = dynamicPatterns): readonly string[] {
  const building = [...tree].filter(([path, text]) => isProduct(path) && /\bRegExp\(/.test(text)).map(([path]) => path);
  return [
    ...building
      .filter(path => !Object.hasOwn(rows, path))
      .map(path => `${path} builds a regular expression. Write a literal, or say in the table of patterns what it is built of.`),
    ...Object.keys(rows)
      .filter(path => !building.includes(path))
      .map(path => `${path} builds no regular expression, but has a row. Remove the row.`),
  ];
}

/** The patterns that some text makes slow, without a row that says how long the text can be; and rows of patterns that are not slow. */
export function slowPatterns(patterns: readonly Pattern[], rows = boundedPatterns): readonly string[] {
  const used = new Set<object>();
  const found = patterns.flatMap(pattern => {
    const row = rows.find(one => one.path === pattern.path && pattern.source.startsWith(one.pattern));
    if (row) {
      used.add(row);
      return [];
    }
    const attack = slowedBy(pattern);
    if (attack === undefined) return [];
    return [
      `${pattern.path}: /${pattern.source}/${pattern.flags} takes time that grows faster than the text, with ${JSON.stringify(attack)}. Rewrite it, or say in the table of patterns how long the text can be.`,
    ];
  });
  const unused = rows
    .filter(row => !used.has(row))
    .map(row => `${row.path} has no pattern that begins with ${row.pattern}. Remove its row.`);
  return [...found, ...unused];
}

const size = 10_000;
/** A text of this size takes a linear pattern a tenth of a millisecond, a quadratic one two and more. */
const noticeableMs = 1;
/** By the clock, also where the machine is so busy that a measured run waits for its turn. */
const giveUpMs = 5000;

/** The first text found that takes a pattern more than eight times as long when it is four times as long; undefined if there is none. */
export function slowedBy({ source, flags }: Pick<Pattern, 'source' | 'flags'>): Attack | undefined {
  if (!/[*+]|\{\d+,\}/.test(source)) return undefined;
  const run = runner(new RegExp(source, flags));
  const attacks = attacksOn(source, flags);
  const textOf = ({ before, pump, after }: Attack, length: number): string => before + pump.repeat(Math.ceil(length / pump.length)) + after;
  for (let from = 0; from < attacks.length; ) {
    // All in one go until one takes noticeable time: to bound a run costs more than most runs.
    from += run(attacks.slice(from).map(attack => textOf(attack, size))).at;
    const attack = attacks[from];
    if (attack === undefined) return undefined;
    const once = (length: number): number => run([textOf(attack, length)]).ms;
    if (once(size) >= giveUpMs) return attack;
    // A busy machine makes one run slow, not two.
    const least = (length: number): number => Math.min(once(length), once(length));
    const isSlow = (): boolean => {
      const short = least(size);
      if (short < noticeableMs) return false;
      const long = least(size * 4);
      return long >= giveUpMs || long > 8 * short;
    };
    if (isSlow() && isSlow()) return attack;
    from += 1;
  }
  return undefined;
}

/** Some systems count the processor's time in steps of four milliseconds. */
const measuredMs = 40;

/**
 * Runs a pattern over texts, as `test` or `replaceAll` would, until one takes a noticeable time: which one, and its milliseconds. A single
 * text is measured: it is matched again and again, and the processor's time is divided by how often.
 */
function runner(pattern: RegExp): (texts: readonly string[]) => { readonly at: number; readonly ms: number } {
  const processor = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const context = vm.createContext({ pattern, noticeableMs });
  const script = new vm.Script(`
    for (at = 0; at < texts.length; at += 1) {
      const before = now();
      let runs = 0;
      let spent = 0;
      do {
        pattern.lastIndex = 0;
        if (pattern.global) texts[at].replace(pattern, ""); else pattern.test(texts[at]);
        runs += 1;
        spent = now() - before;
      } while (spent < leastMs);
      ms = spent / runs;
      if (ms >= noticeableMs) break;
    }`);
  return texts => {
    const isOne = texts.length === 1;
    Object.assign(context, { texts, at: 0, ms: 0, now: isOne ? processor : () => performance.now(), leastMs: isOne ? measuredMs : 0 });
    try {
      // Nothing else ends a match that takes for ever.
      script.runInContext(context, { timeout: giveUpMs });
    } catch {
      return { at: context.at as number, ms: isOne ? giveUpMs : 0 };
    }
    return { at: context.at as number, ms: context.ms as number };
  };
}

const most = 500;

/** Texts that backtracking engines are slow on: what a part of the pattern matches, again and again, and then something else. */
function attacksOn(source: string, flags: string): readonly Attack[] {
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  const tree = new RegExpParser({ ecmaVersion: 2025 }).parsePattern(source, 0, source.length, mode);
  const sampler = new Sampler(flags);
  const loops: [string, string][] = [];
  const runs: [string, string][] = [];

  function visit(node: AST.Node, before: string): void {
    const inner =
      node.type === 'Pattern' || node.type === 'Group' || node.type === 'CapturingGroup' || node.type === 'Assertion' ? node : undefined;
    if (inner && 'alternatives' in inner) for (const one of inner.alternatives) visit(one, before);
    if (node.type === 'Group' || node.type === 'CapturingGroup') for (const pump of sampler.texts(node)) loops.push([before, pump]);
    if (node.type === 'Quantifier') {
      visit(node.element, before);
      if (node.max > 50) for (const pump of sampler.texts(node.element)) loops.push([before, pump]);
    }
    if (node.type !== 'Alternative') return;
    let reached = before;
    const starts: string[] = [];
    for (const element of node.elements) {
      starts.push(reached);
      visit(element, reached);
      reached += sampler.texts(element)[0] ?? '';
    }
    node.elements.forEach((_, from) => {
      for (let to = Math.min(node.elements.length, from + 8); to > from + 1; to -= 1) {
        const texts = node.elements.slice(from, to).map(element => sampler.texts(element));
        for (const choice of [0, 1]) runs.push([starts[from] ?? '', texts.map(all => all[choice % all.length] ?? '').join('')]);
      }
    });
  }
  visit(tree, '');

  const pumps = [...loops, ...runs].filter(([, pump]) => pump !== '');
  const attacks = pumps.flatMap(([before, pump]) =>
    ['', before, 'a'].flatMap(start => ['\0', '\n\0', ''].map(after => ({ before: start, pump, after }))),
  );
  return [...new Map(attacks.map(one => [JSON.stringify(one), one])).values()].slice(0, most);
}

const probes = [
  ...' a0A-_.\n\t/\\"\'`<>[](){}:;=*#!?@|~^$&%+,éÀ€\u00a0\0',
  ...'bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ123456789',
];

/** Finds texts that a part of a pattern matches. */
class Sampler {
  readonly #flags: string;
  readonly #groups: string[] = [];

  constructor(flags: string) {
    this.#flags = flags.replace(/[gyd]/g, '');
  }

  texts(node: AST.Node): readonly string[] {
    switch (node.type) {
      case 'Pattern':
      case 'Group':
      case 'CapturingGroup': {
        const all = node.alternatives.flatMap(one => this.texts(one).slice(0, 2)).slice(0, 8);
        if (node.type === 'CapturingGroup') this.#groups.push(all[0] ?? '');
        return all;
      }
      case 'Alternative':
        return this.#joined(node.elements.map(one => this.texts(one)));
      case 'Quantifier':
        return this.texts(node.element).map(one => one.repeat(Math.min(Math.max(node.min, node.max === 0 ? 0 : 1), 30)));
      case 'Character':
        return [String.fromCodePoint(node.value)];
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass': {
        const one = new RegExp(`^${node.raw}$`, this.#flags.replace('m', ''));
        const fitting = probes.filter(probe => one.test(probe));
        return [fitting[0] ?? '', fitting[Math.floor(fitting.length / 2)] ?? '', ...(fitting.includes('\n') ? ['\n'] : [])];
      }
      case 'Backreference':
        return [this.#groups[0] ?? ''];
      default:
        return [''];
    }
  }

  #joined(parts: readonly (readonly string[])[]): readonly string[] {
    return [0, 1].map(choice => parts.map(all => all[choice % Math.max(1, all.length)] ?? '').join(''));
  }
}

function literalsIn(text: string): readonly Omit<Pattern, 'path'>[] {
  return readSource(text).patterns;
}

/** The values of `pattern`, and the keys of `patternProperties`. */
function schemaPatterns(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) => {
    if (name === 'pattern' && typeof value === 'string') return [value];
    if (name === 'patternProperties') return [...Object.keys(value as object), ...schemaPatterns(value)];
    return schemaPatterns(value);
  });
}

function isSchema(path: string): boolean {
  return /\.(?:schema|channel)\.json$/.test(path) && !/^(?:tests|schemas\/generated)\//.test(path);
}

function isProduct(path: string): boolean {
  const isTool = /^(?:tests|shell\/build|schemas\/generate|registry-dev\/examples)\//.test(path) || /vite\.\w*\.?config\.ts$/.test(path);
  return isSource(path) && !isGenerated(path) && !isForTests(path) && !isTool && !path.endsWith('.validate.js');
}
