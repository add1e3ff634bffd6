import { type Channel, type ChannelShape, type Client, KernelChannel } from '@atelier/kernel';
import type { PageLink } from './link.ts';
import type { Slices, ViewHost, ViewState } from './view.ts';

export interface PageViewParts {
  readonly link: PageLink;
  readonly slices: Slices;
  readonly state: ViewState;
  /** The extension whose view this is; left out for the page itself. */
  readonly from?: string;
  /** Channels that the window answers itself, without the kernel. */
  readonly local?: (channel: string) => Client<ChannelShape> | undefined;
  /** Runs a command in the window where it can, without a call to the kernel. */
  readonly run?: (command: string, args: unknown) => Promise<unknown>;
}

/** The `ViewHost` of a view, in the page itself or in a frame. */
export function pageView({ link, slices, state, from, local, run }: PageViewParts): ViewHost {
  return {
    connect: <S extends ChannelShape>(channel: Channel<S>) => (local?.(channel.id) as Client<S> | undefined) ?? link.client(channel, from),
    run: run ?? ((command, args) => link.client(KernelChannel, from).call('runCommand', { command, args })),
    slices,
    state,
  };
}

/** A state that is never saved: for tests, and for the page itself. */
export function noState(): ViewState {
  let kept: unknown;
  return {
    get: () => kept,
    set: value => {
      kept = value;
    },
  };
}
