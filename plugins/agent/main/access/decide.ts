import { randomUUID } from 'node:crypto';
import { relative } from 'node:path';
import { type Locale, visibleText } from '@atelier/kernel';
import type { AccessMode, Rule, ToolCall } from '../../contract/index.ts';
import { checkPath } from '../../engine/containment.ts';
import type { Answered, Approvals, Scope } from './approvals.ts';
import { type Asked, literal } from './match-rule.ts';
import { destructiveIn, wantsNetwork } from './risky-commands.ts';
import type { Rules } from './rules.ts';
import { realFolder } from './runnable-content.ts';
import { ruleInWords, say, type words } from './words.ts';

/** A tool call before it is made, and how its conversation is held. */
export interface Call {
  readonly conversation: string;
  /** Names this call. */
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
  /** Folders of this conversation that are open although they lie in a forbidden one. */
  readonly opened?: readonly string[];
}

/** `rule` is read by the person, `deny` by the model. */
export type Decided =
  | { readonly allow: true; readonly rule: string }
  | { readonly allow: false; readonly deny: string; readonly rule: string };

export interface Deciders {
  readonly rules: Rules;
  readonly approvals: Approvals;
  /** The hook of other extensions. */
  readonly policy: (call: ToolCall) => Promise<{ readonly deny: string } | undefined>;
  /** Gives a conversation the network; `once`: for the call that asked. */
  readonly allowNetwork: (conversation: string, tool: string, once: boolean) => Promise<void>;
  readonly forbidden: readonly string[];
  readonly locale: () => Locale;
  /** How long a policy may take; the kernel's own limit is shorter. */
  readonly policyMs?: number;
}

const readers = new Set(['read', 'ls', 'grep', 'find']);
const writers = new Set(['write', 'edit']);
const shells = new Set(['bash', 'powershell']);
const allScopes: readonly Scope[] = ['once', 'conversation', 'project', 'always'];

/** Decides one call after the other: where it leads, what others say, what the person ruled, what the mode says. */
export function createDecide(deciders: Deciders): (call: Call, signal?: AbortSignal) => Promise<Decided> {
  const { rules, approvals, locale } = deciders;
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
    const said = answer.text === undefined || answer.text.trim() === '' ? '' : ` They say: ${answer.text.trim()}`;
    return { allow: false, deny: `The person denied this call.${said}`, rule: inWords('personDenied') };
  };

  return async (call, signal) => {
    const contained = containmentOf(call, deciders.forbidden);
    if (contained.refused !== undefined) return { allow: false, deny: contained.refused, rule: inWords('contained') };

    const veto = await policyOf(deciders, call);
    if (veto !== undefined) return { allow: false, deny: veto, rule: inWords('policy') };

    const command = commandOf(call);
    const project = call.project && realFolder(call.project);
    const asked: Asked = { conversation: call.conversation, project, tool: call.name, command, paths: contained.paths };
    const { rule, changed } = rules.decide(asked);
    const news = changed.length === 0 ? '' : inWords('changed', { files: listed(changed) });
    const because = (why: string) => [news, why].filter(one => one !== '').join(' ');
    const said = rule && ruleInWords(rule, locale(), text => visibleText(text, 'code'));
    if (rule && said !== undefined && rule.decision === 'deny')
      return { allow: false, deny: 'A rule of the person denies this call.', rule: said };

    const bare = command !== undefined && call.mode === 'secure' && !call.sandboxed;
    if (bare) return answered(call, await ask(call, because(inWords('noSandbox')), ['once'], signal), ['once'], asked);
    if (rule?.decision === 'ask' && said !== undefined) {
      const scopes: readonly Scope[] = ['once', 'conversation'];
      return answered(call, await ask(call, because(said), scopes, signal), scopes, asked);
    }

    if (command !== undefined && call.mode === 'secure' && !call.network && rule === undefined && wantsNetwork(command)) {
      const scopes: readonly Scope[] = ['once', 'conversation'];
      const answer = await ask(call, because(inWords('wantsNetwork')), scopes, signal);
      const allowed = answer.by === 'person' && answer.allow === true;
      if (allowed) await deciders.allowNetwork(call.conversation, call.tool, answer.scope !== 'conversation');
      // What is allowed here is the network, which the conversation keeps itself; no rule is made of it.
      return answered(call, { ...answer, scope: 'once' }, scopes, asked);
    }
    const what = command !== undefined && call.mode === 'open' ? destructiveIn(command) : undefined;
    // A rule for everything was not made with this in mind; one that names it was.
    if (what !== undefined && (rule === undefined || rule.pattern === undefined)) {
      return answered(call, await ask(call, because(inWords('destructive', { what })), allScopes, signal), allScopes, asked);
    }
    if (said !== undefined) return { allow: true, rule: said };
    if (news !== '') return answered(call, await ask(call, news, allScopes, signal), allScopes, asked);
    if (call.mode === 'open') return { allow: true, rule: inWords('modeOpen') };
    return { allow: true, rule: inWords(command === undefined ? 'modeSecureFiles' : 'modeSecure') };
  };
}

const mostListed = 5;

function listed(names: readonly string[]): string {
  return [...names.slice(0, mostListed), ...(names.length > mostListed ? ['…'] : [])].join(', ');
}

function containmentOf(call: Call, forbidden: readonly string[]): { readonly refused?: string; readonly paths?: readonly string[] } {
  const use = writers.has(call.name) ? 'write' : readers.has(call.name) ? 'read' : undefined;
  if (use === undefined) return {};
  const { path = '.' } = call.args;
  if (typeof path !== 'string') return { refused: 'The path of this call is no text.' };
  const checked = checkPath(path, { cwd: call.cwd, mode: call.mode, forbidden, use, ...(call.opened ? { opened: call.opened } : {}) });
  return checked.ok ? { paths: [checked.path, relative(call.cwd, checked.path)] } : { refused: checked.why };
}

/** A policy that throws or does not answer denies. */
async function policyOf(
  { policy, policyMs = 40_000 }: Deciders,
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

/** The rule that a person makes by their answer: of this very command or file, not of more. */
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

function commandOf(call: Call): string | undefined {
  if (!shells.has(call.name)) return undefined;
  return typeof call.args.command === 'string' ? call.args.command : '';
}
