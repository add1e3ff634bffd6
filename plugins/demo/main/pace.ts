import type { ServerResponse } from 'node:http';
import type { Chunk } from './wire.ts';

export interface Pace {
  readonly tokensPerSecond: number;
  /** The time before the first token. */
  readonly beforeMs: number;
}

/** The pace of a fast model. */
export const lifelike: Pace = { tokensPerSecond: 120, beforeMs: 250 };
/** For programs that drive the app; still slow enough that a long answer can be stopped. */
export const brisk: Pace = { tokensPerSecond: 4_000, beforeMs: 0 };

const tickMs = 25;

/** Writes at this pace, and ends early when the connection is closed. */
export async function stream(chunks: Iterable<Chunk>, pace: Pace, response: ServerResponse): Promise<void> {
  await pause(pace.beforeMs, response);
  const began = performance.now();
  let tokens = 0;
  for (const chunk of chunks) {
    // Measured from the beginning, so that delays of timers do not add up.
    while (tokens > 0 && tokens * 1_000 > (performance.now() - began + tickMs) * pace.tokensPerSecond) {
      if (response.destroyed) return;
      await pause(tickMs, response);
    }
    if (response.destroyed) return;
    if (!response.write(chunk.data)) await eventOrClose(response, 'drain');
    tokens += chunk.tokens;
  }
  response.end();
}

/** Waits for this long, or until the connection is closed. */
function pause(milliseconds: number, response: ServerResponse): Promise<void> {
  return milliseconds === 0 ? Promise.resolve() : eventOrClose(response, undefined, milliseconds);
}

/** Resolves at the event, at the end of the time, or when the connection closes, and leaves no listener behind. */
function eventOrClose(response: ServerResponse, event: 'drain' | undefined, milliseconds?: number): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise(resolve => {
    const done = (): void => {
      clearTimeout(clock);
      response.off('close', done);
      if (event) response.off(event, done);
      resolve();
    };
    const clock = milliseconds === undefined ? undefined : setTimeout(done, milliseconds);
    response.on('close', done);
    if (event) response.on(event, done);
  });
}
