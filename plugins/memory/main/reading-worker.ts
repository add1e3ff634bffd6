import { parentPort } from 'node:worker_threads';
import { isAppError } from '@atelier/kernel';
import { type ReadDraft, read } from './taking-along.ts';

/** What the thread is told: the text a part at a time, then that this was all of it. */
export type ToRead = { readonly part: string } | { readonly now: number };
/** What it tells: drafts, so many at a time, then that these were all; or why there are none. */
export type FromReading =
  | { readonly drafts: readonly ReadDraft[] }
  | { readonly unreadable: number; readonly cut: number }
  | { readonly code: string }
  | { readonly failed: string };

/** So many drafts are handed over at a time: the app takes them in between other things. */
const piece = 200;
const parts: string[] = [];

parentPort?.on('message', (message: ToRead) => {
  if ('part' in message) parts.push(message.part);
  else for (const one of answers(message.now)) parentPort?.postMessage(one);
});

function* answers(now: number): Generator<FromReading> {
  try {
    const { drafts, unreadable, cut } = read(parts.join(''), now);
    for (let at = 0; at < drafts.length; at += piece) yield { drafts: drafts.slice(at, at + piece) };
    yield { unreadable, cut };
  } catch (error) {
    yield isAppError(error) ? { code: error.code } : { failed: String(error) };
  }
}
