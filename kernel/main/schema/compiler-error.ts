import { type BilingualText, quoted } from './violation-texts.ts';

const kinds: readonly (readonly [RegExp, (...words: string[]) => BilingualText])[] = [
  [
    /missing type "?(.+?)"? for keyword "(.+?)"/,
    (type = '', keyword = '') => ({
      en: `${quoted(keyword)} needs "type": ${quoted(type)} beside it.`,
      fr: `${quoted(keyword)} demande "type": ${quoted(type)} à côté de lui.`,
    }),
  ],
  [
    /type "(.+?)" not allowed by context "(.+?)"/,
    (type = '', outer = '') => ({
      en: `"type": ${quoted(type)} can never be right where ${quoted(outer)} is expected.`,
      fr: `"type": ${quoted(type)} ne peut jamais convenir là où ${quoted(outer)} est attendu.`,
    }),
  ],
  [
    /can't resolve reference (\S+) from/,
    (ref = '') => ({ en: `the reference ${quoted(ref)} leads nowhere.`, fr: `le renvoi ${quoted(ref)} ne mène nulle part.` }),
  ],
  [
    /"?(\w+)"? without "?(\w+)"?( and "?\w+"?)? is ignored/,
    (keyword = '', other = '') => ({
      en: `${quoted(keyword)} says nothing without ${quoted(other)}.`,
      fr: `${quoted(keyword)} ne dit rien sans ${quoted(other)}.`,
    }),
  ],
  [
    /"(\w+)" is (\d+)-tuple/,
    (keyword = '', count = '') => ({
      en: `${quoted(keyword)} of length ${count} needs "minItems": ${count} and "items": false beside it.`,
      fr: `${quoted(keyword)} de longueur ${count} demande "minItems": ${count} et "items": false à côté de lui.`,
    }),
  ],
  [
    /"minContains" > "maxContains"/,
    () => ({ en: '"minContains" is more than "maxContains".', fr: '"minContains" dépasse "maxContains".' }),
  ],
  [/enum must have non-empty array/, () => ({ en: '"enum" is empty.', fr: '"enum" est vide.' })],
];

/** The compiler's error, in words for the schema's author. Its own text goes to the log only, as the cause. */
export function compilerError(error: unknown): BilingualText {
  // It quotes the schema.
  const message = error instanceof Error ? error.message.slice(0, 500) : '';
  for (const [form, words] of kinds) {
    const found = form.exec(message);
    if (found !== null) return words(...found.slice(1));
  }
  return {
    en: 'two of its words contradict each other, or one stands where it has no meaning.',
    fr: 'deux de ses mots se contredisent, ou l’un figure là où il n’a pas de sens.',
  };
}
