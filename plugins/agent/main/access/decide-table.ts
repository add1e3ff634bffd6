import type { AccessMode, Rule } from '../../contract/index.ts';
import type { Scope } from './approvals.ts';
import { isAnything } from './patterns.ts';

/** Everything that the decision on a tool call depends on. */
export interface Facts {
  readonly tool: 'shell' | 'reader' | 'writer' | 'other';
  /** The command seems to need the network. */
  readonly wantsNetwork: boolean;
  /** What the command may destroy, publish or gain. */
  readonly destructive: readonly string[];
  /** It is not known for sure what the command runs. */
  readonly isUnclear: boolean;
  readonly mode: AccessMode;
  readonly sandboxed: boolean;
  readonly network: boolean;
  /** Why its path is refused. */
  readonly refused: string | undefined;
  /** Why an extension denies it. */
  readonly veto: string | undefined;
  /** The person's rule that applies. */
  readonly rule: Rule | undefined;
  /** Rules say of some commands that they are denied or asked about. */
  readonly isGuarded: boolean;
  /** Files that the command runs and that have changed since the person allowed it. */
  readonly changed: readonly string[];
  /** The conversation holds text from outside, and this call could send something away. */
  readonly leaves: boolean;
  /** What its words reach of the app's data or of other processes, where no sandbox hides them. */
  readonly closed: string | undefined;
}

/** The decision on a call. Its value is the reason; `words.ts` has the text for each reason. */
export type Verdict =
  | { readonly deny: 'contained' | 'policy' | 'rule' }
  | { readonly allow: 'rule' | 'modeOpen' | 'modeSecure' | 'modeSecureNetwork' | 'modeSecureFiles' }
  | {
      readonly ask: 'noSandbox' | 'outside' | 'closed' | 'rule' | 'wantsNetwork' | 'destructive' | 'unclear' | 'changed' | 'noRow';
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
const onceOnly: readonly Scope[] = ['once'];

/** The first row that matches decides. */
const rows: readonly Row[] = [
  { when: ({ refused }) => refused !== undefined, verdict: { deny: 'contained' } },
  { when: ({ veto }) => veto !== undefined, verdict: { deny: 'policy' } },
  { when: ({ rule }) => rule?.decision === 'deny', verdict: { deny: 'rule' } },
  {
    when: ({ tool, mode, sandboxed }) => tool === 'shell' && mode === 'secure' && !sandboxed,
    verdict: { ask: 'noSandbox', scopes: onceOnly },
  },
  // No rule covers it, and none is made: what a command sends is not in its words alone, but in files that text from outside changes.
  { when: ({ leaves }) => leaves, verdict: { ask: 'outside', scopes: onceOnly, gives: 'network' } },
  { when: ({ rule }) => rule?.decision === 'ask', verdict: { ask: 'rule', scopes: hereOnly } },
  {
    // A rule for the whole line covers it; any other might be about something that is not seen.
    when: ({ isUnclear, isGuarded, rule }) => isUnclear && isGuarded && isAnything(rule?.pattern),
    verdict: { ask: 'unclear', scopes: everyScope },
  },
  {
    when: ({ mode, network, rule, wantsNetwork }) => mode === 'secure' && !network && rule === undefined && wantsNetwork,
    verdict: { ask: 'wantsNetwork', scopes: onceOnly, gives: 'network' },
  },
  {
    when: ({ mode, sandboxed, rule, closed }) => mode === 'open' && !sandboxed && isAnything(rule?.pattern) && closed !== undefined,
    verdict: { ask: 'closed', scopes: hereOnly },
  },
  {
    // A rule without a pattern does not cover destructive commands; a rule that names the command does.
    when: ({ mode, rule, destructive }) => mode === 'open' && isAnything(rule?.pattern) && destructive.length > 0,
    verdict: { ask: 'destructive', scopes: everyScope },
  },
  {
    when: ({ mode, rule, isUnclear }) => mode === 'open' && isAnything(rule?.pattern) && isUnclear,
    verdict: { ask: 'unclear', scopes: everyScope },
  },
  { when: ({ rule }) => rule?.decision === 'allow', verdict: { allow: 'rule' } },
  { when: ({ changed }) => changed.length > 0, verdict: { ask: 'changed', scopes: everyScope } },
  {
    when: ({ tool, mode, sandboxed, network }) => tool === 'shell' && mode === 'secure' && sandboxed && network,
    verdict: { allow: 'modeSecureNetwork' },
  },
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
