/** A text as it is compared: without accents, and without a difference of capitals in any alphabet. */
export function plainText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
