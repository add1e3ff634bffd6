/**
 * The number of words of a text, by the rules of its language, and its reading time.
 * @param {string} text @param {string} locale
 */
export function measure(text, locale) {
  const parts = new Intl.Segmenter(locale, { granularity: 'word' }).segment(text);
  let words = 0;
  for (const part of parts) if (part.isWordLike) words += 1;
  return { words, minutes: Math.ceil(words / 220) };
}
