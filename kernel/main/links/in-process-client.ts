import type { Channel, ChannelShape, Client } from '@atelier/kernel';
import type { Core } from '../core.ts';

/** A channel's using side within the kernel's own process: the same checks as over a link, without frames. */
export function inProcessClient<S extends ChannelShape>(core: Core, channel: Channel<S>): Client<S> {
  return {
    call: (name, params, signal) => core.channels.call(channel.id, name, core.across(params), signal, undefined) as never,
    on: (name, listener) =>
      core.channels.onEvent((from, event, body) => {
        if (from.id === channel.id && event === name) listener(core.across(body) as never);
      }),
  };
}
