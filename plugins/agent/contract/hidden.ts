import type { RuntimeState, Usage } from './generated.ts';

/**
 * Where text in a conversation comes from that neither the person nor Atelier wrote. `instructions` are files of a project for assistants,
 * `declared` is what another plugin says that it brought, `earlier` what was there before this was recorded.
 */
export interface OutsideSource {
  readonly kind: 'file' | 'command' | 'network' | 'tool' | 'message' | 'import' | 'instructions' | 'declared' | 'earlier';
  readonly name: string;
  /** In milliseconds. */
  readonly at: number;
}

/** What a caller says of text that it passes on: the sources that it knows, or a name of its own with the kind `declared`. */
export type PassedSource = Pick<OutsideSource, 'kind' | 'name'>;

/** One instruction to a model in a conversation that is not shown. */
export interface HiddenRun {
  readonly instruction: string;
  readonly model?: string;
  readonly thinkingLevel?: NonNullable<RuntimeState['thinkingLevel']>;
  /** Not of an installed extension, which is refused. */
  readonly cwd?: string;
  /** The sources of text from outside in the instruction. */
  readonly outside?: readonly PassedSource[];
  /** It is stopped at the first of these that is reached, with `agent/hidden-limit`. Money is in dollars. */
  readonly limits?: { readonly minutes?: number; readonly tokens?: number; readonly money?: number };
  /** What it is charged to: an extension, an automation or a channel. */
  readonly chargedTo?: { readonly kind: 'automation' | 'channel' | 'extension'; readonly of: string };
  /** By what `stopHidden` and `hiddenSteps` find it; not of an installed extension, which is refused. */
  readonly name?: string;
}

/** What a person would be asked about commands of a conversation, by the same table that decides on each call. */
export interface Foreseen {
  readonly sandboxed: boolean;
  readonly asks: readonly (
    | 'noSandbox'
    | 'outside'
    | 'closed'
    | 'rule'
    | 'wantsNetwork'
    | 'destructive'
    | 'unclear'
    | 'changed'
    | 'noRow'
  )[];
  /**
   * `runs`: unasked, as long as no text from outside was read. `lacksNetwork`: it would be run, but it needs the network, which the sandbox of
   * secure mode does not give.
   */
  readonly commands: readonly { readonly command: string; readonly runs: boolean; readonly lacksNetwork: boolean }[];
}

/** One thing that was said or called in a hidden run, cut to a bounded length and without known secrets. */
export interface HiddenStep {
  readonly kind: 'said' | 'tool';
  /** What was said, or what the tool was called with. */
  readonly text: string;
  /** Of a tool. */
  readonly name?: string;
  /** Left out for a call without a result. */
  readonly ok?: boolean;
  /** What the tool answered. */
  readonly result?: string;
}

/** The answer of a hidden run, with the sources of text from outside that it read. */
export interface HiddenAnswer {
  readonly text: string;
  readonly usage: Usage;
  readonly outside: readonly OutsideSource[];
}
