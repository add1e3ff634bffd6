import type { Understood } from '../../contract/index.ts';
import type { Words } from '../words.ts';

interface Read {
  readonly sentence: string;
  /** The text that was read last. */
  readonly read: string;
  readonly understood: Understood | undefined;
  /** The fields say more than the sentence. */
  readonly isFuller: boolean;
  /** Its one moment is over. */
  readonly isPast: boolean;
  /** Why its schedule never is due. */
  readonly never?: string | undefined;
}

/** What was understood of a sentence, in words. */
export function statusOf(
  text: Words,
  { sentence, read, understood, isFuller, isPast, never }: Read,
): { readonly words: string; readonly isUnclear: boolean } {
  const clear = (words: string) => ({ words, isUnclear: false });
  if (sentence.trim() === '') return clear(text.of('typeIt'));
  if (understood === undefined || read !== sentence) return clear(text.of('reading'));
  if (isPast || never !== undefined) return { words: never ?? text.of('passed'), isUnclear: true };
  if (isFuller) return clear(text.of('byFields'));
  const unknown = understood.unknown.map(({ start, end }) => text.of('quoted', { words: sentence.slice(start, end) }));
  const missing = understood.missing.map(what => text.of(`missing.${what}`));
  const unclear = [
    ...(unknown.length === 0 ? [] : [text.of('notUnderstood', { words: unknown.join(', ') })]),
    ...missing,
    ...(understood.bounds ?? []),
    ...(understood.doubts ?? []),
  ];
  return unclear.length === 0 ? clear(text.of('understood')) : { words: unclear.join(' '), isUnclear: true };
}
