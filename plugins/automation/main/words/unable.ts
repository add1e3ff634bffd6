import type { Language } from '../../contract/index.ts';
import { lexicons } from './lexicon.ts';
import { match, type Phrase, phrase } from './phrase.ts';
import type { Reason } from './reasons.ts';
import type { Range, Token } from './tokens.ts';

/** What is asked of a rule, and that no sentence can give it. */
export interface Unable extends Range {
  readonly why: Reason;
}

interface Form {
  readonly phrase: Phrase;
  readonly why: Reason;
  /** Where it counts: where a clause of its own begins, or anywhere. */
  readonly stands: 'own' | 'anywhere';
  /** What of it is not understood: the clause that it begins, up to a closing mark, or its own words. */
  readonly upTo: 'clause' | 'mark' | 'words';
}

const forms = (why: Reason, stands: Form['stands'], upTo: Form['upTo'], ...phrases: readonly string[]): readonly Form[] =>
  phrases.map(form => ({ phrase: phrase(form), why, stands, upTo }));

const results = {
  en: 'result|results|answer|output|summary|report|list|draft|plan|it|them|this|that?',
  fr: 'resultat|resultats|reponse|resume|rapport|liste|plan|brouillon?',
};
const table: Readonly<Record<Language, readonly Form[]>> = {
  en: [
    ...forms('conversation', 'anywhere', 'mark', 'in|into|to the|my? conversation|chat called|named|titled? "|“|«'),
    ...forms('conversation', 'anywhere', 'clause', 'in|into|to the|my? conversation|chat called|named|titled'),
    ...forms('conversation', 'own', 'clause', 'continue|resume the|my? conversation|chat', 'go on in|with the|my? conversation|chat'),
    ...forms('access', 'anywhere', 'words', 'with|in open|full|unrestricted access|mode', 'with network|internet|web access'),
    ...forms('access', 'anywhere', 'words', 'with access to the? network|internet|web'),
    ...forms(
      'file',
      'own',
      'clause',
      `write|save|put|store|append|export the|a|your? ${results.en} to|into|in a|the|my? new|text|markdown? file|files`,
      `write|save|put|store|append|export the|a|your? ${results.en} to|into|in the? file? <file>`,
    ),
    ...forms(
      'send',
      'own',
      'clause',
      `send|email|mail|post|publish|forward|text|message me? the|a|your? ${results.en} to|on|in|into|via|through|by|over`,
    ),
    ...forms('send', 'own', 'clause', 'send|write me a|an email|mail|sms|text', 'send|write me a|an e - mail', 'email|mail|text me'),
    ...forms('money', 'own', 'clause', 'for? at most <money>', 'stop at <foreign>', 'spend? at most <foreign>', 'for? at most <foreign>'),
  ],
  fr: [
    ...forms('conversation', 'anywhere', 'mark', 'dans la|ma conversation appelee|nommee|intitulee? "|“|«'),
    ...forms('conversation', 'anywhere', 'clause', 'dans la|ma conversation appelee|nommee|intitulee'),
    ...forms('conversation', 'own', 'clause', 'poursuis|poursuivez|continue|continuez|reprends|reprenez la|ma conversation'),
    ...forms('access', 'anywhere', 'words', "avec un|l? '? acces ouvert|complet|total|libre", 'en mode|acces ouvert|libre'),
    ...forms(
      'access',
      'anywhere',
      'words',
      "avec un|l? '? acces a internet",
      "avec un|l? '? acces au reseau",
      "avec un|l? '? acces reseau|internet",
    ),
    ...forms(
      ...(['file', 'own', 'clause'] as const),
      `ecris|ecrivez|enregistre|enregistrez|sauvegarde|sauvegardez|mets|mettez -? le|la|les|un|une|ca|cela? ${results.fr} dans|vers un|le|mon nouveau? fichier`,
      `ecris|ecrivez|enregistre|enregistrez|sauvegarde|sauvegardez|mets|mettez -? le|la|les|un|une|ca|cela? ${results.fr} dans|vers le? fichier? <file>`,
    ),
    ...forms(
      ...(['send', 'own', 'clause'] as const),
      `envoie|envoyez|poste|postez|publie|publiez|transmets|transmettez -? le|la|les|moi|un|une|ca? -? moi|le|la|les|un|une? ${results.fr} a|au|aux|sur|dans|par|via|vers`,
      'envoie|envoyez|ecris - moi un mail|email|courriel|sms',
      'envoie|envoyez|ecris - moi un e - mail',
    ),
    ...forms(
      'money',
      'own',
      'clause',
      'au plus|maximum <money>',
      'arrete|arretez a <foreign>',
      'au plus|maximum <foreign>',
      'pas plus de <foreign>',
    ),
  ],
};

