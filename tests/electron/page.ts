import { relay } from './relay.ts';

const { atelierConnect } = window as unknown as { atelierConnect(): void };

// One at a time: each message of the window is the answer to the question before it.
let asked: Promise<unknown> = Promise.resolve();

void relay(() => {
  const port = asked.then(nextPort);
  asked = port;
  return port;
});

function nextPort(): Promise<MessagePort> {
  return new Promise(resolve => {
    window.addEventListener('message', ({ ports: [port] }) => port && resolve(port), { once: true });
    atelierConnect();
  });
}
