import type { Channel, ChannelShape, Client } from '@atelier/kernel';
import type { Transfer } from '../context/context-parts.ts';
import type { Channels } from '../tables/channels.ts';

/** A channel's calling side within the kernel's own process: the same checks as over a link, without frames. */
export function inProcessClient<S extends ChannelShape>(
  { channels, transfer }: { readonly channels: Channels; readonly transfer: Transfer },
  channel: Channel<S>,
): Client<S> {
  return {
    call: (name, params, signal) => channels.call(channel.id, name, transfer(params), signal, undefined) as never,
    on: (name, listener) =>
      channels.onEvent((from, event, body) => {
        if (from.id === channel.id && event === name) listener(transfer(body) as never);
      }),
  };
}
