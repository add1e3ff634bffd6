import { linkErrors } from './errors.ts';
import type { Connect, Transport } from './transport.ts';

/**
 * A transport over a WebSocket: JSON text, one frame or an array of frames a message. A browser does not say why a socket was
 * refused, so the address `alive` of the same origin is fetched: 401, 403 or 421 means that connecting again is of no use. `admit` is asked
 * before; where it answers false, nothing is sent to that address.
 */
export function webSocket(address: string, alive?: string, admit: () => Promise<boolean> = async () => true): Connect {
  return async () => {
    if (!(await admit())) throw linkErrors['link/not-admitted']({});
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

/** The host closes a connection that sends more. */
const largest = 16 * 1024 * 1024;

function transportOf(socket: WebSocket): Transport {
  return {
    send(frame) {
      if (socket.readyState !== WebSocket.OPEN) return undefined;
      const text = JSON.stringify(frame);
      // A character has three bytes at most.
      const size = text.length * 3 > largest ? new Blob([text]).size : 0;
      if (size > largest) return import('./late-errors.ts').then(({ tooLong }) => tooLong((frame as { to?: unknown }).to, size, largest));
      socket.send(text);
      return undefined;
    },
    onMessage: listener => socket.addEventListener('message', event => listener(JSON.parse(String(event.data)))),
    onClose: listener => socket.addEventListener('close', () => listener(), { once: true }),
    close: () => socket.close(),
  };
}
