import type { Connect } from './transport.ts';

/** A transport over a MessagePort, for the desktop window and for an extension's frame. It connects once: a port cannot be opened again. */
export function messagePort(port: MessagePort): Connect {
  return async () => ({
    send(frame) {
      port.postMessage(frame);
      return undefined;
    },
    onMessage(listener) {
      port.addEventListener('message', event => listener(event.data));
      port.start();
    },
    onClose: listener => port.addEventListener('close', () => listener(), { once: true }),
    close: () => port.close(),
  });
}
