import type { Handle } from './token.ts';

declare global {
  /** Pages and Node both have it. This layer compiles against the types of neither, so that it uses nothing that only one has. */
  interface AbortSignal {
    readonly aborted: boolean;
  }
}

/** The type of a `*.channel.json` file; generated, never written by hand. */
export interface ChannelShape {
  calls: Record<string, { params: unknown; result: unknown }>;
  events: Record<string, unknown>;
}

/** The contract between a UI and a main side, or between two processes. */
export interface Channel<S extends ChannelShape> {
  readonly id: string;
  readonly shape?: S;
}

/** Names a channel. Its calls, events and error codes are in the file that the manifest lists under `atelier.channels`. */
export function defineChannel<S extends ChannelShape>(id: string): Channel<S> {
  return { id };
}

/** The serving side of a channel: one async function per call. `signal` aborts when the caller cancels or disconnects. */
export type Handlers<S extends ChannelShape> = {
  [K in keyof S['calls']]: (params: S['calls'][K]['params'], signal: AbortSignal) => Promise<S['calls'][K]['result']>;
};

/** Sends a channel's events to all its listeners. */
export interface Publisher<S extends ChannelShape> {
  emit<K extends keyof S['events'] & string>(name: K, event: S['events'][K]): void;
}

/** The calling side of a channel. A failed call rejects with an `AppError`. */
export interface Client<S extends ChannelShape> {
  call<K extends keyof S['calls'] & string>(
    name: K,
    params: S['calls'][K]['params'],
    signal?: AbortSignal,
  ): Promise<S['calls'][K]['result']>;
  on<K extends keyof S['events'] & string>(name: K, listener: (event: S['events'][K]) => void): Handle;
}
