import type { AccessMode, Rule } from '../../contract/index.ts';
import type { Scope } from './approvals.ts';
import { destructiveIn, wantsNetwork } from './risky-commands.ts';

/** Everything that the decision on a tool call depends on. */
export interface Facts {
  readonly tool: 'shell' | 'reader' | 'writer' | 'other';
  /** The command of a shell; undefined for other tools. */
  readonly command: string | undefined;
  readonly mode: AccessMode;
  readonly sandboxed: boolean;
  readonly network: boolean;
  /** Why its path is refused. */
  readonly refused: string | undefined;
  /** Why an extension denies it. */
  readonly veto: string | undefined;
  /** The person's rule that applies. */
  readonly rule: Rule | undefined;
  /** Files that the command runs and that have changed since the person allowed it. */
  readonly changed: readonly string[];
}

/** The decision on a call. Its value is the reason; `words.ts` has the text for each reason. */
export type Verdict =
  | { readonly deny: 'contained' | 'policy' | 'rule' }
  | { readonly allow: 'rule' | 'modeOpen' | 'modeSecure' | 'modeSecureFiles' }
  | {
      readonly ask: 'noSandbox' | 'rule' | 'wantsNetwork' | 'destructive' | 'changed' | 'noRow';
      readonly scopes: readonly Scope[];
      /** What the person's yes grants, instead of creating a rule. */
      readonly gives?: 'network';
    };

interface Row {
  readonly when: (facts: Facts) => boolean;
  readonly verdict: Verdict;
}

const everyScope: readonly Scope[] = ['once', 'conversation', 'project', 'always'];
const hereOnly: readonly Scope[] = ['once', 'conversation'];

/** The first row that matches decides. */
const rows: readonly Row[] = [
  { when: ({ refused }) => refused !== undefined, verdict: { deny: 'contained' } },
  { when: ({ veto }) => veto !== undefined, verdict: { deny: 'policy' } },
  { when: ({ rule }) => rule?.decision === 'deny', verdict: { deny: 'rule' } },
  {
    when: ({ tool, mode, sandboxed }) => tool === 'shell' && mode === 'secure' && !sandboxed,
    verdict: { ask: 'noSandbox', scopes: ['once'] },
  },
  { when: ({ rule }) => rule?.decision === 'ask', verdict: { ask: 'rule', scopes: hereOnly } },
  {
    when: ({ mode, network, rule, command = '' }) => mode === 'secure' && !network && rule === undefined && wantsNetwork(command),
    verdict: { ask: 'wantsNetwork', scopes: hereOnly, gives: 'network' },
  },
  {
    // A rule without a pattern does not cover destructive commands; a rule that names the command does.
    when: ({ mode, rule, command = '' }) => mode === 'open' && rule?.pattern === undefined && destructiveIn(command) !== undefined,
    verdict: { ask: 'destructive', scopes: everyScope },
  },
  { when: ({ rule }) => rule?.decision === 'allow', verdict: { allow: 'rule' } },
  { when: ({ changed }) => changed.length > 0, verdict: { ask: 'changed', scopes: everyScope } },
  { when: ({ tool, mode, sandboxed }) => tool === 'shell' && mode === 'secure' && sandboxed, verdict: { allow: 'modeSecure' } },
  { when: ({ tool, mode }) => tool === 'shell' && mode === 'open', verdict: { allow: 'modeOpen' } },
  { when: ({ tool, mode }) => isFileTool(tool) && mode === 'secure', verdict: { allow: 'modeSecureFiles' } },
  { when: ({ tool, mode }) => isFileTool(tool) && mode === 'open', verdict: { allow: 'modeOpen' } },
  // Every tool that is no shell and no file tool: those of extensions, whose texts the person approved, and the agent's own.
  { when: ({ tool, mode }) => tool === 'other' && mode === 'secure', verdict: { allow: 'modeSecureFiles' } },
  { when: ({ tool, mode }) => tool === 'other' && mode === 'open', verdict: { allow: 'modeOpen' } },
];

/** The decision on a call; if no row matches, the person is asked. */
export function verdictOn(facts: Facts): Verdict {
  return rows.find(({ when }) => when(facts))?.verdict ?? { ask: 'noRow', scopes: ['once'] };
}

function isFileTool(tool: Facts['tool']): boolean {
  return tool === 'reader' || tool === 'writer';
}
