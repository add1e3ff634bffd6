import { tellingWords, wordsOf } from '../store/telling.ts';

/** Fewer letters are in any message. */
const leastLetters = 5;
/** As many letters at the beginning make two words forms of one. */
const stem = 4;
/** Whom a memory is about is no part of what it says. */
const speakers: ReadonlySet<string> = new Set(['person', 'personne', 'user', 'utilisateur', 'utilisatrice', 'project', 'projet']);

/**
 * Whether a quotation carries what is to be remembered: it is more than a word, says something of it, and every name and number in it was
 * written by the person. Else a model could hang whatever it likes on three letters.
 */
export function carries(quote: string, content: string, own: readonly string[]): boolean {
  const words = wordsOf(quote);
  if (words.join('').length < leastLetters || (words.length < 2 && isLatin(quote))) return false;
  const telling = tellingWords(content).filter(word => !speakers.has(word));
  if (!telling.some(word => words.some(one => isForm(word, one)))) return false;
  const said = own.flatMap(wordsOf);
  return namesOf(content).every(name => said.some(one => isForm(name, one)));
}

const isLatin = (text: string): boolean => !/[^\p{Script=Latin}\P{L}]/u.test(text);

function isForm(word: string, other: string): boolean {
  if (word === other) return true;
  // A script without spaces makes one word of a sentence.
  if (!isLatin(word)) return pairsOf(word).some(pair => other.includes(pair));
  return word.length >= stem && other.length >= stem && !/\d/.test(word) && word.slice(0, stem) === other.slice(0, stem);
}

const pairsOf = (word: string): string[] => Array.from({ length: Math.max(1, word.length - 1) }, (_, at) => word.slice(at, at + 2));

/** What has a digit, and what has a capital but does not begin a sentence. */
function namesOf(content: string): string[] {
  return content
    .split(/[.!?:;\n“”«»"]/)
    .flatMap(sentence =>
      sentence
        .trim()
        .split(/\s/)
        .slice(1)
        .concat(/\d/.test(sentence) ? (sentence.trim().split(/\s/)[0] ?? '') : []),
    )
    .filter(word => /\d/.test(word) || /^[^\p{L}]{0,4}\p{Lu}/u.test(word))
    .flatMap(wordsOf)
    .filter(word => (word.length > 2 || /\d/.test(word)) && !speakers.has(word));
}
