import { wordsOf } from '../store/telling.ts';

type Language = 'en' | 'fr';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words of sentences, questions, thanks and requests that say nothing of what a message is about, without accents. */
const small: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: words(`
    a an the of to in on at is are was were be and or but if i you he she it we they me him her us them my your his its our their mine yours
    theirs who whom whose which that this these those am been being do does did has have had having can could will would shall should may might
    must for with from by as about into onto over under than then so too also very just not no don doesn didn isn aren wasn won couldn wouldn
    re ll ve what when where why how many much there here more some any all now still please thanks thank yes ok let up out off only`),
  fr: words(`
    le la les l un une des du de d est sont etait et ou mais au aux en je tu il elle on nous vous ils elles moi toi lui leur leurs mon ma mes ton
    ta tes son sa ses notre nos votre vos se s y qui que qu dont ce cet cette ces c j m t n ne pas a ai as avons avez ont avait eu fait pour avec
    par sur dans sous plus tres comme quoi quand pourquoi comment combien quel quelle quels quelles ici tout toute tous toutes encore alors
    donc merci oui non ok si bien`),
};
/** The commonest of languages with other alphabets: Russian, Greek, Arabic, Hebrew. */
const smallOfOthers = new Set(
  wordsOf(`и в на не ни но а он она они мы вы ты я что как это мой моя мои мне меня тебя для из от по за у к с о об так же бы ли где когда почему кто
    какой какая какие есть был была быть спасибо пожалуйста да нет очень και το τα τον την ο η οι του της των μου σου με σε για απο που τι πως ειναι
    ναι οχι ευχαριστω πολυ في من على ما هو هي هذا هل أين كيف متى لي أنا شكرا של את מה הוא היא אני לי זה על עם איפה מתי איך תודה`),
);
/** Whom a memory is about is no part of what it says. */
const speakers = words('person personne user utilisateur utilisatrice project projet');
const runs = /[\p{L}\p{M}\p{N}]+/gu;
const isCapital = /^\p{Lu}/u;
/** Only marks and blanks stand between it and the end of a sentence, or it begins the text. */
const begins = /(?:^|[.!?:;\n“”«»"])[^\p{L}\p{N}]*$/u;

/** French has it without its accents; no English one has any. */
const isSmallIn = (language: Language, run: string): boolean =>
  (language === 'fr' ? /^\p{Script=Latin}/u : /^[a-z]+$/i).test(run) && wordsOf(run).every(word => small[language].has(word));

/** The language that a text has more small words of; both where that tells nothing. */
export function languagesOf(text: string): readonly Language[] {
  const count = (language: Language) => (text.match(runs) ?? []).filter(run => isSmallIn(language, run)).length;
  const [en, fr] = [count('en'), count('fr')];
  if (en === fr) return ['en', 'fr'];
  return en > fr ? ['en'] : ['fr'];
}

/** The text with only those of its words that say what it is about: "son" says it in English, "Will" where it is a name, "PS5" always. */
export function tellingText(text: string): string {
  const languages = languagesOf(text);
  // A title has capitals everywhere.
  const isTitle = !/(?<![\p{L}\p{M}\p{N}'’])\p{Ll}/u.test(text);
  return text.replaceAll(runs, (run: string, at: number) => {
    if (/\p{N}/u.test(run)) return run;
    const isName = isCapital.test(run) && run !== 'I' && !isTitle && !begins.test(text.slice(Math.max(0, at - 20), at));
    const said = wordsOf(run);
    if (said.every(word => speakers.has(word) || (smallOfOthers.has(word) && !/^\p{Script=Latin}/u.test(run)))) return ' ';
    return !isName && (/^[a-z]$/.test(run) || languages.some(language => isSmallIn(language, run))) ? ' ' : run;
  });
}

/** The words of a memory that a message in these languages may be about: without the small ones of another language, unless they may be names. */
export function wordsFor(languages: readonly Language[], text: string): string[] {
  const others = languagesOf(text).filter(language => !languages.includes(language));
  const telling = (text.match(runs) ?? []).filter(run => isCapital.test(run) || !others.some(language => isSmallIn(language, run)));
  return telling.flatMap(wordsOf).filter(word => !speakers.has(word));
}
