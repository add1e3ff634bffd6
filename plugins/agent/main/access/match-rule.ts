import { homedir } from 'node:os';
import type { Rule } from '../../contract/index.ts';
import { splitCommand } from './split-command.ts';

export type Decision = Rule['decision'];

/** The facts of a tool call that rules are matched against. */
export interface Asked {
  readonly conversation: string;
  /** The project's folder, if the conversation belongs to a project. */
  readonly project?: string | undefined;
  /** The tool's name. */
  readonly tool: string;
  readonly command?: string | undefined;
  /** The paths of its file: the real path, and the path relative to the working directory. */
  readonly paths?: readonly string[] | undefined;
}

const scopes: Record<Rule['scope'], number> = { always: 0, project: 1, conversation: 2 };
const strength: Record<Decision, number> = { allow: 0, ask: 1, deny: 2 };

/** The rule that decides: the most specific one that matches; of equally specific ones, the strictest. Undefined if none matches. */
export function decideByRules(rules: readonly Rule[], asked: Asked): Rule | undefined {
  const relevant = rules.filter(rule => isAbout(rule, asked));
  if (asked.command === undefined) return strongest(relevant.filter(rule => (asked.paths ?? ['']).some(path => fitsPath(rule, path))));
  const { command } = asked;
  const whole = strongest(
    relevant.filter(rule => rule.pattern !== undefined && isLiteral(rule.pattern) && matches(rule.pattern, command.trim())),
  );
  const { parts, clear } = splitCommand(command);
  const decided = (parts.length === 0 ? [''] : parts).map(part => strongest(relevant.filter(rule => fitsPart(rule, part, clear))));
  const strict = decided.filter(rule => rule !== undefined && rule.decision !== 'allow').toSorted(byStrength)[0];
  if (strict && (!whole || strength[whole.decision] < strength[strict.decision]) && !isMoreSpecific(whole, strict)) return strict;
  if (whole) return whole;
  // The line is allowed only if rules allow each of its parts.
  return decided.every(rule => rule !== undefined) ? decided[0] : undefined;
}

/** Makes a pattern that matches exactly this text. */
export function literal(text: string): string {
  return text.replace(/[\\*]/g, character => `\\${character}`);
}

/** Returns the text that was passed to `literal`. */
export function plain(pattern: string): string {
  return pattern.replace(/\\([\\*])/g, '$1');
}

/** Whether a pattern, in which `*` stands for any text and `\*` for itself, matches; takes at most the product of both lengths. */
export function matches(pattern: string, text: string): boolean {
  const tokens = [...pattern.matchAll(/\\([\\*])|(\*)|([\s\S])/gu)].map(([, escaped, star, plain]) =>
    star ? undefined : (escaped ?? plain),
  );
  const characters = [...text];
  let token = 0;
  let at = 0;
  let starToken = -1;
  let starAt = 0;
  while (at < characters.length) {
    if (token < tokens.length && tokens[token] === undefined) {
      starToken = token;
      starAt = at;
      token += 1;
    } else if (token < tokens.length && tokens[token] === characters[at]) {
      token += 1;
      at += 1;
    } else if (starToken >= 0) {
      token = starToken + 1;
      starAt += 1;
      at = starAt;
    } else return false;
  }
  while (token < tokens.length && tokens[token] === undefined) token += 1;
  return token === tokens.length;
}

/** Whether a rule is about this tool and applies in this conversation. */
export function isAbout(rule: Rule, asked: Asked): boolean {
  if (rule.tool !== '*' && rule.tool !== asked.tool) return false;
  if (rule.scope === 'conversation') return rule.of === asked.conversation;
  return rule.scope === 'always' || (rule.of !== undefined && rule.of === asked.project);
}

/** A rule that asks or denies matches the part alone; a rule that allows matches only if the part shows everything that runs. */
function fitsPart(rule: Rule, part: string, clear: boolean): boolean {
  if (rule.pattern === undefined) return true;
  return matches(rule.pattern, part) && (clear || rule.decision !== 'allow');
}

function fitsPath(rule: Rule, path: string): boolean {
  if (rule.pattern === undefined) return true;
  return path !== '' && matches(rule.pattern.replace(/^~(?=\/)/, literal(homedir())), path);
}

function strongest(rules: readonly Rule[]): Rule | undefined {
  return rules.toSorted((a, b) => compare(specificity(b), specificity(a)) || byStrength(a, b))[0];
}

function byStrength(a: Rule | undefined, b: Rule | undefined): number {
  return strength[b?.decision ?? 'allow'] - strength[a?.decision ?? 'allow'];
}

/** Scope first, then the tool, then how many characters of the pattern are literal. */
function specificity(rule: Rule): readonly number[] {
  const literalLength = (rule.pattern ?? '').replaceAll('*', '').length;
  return [scopes[rule.scope], rule.tool === '*' ? 0 : 1, rule.pattern === undefined ? 0 : 1 + literalLength];
}

function isMoreSpecific(a: Rule | undefined, b: Rule): boolean {
  return a !== undefined && compare(specificity(a), specificity(b)) > 0;
}

function compare(a: readonly number[], b: readonly number[]): number {
  return a.map((value, index) => value - (b[index] ?? 0)).find(difference => difference !== 0) ?? 0;
}

function isLiteral(pattern: string): boolean {
  return !/(?<!\\)(?:\\\\)*\*/.test(pattern);
}
