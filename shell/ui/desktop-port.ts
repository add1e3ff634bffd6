import { type Connect, messagePort } from '@atelier/kernel/ui';

/** A transport over the port that the desktop shell sends each time `ask` is called, as a message of the page's own window. */
export function desktopPort(ask: () => void): Connect {
  return async () => {
    const port = nextPort();
    ask();
    return messagePort(await port)();
  };
}

function nextPort(): Promise<MessagePort> {
  return new Promise(resolve => {
    const take = ({ source, data, ports: [port] }: MessageEvent) => {
      // A frame in the page can send a message too, with a port of its own.
      if (source !== window || data !== 'atelier:port' || port === undefined) return;
      window.removeEventListener('message', take);
      resolve(port);
    };
    window.addEventListener('message', take);
  });
}
