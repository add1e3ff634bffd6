import { homedir } from 'node:os';
import type { Rule } from '../../contract/index.ts';
import { isCovered, isHit, mayBeHit } from './command-rules.ts';
import { type Where, whereOf } from './destructive/where.ts';
import { isFileTool, namesFile } from './path-rules.ts';
import { isAnything, isLiteral, literal, matches } from './patterns.ts';
import { notRead, type ShellLine, type SimpleCommand } from './shell/shell-line.ts';

export type Decision = Rule['decision'];

/** The facts of a tool call that rules are matched against. */
export interface Asked {
  readonly conversation: string;
  /** The project's folder, if the conversation belongs to a project. */
  readonly project?: string | undefined;
  /** The folder that the conversation works in. */
  readonly folder: string;
  /** Where paths lead, if it was found out before. */
  readonly where?: Where | undefined;
  /** The tool's name. */
  readonly tool: string;
  readonly command?: string | undefined;
  /** What the command runs. */
  readonly line?: ShellLine | undefined;
  /** The paths of its file: the real path, and the path relative to the working directory. */
  readonly paths?: readonly string[] | undefined;
}

const scopes: Record<Rule['scope'], number> = { always: 0, project: 1, conversation: 2 };
const strength: Record<Decision, number> = { allow: 0, ask: 1, deny: 2 };

/** The rule that decides: the most specific one that matches; of equally specific ones, the strictest. Undefined if none matches. */
export function decideByRules(rules: readonly Rule[], asked: Asked): Rule | undefined {
  const relevant = rules.filter(rule => isAbout(rule, asked));
  const { command, line = notRead } = asked;
  if (command === undefined) return strongest(relevant.filter(rule => (asked.paths ?? ['']).some(path => fitsPath(rule, path))));
  const whole = strongest(
    relevant.filter(({ pattern }) => pattern !== undefined && isLiteral(pattern) && matches(pattern, command.trim())),
  );
  const { where = whereOf(asked.folder) } = asked;
  const decided = line.commands.flatMap(one => (isNothing(one, where) ? [] : [decideOne(relevant, one, where)]));
  const files = strongest(
    rules.filter(rule => isAboutFiles(rule, asked) && line.commands.some(one => namesFile(rule, one, asked.folder, where))),
  );
  const general = strongest(relevant.filter(({ pattern }) => isAnything(pattern)));
  const isKnown = line.unclear === undefined && decided.length > 0;
  // Where all that a line runs is known, it has had its say about each command.
  const strict = [...decided, files, isKnown ? undefined : general]
    .filter(rule => rule !== undefined && rule.decision !== 'allow')
    .toSorted(byStrength)[0];
  if (strict && (!whole || strength[whole.decision] < strength[strict.decision]) && !isMoreSpecific(whole, strict)) return strict;
  if (whole) return whole;
  // A line is allowed only if rules allow each of its commands, and if those are all that it runs.
  const allowing = isKnown ? decided : [general];
  if (allowing.some(rule => rule === undefined)) return undefined;
  // The one that says least decides what else is asked about.
  return allowing.find(rule => isAnything(rule?.pattern)) ?? allowing[0];
}

/** Whether a rule has a say in a call, beside others: it matches the whole of it, a command in it, or a file that one names. */
export function concerns(rule: Rule, asked: Asked): boolean {
  const { command, line = notRead } = asked;
  if (command === undefined) return isAbout(rule, asked) && (asked.paths ?? ['']).some(path => fitsPath(rule, path));
  const { where = whereOf(asked.folder) } = asked;
  if (isAboutFiles(rule, asked) && line.commands.some(one => namesFile(rule, one, asked.folder, where))) return true;
  if (!isAbout(rule, asked)) return false;
  const { pattern } = rule;
  if (isAnything(pattern) || (pattern !== undefined && isLiteral(pattern) && matches(pattern, command.trim()))) return true;
  return line.commands.some(one => !isNothing(one, where) && decideOne([rule], one, where) !== undefined);
}

/** Whether rules about particular commands or files say that the line may be denied or asked about, so that it has to be understood. */
export function isGuarded(rules: readonly Rule[], asked: Asked): boolean {
  return rules.some(rule => rule.decision !== 'allow' && !isAnything(rule.pattern) && (isAbout(rule, asked) || isAboutFiles(rule, asked)));
}

/** Whether such a rule may be about a command in the line of which a word is not known. */
export function isGuardedPerhaps(rules: readonly Rule[], asked: Asked): boolean {
  const guarding = rules.filter(rule => rule.decision !== 'allow' && !isAnything(rule.pattern) && isAbout(rule, asked));
  return guarding.some(({ pattern = '' }) => asked.line?.commands.some(command => mayBeHit(pattern, command)) ?? false);
}

/** Whether a rule is about this tool and applies in this conversation. */
export function isAbout(rule: Rule, asked: Asked): boolean {
  return (rule.tool === '*' || rule.tool === asked.tool) && appliesIn(rule, asked);
}

/** Whether a rule that denies or asks is about files that a command may also name. */
function isAboutFiles(rule: Rule, asked: Asked): boolean {
  return rule.decision !== 'allow' && rule.pattern !== undefined && (rule.tool === '*' || isFileTool(rule.tool)) && appliesIn(rule, asked);
}

function appliesIn(rule: Rule, asked: Asked): boolean {
  if (rule.scope === 'conversation') return rule.of === asked.conversation;
  return rule.scope === 'always' || (rule.of !== undefined && rule.of === asked.project);
}

/** Whether a group of commands has redirections that concern no rule. */
function isNothing(command: SimpleCommand, where: Where): boolean {
  return command.words.length === 0 && command.assignments.length === 0 && isCovered(undefined, command, where);
}

function decideOne(relevant: readonly Rule[], command: SimpleCommand, where: Where): Rule | undefined {
  return strongest(
    relevant.filter(rule => {
      if (isAnything(rule.pattern)) return true;
      return rule.decision === 'allow' ? isCovered(rule.pattern, command, where) : isHit(rule.pattern ?? '', command);
    }),
  );
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
