import { parentPort } from 'node:worker_threads';
import { type Asked, type Ranked, Ranker } from './ranker.ts';

/** What the thread of the search is told. `put` has no answer. */
export type ToSearch =
  | { readonly put: readonly Ranked[]; readonly removed: readonly number[] }
  | { readonly ask: number; readonly question: Asked };

const ranker = new Ranker();

parentPort?.on('message', (message: ToSearch) => {
  if ('put' in message) {
    for (const number of message.removed) ranker.remove(number);
    for (const memory of message.put) ranker.put(memory);
    return;
  }
  parentPort?.postMessage({ ask: message.ask, hits: ranker.search(message.question) });
});
