import { PageLink, webSocket } from '@atelier/kernel/ui';
import type { Frame } from '@atelier/schemas/frame.ts';

interface Body {
  readonly type: string;
  readonly text: string;
}

// The page of the event bench: it counts what arrives and says when the last event was there.
const address = `ws://${location.host}/link`;
let events = 0;
let letters = 0;

function take({ type, text }: Body, done: () => void): void {
  events += 1;
  letters += text.length;
  if (type === 'end') done();
}

if (new URLSearchParams(location.search).get('mode') === 'raw') {
  const wire = await webSocket(address)();
  const done = () => wire.send({ v: 1, id: 1, kind: 'call', to: 'bench:done', body: { events, letters } } satisfies Frame);
  wire.onMessage(message => {
    for (const frame of message as Frame[]) take(frame.body as Body, done);
  });
  wire.send({ v: 1, id: 0, kind: 'call', to: 'bench:ready' } satisfies Frame);
} else {
  const link = new PageLink({ connect: webSocket(address), wait: async () => undefined, report: reportError });
  link.on('bench:event', body => take(body as Body, () => void link.call('bench:done', { events, letters })));
  void link.call('bench:ready', {});
}
