import { isForm } from '../capture/proof.ts';
import { wordsOf } from '../store/telling.ts';
import { languagesOf, tellingText, wordsFor } from './small-words.ts';

/** Whatever the words: so much that is alike is no chance. */
const surely = 0.5;
const leastFuzzy = 6;
const alike = 0.6;
/** A word of so few letters has another form only with what makes many of one. */
const leastPlural = 3;
const plurals = ['s', 'es', 'x'];

/** The words of a message that say what it is about, as they are written; empty where it only thanks or greets. */
export function askedOf(message: string): string {
  const asked = tellingText(message);
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(asked) ? asked : '';
}

/**
 * Whether a memory that the search found has a word in common with what a message asks, in some form or with an error: letters alone are alike
 * by chance.
 */
export function fits(
  message: string,
  memory: { readonly title?: string; readonly content: string; readonly tags?: readonly string[] },
  nearness: number,
): boolean {
  if (nearness >= surely) return true;
  const languages = languagesOf(message);
  const own = new Set([memory.content, memory.title ?? '', ...(memory.tags ?? [])].flatMap(text => wordsFor(languages, text)));
  return [...new Set(wordsOf(tellingText(message)))].some(
    word => own.has(word) || [...own].some(one => isSomeForm(word, one) || isMistyped(word, one)),
  );
}

/** Signs that many sentences of a script without spaces have, two at a time. */
const smallRuns =
  'ありがとうございます ください でした ました ですか ますか している これは それは から なに どこ いつ だれ のは には では 什么 我的 你的 怎么 哪里 这个 那个 可以';

function isSomeForm(word: string, other: string): boolean {
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  if (short.length >= leastPlural && plurals.some(end => long === short + end)) return true;
  return isForm(word, other, smallRuns);
}

function isMistyped(word: string, other: string): boolean {
  if (word.length < leastFuzzy || other.length < leastFuzzy || /\d/.test(word + other)) return false;
  const pairs = new Set(pairsOf(other));
  const shared = pairsOf(word).filter(pair => pairs.has(pair)).length;
  return (2 * shared) / (word.length + other.length - 2) >= alike;
}

const pairsOf = (word: string): string[] => Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
