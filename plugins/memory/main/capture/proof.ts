import { tellingWords, wordsOf } from '../store/telling.ts';
import { type Clause, isOtherMood } from './mood.ts';

/** Fewer letters are in any message. */
const leastLetters = 5;
/** As many letters at the beginning make two words forms of one. */
const stem = 4;
/** So much of what a memory says stands in the quotation. */
const leastProven = 0.5;
const longestQuote = 1000;
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
/** Whom a memory is about is no part of what it says. */
const speakers = words('person personne user utilisateur utilisatrice project projet');
/** Nor are words that any sentence may have. */
const empty = words(`
  i you he she it we they me him her us them my your his its our their mine yours theirs who whom whose which that this these those
  am been being do does did has have had having can could will would shall should may might must
  for with from by as about into onto over under than then so too also very just not no
  je tu il elle on nous vous ils elles moi toi lui leur leurs mon ma mes ton ta tes son sa ses notre nos votre vos se s y qui que qu dont
  ce cet cette ces c j m t n ne pas a ai as avons avez ont avait eu fait pour avec par sur dans sous plus tres comme`);
/** What says something by itself. */
const clauses =
  /[.!?:;,\n()–—“”«»"]|\s(?:and|but|or|that|which|who|because|while|whenever|if|et|mais|ou|que|qui|car|donc|si|parce|und|aber|oder|dass|weil|y|pero|porque)\s/iu;
/** They deny by themselves, or may: what is said with one of them is not compared. */
const softly =
  /\b(?:avoid|dislik|hate|refus|stop|quit|allerg|forbid|free|except|only|lack|miss|[eé]vit|d[eé]test|arr[eê]t|interdi|sauf|seul|uniquement|manqu)/iu;
const denying =
  /\b(?:not|no|non|never|without|nothing|none|nobody|nowhere|neither|nor|cannot|pas|jamais|sans|aucune?|rien|gu[eè]re|ni|nicht|nie|niemals|keine?[mnrs]?|ohne|weder|nunca|jam[aá]s|nada|tampoco)\b|n['’]t\b/iu;
/** French denies with whatever stands after it: "ne … plus", "n’… que". */
const denyingFrench = /(?<!\p{L})(?:[Nn]e\s|[Nn]['’](?=\p{L}{2}))/u;
/** They deny nothing of what they are said of. */
const idioms = /\b(?:can['’]?t|cannot|couldn['’]t) (?:believe|wait)\b|\bpas mal\b|\bno doubt\b|\bn['’]arrive pas [aà] (?:y )?croire\b/giu;
const denies = (text: string): boolean => {
  const said = text.replaceAll(idioms, ' ');
  return denying.test(said) || denyingFrench.test(said);
};

/** The words of a sentence that say something of whom it is about. */
export const sayingOf = (text: string): string[] => tellingWords(text).filter(word => !speakers.has(word) && !empty.has(word));

/**
 * The person's words that prove what is to be remembered: those that were cited, else the whole message that they are in; undefined if
 * neither does.
 */
export function proofOf(quote: string, content: string, message: string): string | undefined {
  if (!isQuotation(quote)) return undefined;
  return [quote, message].find(said => said.length <= longestQuote && carries(said, content));
}

/**
 * Whether a quotation carries what is to be remembered: it is more than a word, says something of each part of it and at least half of the
 * whole, and has every name and number in it. Else a model could hang whatever it likes on three letters.
 */
export function carries(quote: string, content: string): boolean {
  if (!isQuotation(quote)) return false;
  const said = wordsOf(quote);
  const isSaid = (word: string) => said.some(one => isForm(word, one));
  const saying = sayingOf(content);
  if (saying.filter(isSaid).length < Math.max(1, saying.length * leastProven)) return false;
  if (isReversed(quote, content)) return false;
  const parts = content.split(clauses).map(sayingOf);
  return parts.every(part => part.length === 0 || part.some(isSaid)) && namesOf(content).every(isSaid);
}

/** Its clauses, each with whether its sentence is a question. */
function clausesOf(text: string): Clause[] {
  return (text.match(/[^.!?;\n]+[.!?;\n]*/g) ?? []).flatMap(sentence => {
    const isQuestion = /\?/.test(sentence);
    return sentence
      .replaceAll(/est-ce qu(?:e\s|['’])/giu, 'est-ce-que ')
      .split(clauses)
      .map(part => ({ text: part, isQuestion }));
  });
}

/**
 * Whether it denies what was said, or says what was denied: in all of it, and in the part of the quotation that is nearest to each of its
 * parts. Or whether that part told what was, asked or supposed, and it says that it is.
 */
function isReversed(quote: string, content: string): boolean {
  const isDenial = !softly.test(quote) && !softly.test(content) && denies(quote) !== denies(content);
  const said = clausesOf(quote).map(clause => ({ clause, isDenied: denies(clause.text), words: wordsOf(clause.text) }));
  return content.split(clauses).some(part => {
    const saying = sayingOf(part);
    const shared = said.map(({ words }) => saying.filter(word => words.some(one => isForm(word, one))).length);
    const most = Math.max(0, ...shared);
    const nearest = said.filter((_, at) => shared[at] === most);
    if (most === 0) return false;
    return nearest.every(
      ({ clause, isDenied }) =>
        (isDenial && isDenied !== denies(part)) ||
        isOtherMood(clause, part, content, { part: denies(part), said: isDenied }) ||
        isSwapped(clause.text, part),
    );
  });
}

/** With these the person begins what they say of themselves or ask for. */
const opening = words('please svp merci always never usually really still actually yes ok well toujours jamais souvent oui bien bon alors');

/**
 * Whether each part of it stands in a part of a quotation, as something that is so, after nothing that says whose it is; and it denies nothing
 * that the quotation does not.
 */
export function isVerbatim(quote: string, content: string): boolean {
  const own = content.replace(/^(?:The person said: |La personne a dit : )/, '');
  const said = clausesOf(quote).map(({ text }) => wordsOf(text));
  const parts = own
    .split(clauses)
    .map(sayingOf)
    .filter(part => part.length > 0);
  const stands = parts.every(part => said.some(one => beginsWith(one, part)));
  return parts.length > 0 && stands && denies(quote) === denies(own) && !isReversed(quote, own);
}

/** Whether the words stand among others, and nothing that says something before the first of them. */
function beginsWith(others: readonly string[], all: readonly string[]): boolean {
  const places = all.map(word => others.findIndex(one => isForm(word, one)));
  const before = others.slice(0, Math.max(0, Math.min(...places)));
  return !places.includes(-1) && sayingOf(before.join(' ')).every(one => opening.has(one));
}

const comparing = /\s(?:over|than)\s/i;

/** Whether both compare the same two, the other way round: "tabs over spaces". */
function isSwapped(clause: string, part: string): boolean {
  const [better, worse] = part.split(comparing).map(sayingOf);
  const [preferred, other] = clause.split(comparing).map(wordsOf);
  if (better === undefined || worse === undefined || preferred === undefined || other === undefined) return false;
  const isIn = (some: readonly string[], words: readonly string[]) => some.some(word => words.some(one => isForm(word, one)));
  return isIn(worse, preferred) && !isIn(worse, other);
}

/** The words of a message of the person that carry it: the message, if it is short enough, else a sentence of it. */
export function quoteFor(content: string, message: string): string | undefined {
  const own = message.trim();
  const pieces = own.length <= longestQuote ? [own] : [...own.split(/(?<=[.!?])\s|\n/), own.slice(0, longestQuote)];
  return pieces.find(piece => piece.length <= longestQuote && carries(piece, content));
}

function isQuotation(quote: string): boolean {
  const said = wordsOf(quote);
  return said.join('').length >= leastLetters && (said.length >= 2 || !isLatin(quote));
}

const isLatin = (text: string): boolean => !/[^\p{Script=Latin}\P{L}]/u.test(text);

/** Scripts that write no spaces between words. */
const isUnspaced = (text: string): boolean =>
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u.test(text);

/** `small`: signs that say nothing where two of them are side by side in a script without spaces. */
export function isForm(word: string, other: string, small = ''): boolean {
  if (word === other) return true;
  if (isLatin(word + other))
    return word.length >= stem && other.length >= stem && !/\d/.test(word) && word.slice(0, stem) === other.slice(0, stem);
  // A script without spaces makes one word of a sentence.
  if (isUnspaced(word)) return pairsOf(word).some(pair => other.includes(pair) && !small.includes(pair));
  return hasLongRun(word, other);
}

/** Whether they share what is most of both: other alphabets put endings, articles and particles before and after a word. */
function hasLongRun(word: string, other: string): boolean {
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  if (/\p{Script=Hangul}/u.test(word)) return bareOf(word) === bareOf(other) || sharesRun(short, long, 4);
  // An article or a pronoun is written with its word.
  const isJoined = /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(word) && short.length >= 2 && long.length - short.length <= 2;
  return (isJoined && (long.startsWith(short) || long.endsWith(short))) || sharesRun(short, long, 3);
}

/** Without its particle; its letters were taken apart. */
const bareOf = (word: string): string => word.normalize('NFC').replace(/(?<=.)[은는이가을를의에도와과로]$/u, '');

function sharesRun(short: string, long: string, fewest: number): boolean {
  const least = Math.max(fewest, Math.ceil(long.length / 2));
  for (let at = 0; at + least <= short.length; at += 1) if (long.includes(short.slice(at, at + least))) return true;
  return false;
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