const byModel = {
  en: { sure: phrase('using the? model?'), unsure: phrase('with the? model?') },
  fr: { sure: phrase('en utilisant le? modele?'), unsure: phrase('avec le? modele?') },
} as const;
/** What models are called. */
const families = /^(?:gpt|chatgpt|claude|gemini|gemma|llama|mistral|mixtral|codestral|qwen|deepseek|grok|phi|sonnet|opus|haiku)$/;
const ends: readonly (string | undefined)[] = [undefined, ',', '.', ';', 'and', 'then', 'but', 'et', 'puis', 'mais'];
const closing: readonly (string | undefined)[] = ['"', '”', '»'];

/** What no sentence can give a rule, at a token, where a clause of its own begins or not. */
export function unableAt(tokens: readonly Token[], start: number, language: Language, isBegun: boolean): Unable | undefined {
  const word = (at: number) => tokens[at]?.word;
  for (const { phrase: form, why, stands, upTo } of table[language]) {
    const found = stands === 'own' && !isBegun ? undefined : match(lexicons[language], form, tokens, start);
    if (found === undefined) continue;
    let { end } = found;
    if (upTo === 'mark') while (end < tokens.length && !closing.includes(word(end))) end += 1;
    else if (upTo === 'clause') while (end < tokens.length && !isEnd(tokens, end)) end += 1;
    return { start, end: upTo === 'mark' ? Math.min(end + 1, tokens.length) : end, why };
  }
  return modelAt(tokens, start, language);
}

/** "Using gpt-4", where no model of the person has that name. */
function modelAt(tokens: readonly Token[], start: number, language: Language): Unable | undefined {
  const { sure, unsure } = byModel[language];
  const lexicon = lexicons[language];
  const isSure = match(lexicon, sure, tokens, start);
  const first = (isSure ?? match(lexicon, unsure, tokens, start))?.end;
  if (first === undefined) return undefined;
  // "Using the model …" says itself that it is one.
  const isNamed = isSure !== undefined && /^model/.test(tokens[first - 1]?.word ?? '');
  if (!isNamed && !families.test(tokens[first]?.word ?? '')) return undefined;
  let end = first + 1;
  const isClose = (at: number) => tokens[at]?.start === tokens[at - 1]?.end;
  const goesOn = (at: number) =>
    /^[\p{L}\p{N}]+$/u.test(tokens[at]?.word ?? '') && (isClose(at) || /^\p{N}+$/u.test(tokens[at]?.word ?? ''));
  while (goesOn(end) || (isClose(end) && /^[-./:]$/.test(tokens[end]?.word ?? '') && isClose(end + 1) && goesOn(end + 1))) end += 1;
  return isSure !== undefined || ends.includes(tokens[end]?.word) ? { start, end, why: 'model' } : undefined;
}

/** Whether a clause ends at a token: not at a mark within a number or an address. */
const isEnd = (tokens: readonly Token[], at: number): boolean =>
  [',', '.', ';'].includes(tokens[at]?.word ?? '') && tokens[at + 1]?.start !== tokens[at]?.end;

const judged = {
  en: [
    'tell|notify|alert|warn|ping me only|just if|when',
    'only tell|notify|alert|warn|ping me if|when',
    'let me know only if|when',
    'only let me know if|when',
  ].map(phrase),
  fr: [
    'previens|previenez|prevenez|notifie|alerte|avertis|dis - moi seulement|uniquement si|s|quand|lorsque|lorsqu',
    'ne me previens|prevenez|notifie|alerte|avertis que si|s|quand|lorsque|lorsqu',
  ].map(phrase),
} as const;

/** "Tell me only if it is down": a part of what is done, which whoever does it judges. Its tokens, up to the end of the clause. */
export function judgedAt(tokens: readonly Token[], start: number, language: Language): Range | undefined {
  const found = judged[language].map(form => match(lexicons[language], form, tokens, start)?.end).find(end => end !== undefined);
  if (found === undefined) return undefined;
  let end = found;
  while (end < tokens.length && !isEnd(tokens, end)) end += 1;
  return { start, end };
}
