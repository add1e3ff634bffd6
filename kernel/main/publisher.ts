import type { ChannelShape, Publisher } from '@atelier/kernel';
import type { OpenChannel } from './channels.ts';
import type { Core } from './core.ts';
import { reasonOf } from './reason.ts';

/** The sending side of a channel. Until the channel's file has been read, what is emitted waits in order. */
export function openPublisher<S extends ChannelShape>(core: Core, channel: string, owner: string, signal: AbortSignal): Publisher<S> {
  let open: OpenChannel | undefined;
  let waiting: [name: string, event: unknown][] = [];
  const send = (to: OpenChannel, name: string, event: unknown): void => {
    core.meter.emitted(owner, 1);
    core.channels.emit(to, name, event);
  };
  core.channels.open(channel).then(
    opened => {
      open = opened;
      const early = waiting;
      waiting = [];
      for (const [name, event] of early) {
        if (!signal.aborted) send(opened, name, event);
      }
    },
    (error: unknown) => core.log.for(owner).error(`The channel "${channel}" could not be opened: ${reasonOf(error)}`),
  );
  return {
    emit(name, event) {
      // An event after the end is nobody's business any more; throwing would only hide the code that came late.
      if (signal.aborted) return;
      const own = core.across(event);
      if (open) send(open, name, own);
      else waiting.push([name, own]);
    },
  };
}
