import type { ChannelShape, Publisher } from '@atelier/kernel';
import type { Core } from '../core.ts';
import { reasonOf } from '../reason.ts';
import type { OpenChannel } from '../tables/channels.ts';

/** The sending side of a channel. The channel's file is read at the first event; until then what is emitted waits in order. */
export function openPublisher<S extends ChannelShape>(core: Core, channel: string, owner: string, signal: AbortSignal): Publisher<S> {
  let open: OpenChannel | undefined;
  let waiting: [name: string, event: unknown][] | undefined;
  const failed = (error: unknown): void => core.log.for(owner).error(`An event of "${channel}" could not be sent: ${reasonOf(error)}`);
  const send = (to: OpenChannel, name: string, event: unknown): void => {
    core.meter.emitted(owner, 1);
    // Who emits cannot know whether the channel is open yet, so a wrong event is told in one way.
    try {
      core.channels.emit(to, name, event);
    } catch (error) {
      failed(error);
    }
  };
  const openThenSend = async (): Promise<void> => {
    const opened = await core.channels.open(channel);
    open = opened;
    for (const [name, event] of waiting ?? []) {
      if (!signal.aborted) send(opened, name, event);
    }
  };
  return {
    emit(name, event) {
      // An event after the end is nobody's business any more; throwing would only hide the code that came late.
      if (signal.aborted) return;
      const own = core.across(event);
      if (open) return send(open, name, own);
      if (waiting) return void waiting.push([name, own]);
      waiting = [[name, own]];
      openThenSend().catch(failed);
    },
  };
}
