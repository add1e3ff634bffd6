import type { AgentEvent, Part, ToolOutcome } from '@atelier/agent/contract';

/** A part of a message that is still being written. */
interface LivePart {
  readonly kind: 'text' | 'thinking';
  text: string;
  began: number;
  ended: number;
}

/** A message while it is written. */
export interface LiveMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly at: number;
  readonly model: string | undefined;
  readonly parts: Map<number, LivePart>;
  /** Calls that began before the message has ended. */
  readonly tools: string[];
}

/** What the events of a call contain besides its message. */
export interface LiveTool {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly startedAt: number;
  output: string;
  outcome: ToolOutcome | undefined;
}

/** The limit of a running command's output; the end of the call brings the whole output. */
const maxOutput = 64 * 1024;

/** Messages and calls that have not ended, and details that only events contain. */
export class LiveParts {
  message: LiveMessage | undefined;
  readonly tools = new Map<string, LiveTool>();
  /** How long the thinking of a message took, by its entry and part. */
  readonly thought = new Map<string, number>();

  begin({ message = '', role = 'assistant', at, model }: AgentEvent): void {
    this.message = { id: message, role, at, model, parts: new Map(), tools: [] };
  }

  grow({ message = '', part = 0, delta = '', kind, at }: AgentEvent): void {
    // The beginning was missed: the following text is shown, and the end of the message brings all of it.
    if (this.message?.id !== message) this.begin({ message, at, kind } as AgentEvent);
    const parts = this.message!.parts;
    const grown = parts.get(part) ?? { kind: kind === 'thinking' ? 'thinking' : 'text', text: '', began: at, ended: at };
    grown.text += delta;
    grown.ended = at;
    parts.set(part, grown);
  }

  startTool({ tool = '', name = '', args = {}, at }: AgentEvent): void {
    if (this.message !== undefined && !this.message.tools.includes(tool)) this.message.tools.push(tool);
    if (!this.tools.has(tool)) this.tools.set(tool, { name, args, startedAt: at, output: '', outcome: undefined });
  }

  output({ tool = '', delta = '' }: AgentEvent): void {
    const known = this.tools.get(tool);
    if (known !== undefined && known.outcome === undefined) known.output = (known.output + delta).slice(-maxOutput);
  }

  endTool({ tool = '', outcome, at }: AgentEvent): void {
    const known = this.tools.get(tool) ?? { name: '', args: {}, startedAt: at, output: '', outcome: undefined };
    known.outcome = outcome;
    this.tools.set(tool, known);
  }

  /** The message has become an entry. */
  end(message: string, entry: string): void {
    if (this.message?.id !== message) return;
    for (const [part, { kind, began, ended }] of this.message.parts)
      if (kind === 'thinking') this.thought.set(`${entry} ${part}`, ended - began);
    this.message = undefined;
  }

  forget(): void {
    this.message = undefined;
  }
}

/** The parts of a live message, as those of an entry. */
export function partsOf({ parts }: LiveMessage): readonly (Part & { readonly index: number })[] {
  return [...parts].sort(([a], [b]) => a - b).map(([index, { kind, text }]) => ({ index, kind, text }));
}
