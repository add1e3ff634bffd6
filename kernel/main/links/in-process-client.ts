import type { Channel, ChannelShape, Client } from '@atelier/kernel';
import type { Across } from '../context/context-parts.ts';
import type { Channels } from '../tables/channels.ts';

/** A channel's calling side within the kernel's own process: the same checks as over a link, without frames. */
export function inProcessClient<S extends ChannelShape>(
  { channels, across }: { readonly channels: Channels; readonly across: Across },
  channel: Channel<S>,
): Client<S> {
  return {
    call: (name, params, signal) => channels.call(channel.id, name, across(params), signal, undefined) as never,
    on: (name, listener) =>
      channels.onEvent((from, event, body) => {
        if (from.id === channel.id && event === name) listener(across(body) as never);
      }),
  };
}
