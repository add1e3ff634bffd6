import { linkErrors } from './errors.ts';
import type { Connect, Transport } from './transport.ts';

/**
 * A transport over a WebSocket: JSON text, one frame or an array of frames a message. A browser does not say why a socket was
 * refused, so the address `alive` of the same origin is fetched: 401, 403 or 421 means that connecting again is of no use.
 */
export function webSocket(address: string, alive?: string): Connect {
  return async () => {
    const socket = new WebSocket(address);
    const opened = await new Promise<boolean>(resolve => {
      socket.addEventListener('open', () => resolve(true), { once: true });
      socket.addEventListener('close', () => resolve(false), { once: true });
    });
    if (opened) return transportOf(socket);
    throw (await isRefused(alive)) ? linkErrors['link/not-admitted']({}) : linkErrors['link/refused']({ address });
  };
}

async function isRefused(alive: string | undefined): Promise<boolean> {
  if (alive === undefined) return false;
  try {
    return [401, 403, 421].includes((await fetch(alive, { cache: 'no-store' })).status);
  } catch {
    // No answer at all: the next attempt may succeed.
    return false;
  }
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
