import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { type Locale, visibleText } from '@atelier/kernel';
import type { AccessMode, Rule, ToolCall } from '../../contract/index.ts';
import { checkPath } from '../../engine/containment.ts';
import type { CallGrant, Decision } from '../../engine/protocol.ts';
import { realFolder } from '../../engine/runnable-content.ts';
import { changedSince, shownNow } from '../../engine/shown.ts';
import { closedPlaceIn } from '../closed-places.ts';
import { type OutsideGate, outsideGate } from '../outside/gate.ts';
import type { OutsideSources } from '../outside/sources.ts';
import type { Answered, Approvals, Scope } from './approvals.ts';
import { type Facts, verdictOn } from './decide-table.ts';
import { destructiveIn } from './destructive/destructive.ts';
import { placesOf } from './destructive/where.ts';
import type { Asked } from './match-rule.ts';
import { wantsNetwork } from './network.ts';
import { filesOf } from './path-rules.ts';
import { literal } from './patterns.ts';
import type { DecidedCall } from './replay/decided-calls.ts';
import type { RuleDecision, Rules } from './rules.ts';
import { loadShellParser } from './shell/parse.ts';
import { readLine } from './shell/read-line.ts';
import { notRead, type ShellLine } from './shell/shell-line.ts';
import { joined, nothingSaid, ruleInWords, type Said, say, type words } from './words.ts';

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
  /** Nobody sees the conversation, so nobody is asked. */
  readonly isHidden?: boolean;
  /** The extension whose message this turn answers; undefined if the person sent it. */
  readonly startedBy?: string | undefined;
  /** The conversation of the person whose rules hold and in which they are asked; itself if left out. */
  readonly askedIn?: string;
  /** By what the person knows it, if another conversation has begun it. */
  readonly child?: string;
  /** The folder that the conversation works in; a project's folder, or the workspace. */
  readonly folder: string;
  readonly project?: string | undefined;
}

/** `decided` and `rule`, the same in words, are for the person; `deny` is for the model; `outside` is what the answer brings from outside. */
export type Decided =
  | ({ readonly allow: true; readonly rule: string; readonly decided: Decision; readonly outside?: string } & CallGrant)
  | { readonly allow: false; readonly deny: string; readonly rule: string; readonly decided: Decision };

/** Why extensions deny a call, and the one that does. */
interface Veto {
  readonly deny: string;
  readonly by?: string;
}

export interface DecisionSources {
  readonly rules: Rules;
  readonly approvals: Approvals;
  /** The hook of other extensions. */
  readonly policy: (call: ToolCall) => Promise<Veto | undefined>;
  /** What conversations hold from outside. */
  readonly outside: OutsideSources;
  /** The extension of a tool, if it may send what it is given to others. */
  readonly senderOf: (tool: string) => Promise<string | undefined>;
  readonly forbidden: readonly string[];
  /** The folders inside a forbidden one that conversations may use. */
  readonly opened?: readonly string[];
  /** The folders inside a forbidden one that tools only read. */
  readonly readable?: readonly string[];
  readonly locale: () => Locale;
  /** Keeps what was decided, and on what. */
  readonly record?: (call: Noted, decided: Decision) => void;
  /** How long all policies together may take; the kernel's limit for each is shorter. */
  readonly policyMs?: number;
}

const kinds = new Map<string, Facts['tool']>([
  ...['read', 'ls', 'grep', 'find'].map(name => [name, 'reader'] as const),
  ...['write', 'edit'].map(name => [name, 'writer'] as const),
  ...['bash', 'powershell'].map(name => [name, 'shell'] as const),
]);

/** What a decision depends on but for rules. */
type Noted = Pick<DecidedCall, 'asked' | 'cwd' | 'facts'>;

/** What rules say of a call that is refused before they are asked. */
const nothingDecided: RuleDecision = { rule: undefined, changed: [], isGuarded: false, isGuardedPerhaps: false };

