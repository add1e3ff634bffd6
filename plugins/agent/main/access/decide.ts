import { randomUUID } from 'node:crypto';
import { relative } from 'node:path';
import { type Locale, visibleText } from '@atelier/kernel';
import type { AccessMode, Rule, ToolCall } from '../../contract/index.ts';
import { checkPath } from '../../engine/containment.ts';
import type { Answered, Approvals, Scope } from './approvals.ts';
import { type Facts, verdictOn } from './decide-table.ts';
import { type Asked, literal } from './match-rule.ts';
import { destructiveIn } from './risky-commands.ts';
import type { Rules } from './rules.ts';
import { realFolder } from './runnable-content.ts';
import { ruleInWords, say, type words } from './words.ts';

/** A tool call before it runs, and the access of its conversation. */
export interface Call {
  readonly conversation: string;
  /** The id of this call. */
  readonly tool: string;
  /** The tool's name. */
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly cwd: string;
  readonly mode: AccessMode;
  /** Whether commands run in a sandbox now. */
  readonly sandboxed: boolean;
  readonly network: boolean;
  readonly unattended: boolean;
  readonly project?: string | undefined;
}

/** `rule` is the reason for the person, `deny` the reason for the model. */
export type Decided =
  | { readonly allow: true; readonly rule: string }
  | { readonly allow: false; readonly deny: string; readonly rule: string };

export interface DecisionSources {
  readonly rules: Rules;
  readonly approvals: Approvals;
  /** The hook of other extensions. */
  readonly policy: (call: ToolCall) => Promise<{ readonly deny: string } | undefined>;
  /** Gives a conversation the network; `once`: only for the call that asked. */
  readonly allowNetwork: (conversation: string, tool: string, once: boolean) => Promise<void>;
  readonly forbidden: readonly string[];
  /** The folders inside a forbidden one that conversations may use. */
  readonly opened?: readonly string[];
  readonly locale: () => Locale;
  /** How long all policies together may take; the kernel's limit for each is shorter. */
  readonly policyMs?: number;
}

const kinds = new Map<string, Facts['tool']>([
  ...['read', 'ls', 'grep', 'find'].map(name => [name, 'reader'] as const),
  ...['write', 'edit'].map(name => [name, 'writer'] as const),
  ...['bash', 'powershell'].map(name => [name, 'shell'] as const),
]);

/** Collects the facts of a call, looks up the decision in the table, and asks the person if the table says so. */
export function createDecide(sources: DecisionSources): (call: Call, signal?: AbortSignal) => Promise<Decided> {
  const { rules, approvals, locale } = sources;
  const inWords = (key: keyof typeof words, blanks?: Record<string, string>) => say(locale(), key, blanks);

  const ask = async (call: Call, why: string, scopes: readonly Scope[], signal: AbortSignal | undefined): Promise<Answered> => {
    const command = commandOf(call);
    const title = command === undefined ? inWords('runTool', { tool: call.name }) : inWords('runCommand');
    return approvals.ask(
      {
        conversation: call.conversation,
        kind: 'approval',
        title,
        ...(command === undefined ? {} : { text: command }),
        tool: call.tool,
        name: call.name,
        args: { ...call.args },
        why,
        scopes: scopes.filter(scope => scope !== 'project' || call.project !== undefined),
        unattended: call.unattended,
      },
      signal,
    );
  };

  const answered = (call: Call, answer: Answered, scopes: readonly Scope[], asked: Asked): Decided => {
    if (answer.by === 'person' && answer.allow === true) {
      const scope = answer.scope !== undefined && scopes.includes(answer.scope) ? answer.scope : 'once';
      if (scope !== 'once') rules.allow(ruleFor(call, asked, scope), asked);
      return { allow: true, rule: inWords('person', { scope: inWords(scope) }) };
    }
    if (answer.by !== 'person')
      return { allow: false, deny: 'Nobody answered whether this call may be made, so it is not made.', rule: inWords('nobodyAnswered') };
    const addition = answer.text === undefined || answer.text.trim() === '' ? '' : ` They say: ${answer.text.trim()}`;
    return { allow: false, deny: `The person denied this call.${addition}`, rule: inWords('personDenied') };
  };

  return async (call, signal) => {
    const contained = containmentOf(call, sources);
    // No extension is asked about a refused path, and no rule is looked up for a refused path or a vetoed call.
    const veto = contained.refused === undefined ? await policyOf(sources, call) : undefined;
    const command = commandOf(call);
    const project = call.project && realFolder(call.project);
    const asked: Asked = { conversation: call.conversation, project, tool: call.name, command, paths: contained.paths };
    const { rule, changed } =
      contained.refused === undefined && veto === undefined ? rules.decide(asked) : { rule: undefined, changed: [] };
    const { mode, sandboxed, network } = call;
    const tool = kindOf(call.name);
    const verdict = verdictOn({ tool, command, mode, sandboxed, network, refused: contained.refused, veto, rule, changed });

    const ruleText = rule === undefined ? '' : ruleInWords(rule, locale(), text => visibleText(text, 'code'));
    if ('deny' in verdict) {
      const why = contained.refused ?? veto ?? 'A rule of the person denies this call.';
      return { allow: false, deny: why, rule: verdict.deny === 'rule' ? ruleText : inWords(verdict.deny) };
    }
    if ('allow' in verdict) return { allow: true, rule: verdict.allow === 'rule' ? ruleText : inWords(verdict.allow) };

    const changeText = changed.length === 0 ? '' : inWords('changed', { files: listed(changed) });
    const reason = {
      rule: () => ruleText,
      changed: () => '',
      destructive: () => inWords('destructive', { what: destructiveIn(command ?? '') ?? '' }),
      noSandbox: () => inWords('noSandbox'),
      wantsNetwork: () => inWords('wantsNetwork'),
      noRow: () => inWords('noRow'),
    }[verdict.ask]();
    const { scopes, gives } = verdict;
    const answer = await ask(call, [changeText, reason].filter(text => text !== '').join(' '), scopes, signal);
    if (gives === undefined) return answered(call, answer, scopes, asked);
    if (answer.by === 'person' && answer.allow === true)
      await sources.allowNetwork(call.conversation, call.tool, answer.scope !== 'conversation');
    // The person allowed the network, which is a setting of the conversation, so no rule is created.
    return answered(call, { ...answer, scope: 'once' }, scopes, asked);
  };
}

