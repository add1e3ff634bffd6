import type { Connect } from './transport.ts';

/** A wire over a MessagePort, as the desktop window and an extension's frame have it. It opens once: a port cannot be opened again. */
export function messagePort(port: MessagePort): Connect {
  return async () => ({
    send: frame => port.postMessage(frame),
    onMessage(listener) {
      port.addEventListener('message', event => listener(event.data));
      port.start();
    },
    onClose: listener => port.addEventListener('close', () => listener(), { once: true }),
    close: () => port.close(),
  });
}