/** Collects the facts of a call, looks up the decision in the table, and asks the person if the table says so. */
export function createDecide(sources: DecisionSources): (call: Call, signal?: AbortSignal) => Promise<Decided> {
  const { rules, approvals, locale } = sources;
  const said = (key: keyof typeof words, blanks?: Record<string, string>) => (one: Locale) => say(one, key, blanks);
  const inWords = (key: keyof typeof words, blanks?: Record<string, string>) => say(locale(), key, blanks);

  const askOnce = async (call: Call, why: Said, scopes: readonly Scope[], signal: AbortSignal | undefined): Promise<Answered> => {
    const command = commandOf(call);
    const title = command === undefined ? said('runTool', { tool: call.name }) : said('runCommand');
    const textsIn = (one: Locale) => ({ title: title(one), why: why(one) });
    return approvals.ask(
      {
        conversation: call.askedIn ?? call.conversation,
        kind: 'approval',
        ...textsIn(locale()),
        texts: { fr: textsIn('fr'), en: textsIn('en') },
        ...(command === undefined ? {} : { text: command }),
        tool: call.tool,
        name: call.name,
        args: { ...call.args },
        scopes: scopes.filter(scope => scope !== 'project' || call.project !== undefined),
        unattended: call.unattended,
      },
      signal,
    );
  };

  /** Asks, and asks again as long as what the command runs changes while the question is open. */
  const ask = async (call: Call, line: ShellLine | undefined, why: Said, scopes: readonly Scope[], signal: AbortSignal | undefined) => {
    const { mode, folder } = call;
    const named = line === undefined ? [] : filesOf(line);
    const command = commandOf(call);
    if (command === undefined) return { answer: await askOnce(call, why, scopes, signal), shown: undefined };
    for (let changed: readonly string[] = []; ; ) {
      const shown = shownNow(command, mode, folder, named);
      const news = changed.length === 0 ? nothingSaid : said('changedMeanwhile', { files: listed(changed) });
      const answer = await askOnce(call, joined(news, why), scopes, signal);
      if (answer.by !== 'person' || answer.allow !== true) return { answer, shown };
      changed = changedSince(shown, command, mode);
      if (changed.length === 0) return { answer, shown };
    }
  };

  const answered = (call: Call, answer: Answered, scopes: readonly Scope[], asked: Asked): Decided => {
    if (answer.by === 'person' && answer.allow === true) {
      const scope = answer.scope !== undefined && scopes.includes(answer.scope) ? answer.scope : 'once';
      if (scope !== 'once') rules.allow(ruleFor(call, asked, scope), asked);
      return { allow: true, rule: inWords('person', { scope: inWords(scope) }), decided: { allowed: true, by: 'person', scope } };
    }
    if (answer.by !== 'person')
      return {
        allow: false,
        deny: 'Nobody answered whether this call may be made, so it is not made.',
        rule: inWords('nobodyAnswered'),
        decided: { allowed: false, by: 'nobody' },
      };
    const said = answer.text?.trim().slice(0, maxSaid) ?? '';
    const decided: Decision = { allowed: false, by: 'person', ...(said !== '' && { said }) };
    return { allow: false, deny: `The person denied this call.${said && ` They say: ${said}`}`, rule: inWords('personDenied'), decided };
  };

  const decide = async (
    call: Call,
    line: ShellLine | undefined,
    gate: OutsideGate,
    signal: AbortSignal | undefined,
    note: (noted: Noted) => void,
  ): Promise<Decided> => {
    const contained = containmentOf(call, sources);
    // No extension is asked about a refused path, and no rule is looked up for a refused path or a vetoed call.
    const veto = contained.refused === undefined ? await policyOf(sources, call) : undefined;
    const command = commandOf(call);
    const project = call.project && realFolder(call.project);
    const { askedIn = call.conversation, folder } = call;
    const asked: Asked = { conversation: askedIn, project, folder, tool: call.name, command, line, paths: contained.paths };
    const isRefused = contained.refused !== undefined || veto !== undefined;
    const { rule, changed, isGuarded, isGuardedPerhaps } = isRefused ? nothingDecided : rules.decide(asked);
    const { mode, sandboxed, network } = call;
    const tool = kindOf(call.name);
    const { refused } = contained;
    const isBare = mode === 'open' && !sandboxed;
    const closed = command !== undefined && line !== undefined && isBare ? closedPlaceIn(command, line, call.cwd, sources) : undefined;
    // Secure mode confines what a command destroys, or asks about each.
    const destructive = line === undefined || mode === 'secure' ? [] : destructiveIn(line, placesOf(folder));
    const lasting = {
      ...{ tool, mode, sandboxed, network, refused, veto: veto?.deny, destructive, closed },
      wantsNetwork: line !== undefined && wantsNetwork(line),
      leaves: gate.leaves !== undefined,
      isUnclear: line?.unclear !== undefined,
    };
    note({ asked, cwd: call.cwd, facts: lasting });
    const verdict = verdictOn({ ...lasting, rule, changed, isGuarded, isUnclear: lasting.isUnclear || isGuardedPerhaps });

    if (rule !== undefined && [...Object.values(verdict)].includes('rule')) rules.used(rule.id);
    const ruleSaid = (one: Locale) => (rule === undefined ? '' : ruleInWords(rule, one, text => visibleText(text, 'code')));
    const ruleText = ruleSaid(locale());
    if ('deny' in verdict) {
      const why = refused ?? veto?.deny ?? 'A rule of the person denies this call.';
      const vetoText = () => (veto?.by === undefined ? inWords('policyFailed') : inWords('policy', { extension: veto.by }));
      const reason = { contained: () => inWords('contained'), policy: vetoText, rule: () => ruleText }[verdict.deny]();
      const by = verdict.deny === 'policy' && veto?.by === undefined ? 'policyFailed' : verdict.deny;
      const denied: Decision = {
        ...{ allowed: false, by },
        ...(by === 'policy' && { extension: visibleText(veto?.by ?? '', 'name'), said: visibleText(why.slice(0, maxSaid), 'prose') }),
        ...(by === 'rule' && ruleKept(rule)),
      };
      return { allow: false, deny: why, rule: reason, decided: denied };
    }
    if ('allow' in verdict) {
      const { allow: by } = verdict;
      const isByRule = by === 'rule';
      return { allow: true, rule: isByRule ? ruleText : inWords(by), decided: { allowed: true, by, ...(isByRule && ruleKept(rule)) } };
    }

    if (call.isHidden) {
      const deny = 'Nobody sees this conversation, so nothing is done in it that a person would have to allow.';
      return { allow: false, deny, rule: inWords('nobodySees'), decided: { allowed: false, by: 'unseen' } };
    }
    const starter = call.startedBy === undefined ? nothingSaid : said('startedBy', { extension: visibleText(call.startedBy, 'name') });
    const specialist = call.child === undefined ? nothingSaid : said('specialist', { name: visibleText(call.child, 'name') });
    const changeText = changed.length === 0 ? nothingSaid : said('changed', { files: listed(changed) });
    const reason = {
      rule: ruleSaid,
      changed: nothingSaid,
      destructive: said('destructive', { what: listed(destructive) }),
      unclear: said('unclear'),
      noSandbox: joined(said('noSandbox'), gate.question),
      outside: joined(gate.question, destructive.length > 0 ? said('alsoDestructive', { what: listed(destructive) }) : nothingSaid),
      closed: said('closed', { what: visibleText(closed ?? '', 'code') }),
      wantsNetwork: said('wantsNetwork'),
      noRow: said('noRow'),
    }[verdict.ask];
    const { scopes, gives } = verdict;
    const { answer, shown } = await ask(call, line, joined(specialist, starter, changeText, reason), scopes, signal);
    // Who allows the network allows no command, so no rule is created.
    const decided = answered(call, answer, scopes, asked);
    if (!decided.allow) return decided;
    return { ...decided, ...(shown && { shown }), ...(gives && tool === 'shell' && { network: true }) };
  };

  return async (call, signal) => {
    const line = await lineOf(call);
    const gate = await outsideGate({ ...call, kind: kindOf(call.name), line }, sources);
    let noted: Noted | undefined;
    const decided = await decide(call, line, gate, signal, one => {
      noted = one;
    });
    if (noted !== undefined && call.isHidden !== true) sources.record?.(noted, decided.decided);
    return decided.allow ? gate.passed(decided) : decided;
  };
}

