import type { Channel, ChannelShape, Client, Handle } from '@atelier/kernel';
import type { SliceMap } from '@atelier/schemas/view-context.ts';

export type { SliceMap };

/** The context of a view, one narrow slice at a time. */
export interface Slices {
  get<K extends keyof SliceMap>(name: K): SliceMap[K];
  /** Calls the listener when this slice changes, and only then. */
  watch<K extends keyof SliceMap>(name: K, listener: (value: SliceMap[K]) => void): Handle;
}

/** A small value that one view keeps while its window is open: across a reload of the page and an update of the extension. */
export interface ViewState {
  get(): unknown;
  /** Keeps a JSON value of at most 100,000 characters. */
  set(value: unknown): void;
}

/** Everything a view may use; set as its `view` property before it is shown. */
export interface ViewHost {
  /** Typed calls and events of a channel of an extension that the manifest lists. */
  connect<S extends ChannelShape>(channel: Channel<S>): Client<S>;
  /** Runs a command, in the window or in the kernel. */
  run(command: string, args?: unknown): Promise<unknown>;
  readonly slices: Slices;
  readonly state: ViewState;
}
