import type { Frame } from '@atelier/schemas/frame.ts';
import { linkErrors } from './errors.ts';
import type { Connect } from './transport.ts';

/** The kernel's end of a page's link, driven by a test. */
export function fakeKernel() {
  const frames: Frame[] = [];
  const waits: { milliseconds: number; go: () => void }[] = [];
  let deliver: (message: unknown) => void = () => undefined;
  let drop: () => void = () => undefined;
  let connected = 0;
  const state = { refusing: false, turnsAway: false };
  const connect: Connect = async () => {
    if (state.turnsAway) throw linkErrors['link/not-admitted']({});
    if (state.refusing) throw new Error('refused');
    connected += 1;
    let open = true;
    return {
      send: frame => {
        if (open) frames.push(structuredClone(frame) as Frame);
      },
      onMessage: listener => {
        deliver = listener;
      },
      onClose: listener => {
        drop = () => {
          open = false;
          listener();
        };
      },
      close: () => {
        open = false;
      },
    };
  };
  return {
    state,
    frames,
    waits,
    connect,
    wait: (milliseconds: number) => new Promise<void>(go => waits.push({ milliseconds, go })),
    get connected() {
      return connected;
    },
    send: (message: unknown) => deliver(structuredClone(message)),
    drop: () => drop(),
    /** The frames sent since the last call, as kind, address and body. */
    take: () => frames.splice(0).map(frame => [frame.kind, frame.to, frame.body]),
    answerLast(body: unknown) {
      const call = frames.filter(frame => frame.kind === 'call').at(-1);
      deliver({ v: 1, id: call?.id, kind: 'answer', to: call?.to, body });
    },
  };
}

/** Resolves after every pending promise callback has run. */
export const settle = () => new Promise<void>(resolve => setTimeout(resolve, 0));