/** What a command runs; undefined for a tool that is no shell. */
async function lineOf(call: Call): Promise<ShellLine | undefined> {
  const command = commandOf(call);
  return command === undefined ? undefined : (await lineReader())(command, call.cwd, call.name);
}

/** Reads commands of tools. Only bash is understood. */
export async function lineReader(): Promise<(command: string, cwd: string, tool: string) => ShellLine> {
  const parser = await loadShellParser();
  return (command, cwd, tool) => (tool === 'bash' ? readLine(parser, command, { cwd, isFolder }) : notRead);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

const maxListed = 5;
/** The most that is kept of a reason for a refusal. */
const maxSaid = 2000;

/** What is kept of the rule that decided; `visible`, because a model may have written the pattern. */
function ruleKept(rule: Rule | undefined): { readonly rule?: NonNullable<Decision['rule']> } {
  if (rule === undefined) return {};
  const { decision, tool, pattern, scope } = rule;
  const visible = (text: string) => visibleText(text.slice(0, maxSaid), 'code');
  return { rule: { decision, tool: visible(tool), scope, ...(pattern !== undefined && { pattern: visible(pattern) }) } };
}

function listed(names: readonly string[]): string {
  return [...names.slice(0, maxListed), ...(names.length > maxListed ? ['…'] : [])].join(', ');
}

function containmentOf(
  call: Call,
  { forbidden, opened, readable }: Pick<DecisionSources, 'forbidden' | 'opened' | 'readable'>,
): { readonly refused?: string; readonly paths?: readonly string[] } {
  const kind = kindOf(call.name);
  if (kind !== 'reader' && kind !== 'writer') return {};
  const use = kind === 'writer' ? 'write' : 'read';
  const { path = '.' } = call.args;
  if (typeof path !== 'string') return { refused: 'The path of this call is no text.' };
  const checked = checkPath(path, {
    cwd: call.cwd,
    mode: call.mode,
    forbidden,
    use,
    ...(opened && { opened }),
    ...(readable && { readable }),
  });
  return checked.ok ? { paths: [checked.path, relative(call.cwd, checked.path)] } : { refused: checked.why };
}

/** A policy that throws or does not answer in time denies the call. */
async function policyOf(
  { policy, policyMs = 40_000 }: DecisionSources,
  { conversation, askedIn = conversation, tool, name, args, cwd }: Call,
): Promise<Veto | undefined> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const clock = setTimeout(() => reject(new Error('it did not answer in time')), policyMs);
  try {
    return await Promise.race([policy({ conversation, tool, name, args, cwd, ...(askedIn !== conversation && { root: askedIn }) }), late]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { deny: `A policy could not be asked (${reason}), so this call is not made.` };
  } finally {
    clearTimeout(clock);
  }
}

/** The rule that the person's answer creates: for exactly this command or file. */
function ruleFor(call: Call, { command, paths, project }: Asked, scope: Exclude<Scope, 'once'>): Rule {
  const about = command?.trim() ?? paths?.[0];
  const of = scope === 'conversation' ? (call.askedIn ?? call.conversation) : scope === 'project' ? project : undefined;
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
