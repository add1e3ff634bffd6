import type { Rule, Simulation } from '../../../contract/index.ts';
import { verdictOn } from '../decide-table.ts';
import { type Where, whereOf } from '../destructive/where.ts';
import { type Asked, concerns, decideByRules, isGuarded, isGuardedPerhaps } from '../match-rule.ts';
import type { ShellLine } from '../shell/shell-line.ts';
import type { DecidedCall } from './decided-calls.ts';

export interface SimulationParts {
  /** Calls since a time, the oldest first, a page at a time. */
  since(at: number, after: number, limit: number): readonly DecidedCall[];
  /** What a command runs. */
  readLine(command: string, cwd: string, tool: string): ShellLine;
  rules(): readonly Rule[];
  now(): number;
}

type Would = 'allowed' | 'asked' | 'denied';
type Kind = Simulation['kinds'][number];
type Day = Simulation['days'][number];
type Outcome = Simulation['outcomes'][number];

const pageOfCalls = 200;
/** The thread is given to others after so long. */
const sliceMs = 8;
/** Of each outcome. */
const mostKinds = 50;

/**
 * What a rule that is not saved would have said of the calls of the last weeks, beside the rules that there are. Of these it is supposed
 * that the files they are bound to have not changed.
 */
export async function simulate(parts: SimulationParts, draft: Rule, weeks: number): Promise<Simulation> {
  const from = new Date(parts.now()).setHours(0, 0, 0, 0) - (weeks * 7 - 1) * 86_400_000;
  const rules = [...parts.rules().filter(({ id }) => id !== draft.id), draft];
  const lines = new Map<string, ShellLine>();
  const lineOf = (call: DecidedCall): ShellLine | undefined => {
    const { command, tool } = call.asked;
    if (command === undefined) return undefined;
    const key = `${call.cwd}\0${command}`;
    const line = lines.get(key) ?? parts.readLine(command, call.cwd, tool);
    lines.set(key, line);
    return line;
  };
  const places = new Map<string, Where>();
  const whereIn = (folder: string): Where => {
    const where = places.get(folder) ?? whereOf(folder);
    places.set(folder, where);
    return where;
  };
  const was = { allowed: 0, agreed: 0, refused: 0, denied: 0 };
  const would = { allowed: 0, asked: 0, denied: 0 };
  const days = new Map<number, Day>();
  const kinds = new Map<string, Kind>();
  const outcomes = new Map<string, Outcome & { readonly kinds: number }>();
  let [calls, matched, unasked, after] = [0, 0, 0, 0];
  let began = performance.now();
  for (let page = parts.since(from, after, pageOfCalls); page.length > 0; page = parts.since(from, after, pageOfCalls)) {
    for (const call of page) {
      after = call.id;
      calls += 1;
      if (performance.now() - began > sliceMs) {
        await new Promise(setImmediate);
        began = performance.now();
      }
      if (isAboutOthers(draft, call.asked)) continue;
      const asked = { ...call.asked, line: lineOf(call), where: whereIn(call.asked.folder) };
      if (!concerns(draft, asked)) continue;
      matched += 1;
      const now = wouldBe(call, asked, rules);
      was[call.was] += 1;
      would[now] += 1;
      if (call.was === 'refused' && now === 'allowed') unasked += 1;
      const day = new Date(call.at).setHours(0, 0, 0, 0);
      const ofDay = days.get(day) ?? { day, allowed: 0, asked: 0, denied: 0 };
      days.set(day, { ...ofDay, [now]: ofDay[now] + 1 });
      const text = (call.asked.command ?? call.asked.paths?.[0] ?? call.asked.tool).slice(0, 300);
      const outcome = `${call.was} ${now}`;
      const key = `${outcome} ${call.asked.tool} ${text}`;
      const before = kinds.get(key);
      const ofOutcome = outcomes.get(outcome) ?? { was: call.was, would: now, count: 0, kinds: 0 };
      const isKept = before !== undefined || ofOutcome.kinds < mostKinds;
      outcomes.set(outcome, {
        ...ofOutcome,
        count: ofOutcome.count + 1,
        kinds: ofOutcome.kinds + (isKept && before === undefined ? 1 : 0),
      });
      const { conversation, tool } = call.asked;
      if (isKept) kinds.set(key, { text, tool, conversation, at: call.at, was: call.was, would: now, count: (before?.count ?? 0) + 1 });
    }
  }
  return {
    ...{ from, calls, matched, was, would, unasked },
    days: [...days.values()],
    outcomes: [...outcomes.values()].map(({ was, would, count }) => ({ was, would, count })),
    kinds: [...kinds.values()].toSorted((a, b) => weight(b) - weight(a) || b.count - a.count),
  };
}

/** What may stand in the middle of a word, and what may write one in another way altogether. */
const quoting = /['"\\]/g;
const spelling = /[$`]/;

/** Whether a rule for commands names a program that does not stand in a command: then the command need not be read. */
function isAboutOthers({ tool, pattern = '' }: Rule, { tool: name, command }: Pick<Asked, 'tool' | 'command'>): boolean {
  const [program] = /^[\w.-]+/.exec(pattern) ?? [];
  if (tool !== name || command === undefined || program === undefined) return false;
  return !spelling.test(command) && !command.replaceAll(quoting, '').includes(program);
}

/** What the person refused and would not be asked about stands first, then what else changes. */
function weight({ was, would }: Kind): number {
  if (was === 'refused' && would === 'allowed') return 2;
  const before = was === 'agreed' || was === 'refused' ? 'asked' : was;
  return before === would ? 0 : 1;
}

function wouldBe({ facts }: DecidedCall, asked: Asked, rules: readonly Rule[]): Would {
  const verdict = verdictOn({
    ...facts,
    rule: decideByRules(rules, asked),
    changed: [],
    isGuarded: isGuarded(rules, asked),
    isUnclear: facts.isUnclear || isGuardedPerhaps(rules, asked),
  });
  if ('deny' in verdict) return 'denied';
  return 'allow' in verdict ? 'allowed' : 'asked';
}
