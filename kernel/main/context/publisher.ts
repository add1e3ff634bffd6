import type { ChannelShape, Publisher } from '@atelier/kernel';
import { reasonOf } from '../reason.ts';
import type { OpenChannel } from '../tables/channels.ts';
import type { PublisherParts } from './context-parts.ts';

/** The sending side of a channel. The channel's file is read at the first event; until it is loaded, events wait in order. */
export function openPublisher<S extends ChannelShape>(
  parts: PublisherParts,
  channel: string,
  owner: string,
  signal: AbortSignal,
): Publisher<S> {
  let open: OpenChannel | undefined;
  let waiting: [name: string, event: unknown][] | undefined;
  const failed = (error: unknown): void => parts.log.for(owner).error(`An event of "${channel}" could not be sent: ${reasonOf(error)}`);
  const send = (to: OpenChannel, name: string, event: unknown): void => {
    parts.meter.emitted(owner, 1);
    // The emitter cannot know whether the channel is open yet, so an invalid event is always reported the same way.
    try {
      parts.channels.emit(to, name, event);
    } catch (error) {
      failed(error);
    }
  };
  const openThenSend = async (): Promise<void> => {
    const opened = await parts.channels.open(channel);
    open = opened;
    for (const [name, event] of waiting ?? []) {
      if (!signal.aborted) send(opened, name, event);
    }
  };
  return {
    emit(name, event) {
      // An event after the end has no receiver; throwing would only hide the code that is late.
      if (signal.aborted) return;
      const own = parts.transfer(event);
      if (open) return send(open, name, own);
      if (waiting) return void waiting.push([name, own]);
      waiting = [[name, own]];
      openThenSend().catch(failed);
    },
  };
}
