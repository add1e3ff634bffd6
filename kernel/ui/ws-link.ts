import { linkErrors } from './errors.ts';
import type { Connect, Transport } from './transport.ts';

/** A wire over a WebSocket: JSON text, one frame or an array of frames a message. */
export function webSocket(address: string): Connect {
  return () =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(address);
      socket.addEventListener('open', () => resolve(transportOf(socket)), { once: true });
      socket.addEventListener('close', () => reject(linkErrors['link/refused']({ address })), { once: true });
    });
}

function transportOf(socket: WebSocket): Transport {
  return {
    send(frame) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
    },
    onMessage: listener => socket.addEventListener('message', event => listener(JSON.parse(String(event.data)))),
    onClose: listener => socket.addEventListener('close', () => listener(), { once: true }),
    close: () => socket.close(),
  };
}
