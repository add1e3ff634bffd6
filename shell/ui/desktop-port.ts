import { type Connect, messagePort } from '@atelier/kernel/ui';

/** A transport over the port that the desktop shell sends each time `requestPort` is called, as a message of the page's own window. */
export function desktopPort(requestPort: () => void): Connect {
  return async () => {
    const port = nextPort();
    requestPort();
    return messagePort(await port)();
  };
}

function nextPort(): Promise<MessagePort> {
  return new Promise(resolve => {
    const onMessage = ({ source, data, ports: [port] }: MessageEvent) => {
      // A frame of the page could send such a message too.
      if (source !== window || data !== 'atelier:port' || port === undefined) return;
      window.removeEventListener('message', onMessage);
      resolve(port);
    };
    window.addEventListener('message', onMessage);
  });
}
