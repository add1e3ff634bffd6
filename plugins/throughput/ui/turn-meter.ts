import type { AgentEvent } from '@atelier/agent/contract';

/** The speed of a turn. Rates are tokens per second of the model's writing time. */
export interface Figure {
  readonly isLive: boolean;
  /** The rate of the last seconds while the turn is live, afterwards the average. */
  readonly rate: number;
  readonly peak: number;
  /** The time from the start of the turn to the first output of the model. */
  readonly firstMs: number | undefined;
  readonly tokens: number;
  /** In dollars; undefined if it is unknown. */
  readonly cost: number | undefined;
  /** Whether tokens were estimated by the length of the text. */
  readonly isEstimated: boolean;
}

const lettersPerToken = 4;
const windowMs = 3000;
/** The shortest time over which a rate is computed. */
const minMs = 250;

interface Sample {
  readonly at: number;
  readonly tokens: number;
}

/** Measures one turn of one conversation by its events alone, without a clock or timers. */
export class TurnMeter {
  #startedAt: number | undefined;
  #firstAt: number | undefined;
  /** The start of the message that is being written. */
  #messageAt: number | undefined;
  #lastAt = 0;
  #estimate = 0;
  #counted = 0;
  #writingMs = 0;
  #peak = 0;
  #cost = 0;
  #isEstimated = false;
  /** Whether a message came in more than one piece; else nobody knows how long the model wrote. */
  #isInPieces = false;
  #isLive = false;
  #samples: Sample[] = [];

  get isLive(): boolean {
    return this.#isLive;
  }

  /** Returns whether the event changed something that is shown. */
  take(event: AgentEvent): boolean {
    switch (event.kind) {
      case 'turnStarted':
        this.#begin(event.at);
        return true;
      case 'text':
      case 'thinking':
        if (event.delta === undefined || event.delta === '') return false;
        this.#write(event.at, event.delta.length / lettersPerToken);
        return true;
      case 'messageEnded':
        if (event.role !== undefined && event.role !== 'assistant') return false;
        this.#endMessage(event.at, event.entry?.usage);
        return true;
      case 'turnEnded':
        this.#endMessage(event.at, undefined);
        this.#isLive = false;
        return true;
      default:
        return false;
    }
  }

  /** Undefined while nothing was written, and after what came all at once. */
  figure(now: number): Figure | undefined {
    const tokens = this.#counted + this.#estimate;
    if (tokens === 0) return undefined;
    const isWriting = this.#isLive && this.#messageAt !== undefined;
    if (!isWriting && !this.#isInPieces) return undefined;
    const average = this.#average();
    return {
      isLive: this.#isLive,
      rate: isWriting ? this.#recent(now) : average,
      peak: Math.max(this.#peak, average),
      firstMs: this.#startedAt === undefined || this.#firstAt === undefined ? undefined : this.#firstAt - this.#startedAt,
      tokens,
      cost: this.#cost > 0 ? this.#cost : undefined,
      isEstimated: this.#isEstimated || this.#estimate > 0,
    };
  }

  #begin(at: number): void {
    this.#startedAt = at;
    this.#firstAt = undefined;
    this.#messageAt = undefined;
    this.#estimate = 0;
    this.#counted = 0;
    this.#writingMs = 0;
    this.#peak = 0;
    this.#cost = 0;
    this.#isEstimated = false;
    this.#isInPieces = false;
    this.#isLive = true;
    this.#samples = [];
  }

  #write(at: number, tokens: number): void {
    // A page that was opened in the middle of a turn has not received its start.
    this.#isLive = true;
    this.#firstAt ??= at;
    this.#isInPieces ||= this.#messageAt !== undefined;
    this.#messageAt ??= at;
    this.#lastAt = at;
    this.#estimate += tokens;
    this.#samples.push({ at, tokens });
    while (this.#samples.length > 1 && at - this.#samples[0]!.at > windowMs) this.#samples.shift();
    if (at - this.#messageAt >= windowMs) this.#peak = Math.max(this.#peak, this.#recent(at));
  }

  #endMessage(at: number, usage: { readonly output: number; readonly cost: number } | undefined): void {
    if (this.#messageAt !== undefined) this.#writingMs += Math.max((usage === undefined ? this.#lastAt : at) - this.#messageAt, 0);
    // The usage includes tool calls, which do not arrive as text.
    if (usage !== undefined && usage.output > 0) this.#counted += usage.output;
    else {
      this.#counted += this.#estimate;
      if (this.#estimate > 0) this.#isEstimated = true;
    }
    this.#cost += usage?.cost ?? 0;
    this.#estimate = 0;
    this.#messageAt = undefined;
    this.#samples = [];
  }

  #average(): number {
    const open = this.#messageAt === undefined ? 0 : this.#lastAt - this.#messageAt;
    return (this.#counted + this.#estimate) / (Math.max(this.#writingMs + open, minMs) / 1000);
  }

  #recent(now: number): number {
    const fresh = this.#samples.filter(({ at }) => now - at <= windowMs);
    const first = fresh[0];
    if (first === undefined) return 0;
    const written = fresh.reduce((sum, { tokens }) => sum + tokens, 0);
    return written / (Math.max(now - first.at, minMs) / 1000);
  }
}
