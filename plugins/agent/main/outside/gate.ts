import type { Call, Decided } from '../access/decide.ts';
import type { Facts } from '../access/decide-table.ts';
import { getAccessMode } from '../access/get-access-mode.ts';
import type { ShellLine } from '../access/shell/shell-line.ts';
import { nothingSaid, type Said, say } from '../access/words.ts';
import { reachesOut, sendsNothing } from './leaves.ts';
import { namedSources, secretAmong } from './question.ts';
import { sourceOf } from './reads.ts';
import type { OutsideSource, OutsideSources } from './sources.ts';

/** A call at the gate: what it runs, and what kind of tool it is. */
export interface GateCall extends Pick<Call, 'conversation' | 'name' | 'args' | 'mode' | 'sandboxed' | 'network'> {
  readonly kind: Facts['tool'];
  readonly line: ShellLine | undefined;
}

export interface GateSources {
  readonly outside: OutsideSources;
  readonly senderOf: (tool: string) => Promise<string | undefined>;
}

type Allowed = Extract<Decided, { allow: true }>;

export interface OutsideGate {
  /** How this call could send something away, in a conversation that holds text from outside; undefined if it could not. */
  readonly leaves: 'leavesNetwork' | 'leavesUnsandboxed' | 'leavesTool' | undefined;
  /** Why the person is asked about it; empty if they are not. */
  readonly question: Said;
  /** The call is made: what it brings is recorded before the model reads it, and whether it runs with the network is decided. */
  passed(decided: Allowed): Allowed;
}

/** What text from outside means for one call. */
export async function outsideGate(call: GateCall, { outside, senderOf }: GateSources): Promise<OutsideGate> {
  const { conversation, kind, mode, network, line } = call;
  const held = outside.of(conversation);
  const sender = held.length > 0 && kind === 'other' && call.name !== getAccessMode.name ? await senderOf(call.name) : undefined;
  const leaves = held.length === 0 ? undefined : sender !== undefined ? 'leavesTool' : waysOut(call);
  return {
    leaves,
    question: leaves === undefined ? nothingSaid : questionOf(held, locale => say(locale, leaves, { extension: sender ?? '' })),
    passed(decided) {
      // Something may have come while the person was asked.
      const isMarked = outside.has(conversation);
      const source = sourceOf(call.name, call.args, line !== undefined && reachesOut(line));
      const [added] = source === undefined ? [] : outside.add(conversation, [source]);
      const brought = added === undefined ? decided : { ...decided, outside: added.name };
      if (kind !== 'shell') return brought;
      const hasNetwork = decided.network === true || network || (mode === 'open' && !isMarked);
      return hasNetwork === (mode === 'open') ? brought : { ...brought, network: hasNetwork };
    },
  };
}

/** In a sandbox the system enforces it, and this only finds what to ask about; without one this is all there is. */
function waysOut({ kind, sandboxed, network, line }: GateCall): OutsideGate['leaves'] {
  if (kind !== 'shell' || line === undefined) return undefined;
  if (!sandboxed) return sendsNothing(line) ? undefined : 'leavesUnsandboxed';
  return !network && reachesOut(line) ? 'leavesNetwork' : undefined;
}

function questionOf(sources: readonly OutsideSource[], how: Said): Said {
  const { names, more } = namedSources(sources);
  const secret = secretAmong(sources);
  return locale => {
    const listed = [...names, ...(more > 0 ? [say(locale, 'outsideMore', { count: String(more) })] : [])].join(', ');
    const read = names.length === 0 ? say(locale, 'outsideEarlier') : say(locale, 'outsideRead', { sources: listed });
    const parts = [read, ...(secret === undefined ? [] : [say(locale, 'outsideSecret', { what: secret })])];
    return say(locale, 'outside', { read: parts.join(' '), how: how(locale) });
  };
}
