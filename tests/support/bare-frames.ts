import type { Link } from '@atelier/kernel/host';

/** A page that speaks bare frames and says whose view it speaks for. */
export interface BareFrames {
  /** Resolves to the code of the error, or to `answered`. */
  codeOf(to: string, body: unknown, from: string): Promise<string>;
  /** Resolves to the value, or to the code of the error. */
  valueOf(to: string, body: unknown, from: string): Promise<unknown>;
}

export function bareFrames(link: Link): BareFrames {
  interface Body {
    readonly value?: unknown;
    readonly error?: { readonly code: string };
  }
  const waiting = new Map<number, (body: Body) => void>();
  let last = 0;
  link.onMessage(message => {
    for (const { kind, id, body } of [message].flat() as { kind: string; id: number; body: Body }[])
      if (kind === 'answer') waiting.get(id)?.(body);
  });
  const ask = (to: string, body: unknown, from: string): Promise<Body> => {
    last += 1;
    const { promise, resolve } = Promise.withResolvers<Body>();
    waiting.set(last, resolve);
    link.send([{ v: 1, id: last, kind: 'call', to, body, from }]);
    return promise;
  };
  return {
    codeOf: async (to, body, from) => (await ask(to, body, from)).error?.code ?? 'answered',
    async valueOf(to, body, from) {
      const { value, error } = await ask(to, body, from);
      return error?.code ?? value;
    },
  };
}