const maxListed = 5;

function listed(names: readonly string[]): string {
  return [...names.slice(0, maxListed), ...(names.length > maxListed ? ['…'] : [])].join(', ');
}

function containmentOf(
  call: Call,
  { forbidden, opened }: Pick<DecisionSources, 'forbidden' | 'opened'>,
): { readonly refused?: string; readonly paths?: readonly string[] } {
  const kind = kindOf(call.name);
  if (kind !== 'reader' && kind !== 'writer') return {};
  const use = kind === 'writer' ? 'write' : 'read';
  const { path = '.' } = call.args;
  if (typeof path !== 'string') return { refused: 'The path of this call is no text.' };
  const checked = checkPath(path, { cwd: call.cwd, mode: call.mode, forbidden, use, ...(opened && { opened }) });
  return checked.ok ? { paths: [checked.path, relative(call.cwd, checked.path)] } : { refused: checked.why };
}

/** A policy that throws or does not answer in time denies the call. */
async function policyOf(
  { policy, policyMs = 40_000 }: DecisionSources,
  { conversation, tool, name, args, cwd }: Call,
): Promise<string | undefined> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const clock = setTimeout(() => reject(new Error('it did not answer in time')), policyMs);
  try {
    return (await Promise.race([policy({ conversation, tool, name, args, cwd }), late]))?.deny;
  } catch (error) {
    return `A policy could not be asked (${error instanceof Error ? error.message : String(error)}), so this call is not made.`;
  } finally {
    clearTimeout(clock);
  }
}

/** The rule that the person's answer creates: for exactly this command or file. */
function ruleFor(call: Call, { command, paths, project }: Asked, scope: Exclude<Scope, 'once'>): Rule {
  const about = command?.trim() ?? paths?.[0];
  const of = scope === 'conversation' ? call.conversation : scope === 'project' ? project : undefined;
  return {
    id: randomUUID(),
    decision: 'allow',
    tool: call.name,
    scope,
    ...(about === undefined ? {} : { pattern: literal(about) }),
    ...(of === undefined ? {} : { of }),
  };
}

function kindOf(name: string): Facts['tool'] {
  return kinds.get(name) ?? 'other';
}

function commandOf(call: Call): string | undefined {
  if (kindOf(call.name) !== 'shell') return undefined;
  return typeof call.args.command === 'string' ? call.args.command : '';
}
