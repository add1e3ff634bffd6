import { randomUUID } from 'node:crypto';
import type { AccessMode, Foreseen, Rule } from '../../contract/index.ts';
import { realFolder } from '../../engine/runnable-content.ts';
import { type Facts, verdictOn } from './decide-table.ts';
import { destructiveIn } from './destructive/destructive.ts';
import { placesOf } from './destructive/where.ts';
import { type Asked, decideByRules, isGuarded, isGuardedPerhaps } from './match-rule.ts';
import { wantsNetwork } from './network.ts';
import { literal } from './patterns.ts';
import type { ShellLine } from './shell/shell-line.ts';

export interface Foreseeing {
  readonly rules: readonly Rule[];
  readonly sandboxed: boolean;
  readonly readLine: (command: string, cwd: string, tool: string) => ShellLine;
}

/** The rules by which a conversation runs commands that the person allowed before it began. */
export function givenRules(conversation: string, commands: readonly string[]): Rule[] {
  return commands.flatMap(command =>
    ['bash', 'powershell'].map(tool => ({
      id: `${givenPrefix(conversation)}${randomUUID()}`,
      decision: 'allow' as const,
      tool,
      pattern: literal(command.trim()),
      scope: 'conversation' as const,
      of: conversation,
    })),
  );
}

const allGiven = 'given:';
const givenPrefix = (conversation: string): string => `${allGiven}${conversation}:`;

/** Whether a rule was given, to one conversation or to any: it ends with the run that it was given for. */
export const isGiven = (id: string, conversation?: string): boolean =>
  id.startsWith(conversation === undefined ? allGiven : givenPrefix(conversation));

/** A rule about everything everywhere decides where no other matches. */
const isOtherwise = ({ tool, pattern, scope }: Rule): boolean => tool === '*' && pattern === undefined && scope === 'always';

/**
 * The rule that decides. What was allowed before a conversation began counts only where no other rule denies or asks, but for the one that
 * says what happens where no rule matches.
 */
export function decideWithGiven(rules: readonly Rule[], asked: Asked): Rule | undefined {
  const own = decideByRules(
    rules.filter(rule => !isGiven(rule.id, asked.conversation) && !isOtherwise(rule)),
    asked,
  );
  return own === undefined || own.decision === 'allow' ? decideByRules(rules, asked) : own;
}

const conversation = 'foreseen';
/** What a plain command could be beside, for each question that there is about commands. */
const kinds: readonly Partial<Facts>[] = [
  {},
  { wantsNetwork: true },
  { destructive: ['rm'] },
  { isUnclear: true },
  { closed: 'auth.json' },
  { leaves: true },
];

/** What the table of decisions would ask about, before there is a conversation: by kind, and for particular commands that are allowed. */
export function foresee(
  { rules, sandboxed, readLine }: Foreseeing,
  {
    accessMode: mode,
    folder,
    commands,
  }: { readonly accessMode: AccessMode; readonly folder: string; readonly commands: readonly string[] },
): Foreseen {
  const plain: Facts = {
    ...{ tool: 'shell', wantsNetwork: false, destructive: [], isUnclear: false, mode, sandboxed, network: false },
    ...{ refused: undefined, veto: undefined, rule: undefined, isGuarded: false, changed: [], leaves: false, closed: undefined },
  };
  const asksOf = (facts: Facts) => {
    const verdict = verdictOn(facts);
    return 'ask' in verdict ? [verdict.ask] : [];
  };
  const asks = [...new Set(kinds.flatMap(kind => asksOf({ ...plain, ...kind })))];
  const given = [...rules, ...givenRules(conversation, commands)];
  return {
    sandboxed,
    asks,
    commands: commands.map(command => {
      const line = readLine(command, folder, 'bash');
      const asked: Asked = { conversation, project: realFolder(folder), folder, tool: 'bash', command, line };
      const verdict = verdictOn({
        ...plain,
        rule: decideWithGiven(given, asked),
        wantsNetwork: wantsNetwork(line),
        isGuarded: isGuarded(given, asked),
        destructive: mode === 'secure' ? [] : destructiveIn(line, placesOf(folder)),
        isUnclear: line.unclear !== undefined || isGuardedPerhaps(given, asked),
      });
      // A rule allows it, but gives no network: in the sandbox of secure mode it can only fail.
      const isCut = mode === 'secure' && wantsNetwork(line);
      return { command, runs: 'allow' in verdict && !isCut, lacksNetwork: 'allow' in verdict && isCut && sandboxed };
    }),
  };
}
