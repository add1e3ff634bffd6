import type { Happened } from '../store/streams.ts';

export type Listener = (happened: Happened) => void;

/** Tells those who listen in this process what is in the log now. A hint that is lost costs time alone: the log has what happened. */
export interface Bus {
  publish(happened: Happened): void;
  /** Ends when the function that it returns is called. */
  listen(stream: string, listener: Listener): () => void;
}

export function localBus(): Bus {
  const listeners = new Map<string, Set<Listener>>();
  return {
    publish(happened) {
      for (const listener of listeners.get(happened.stream) ?? []) listener(happened);
    },
    listen(stream, listener) {
      const all = listeners.get(stream) ?? new Set();
      listeners.set(stream, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0) listeners.delete(stream);
      };
    },
  };
}
