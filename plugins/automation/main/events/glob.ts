/**
 * Whether the whole text has the form of a pattern with the wildcards `*`, for any text, and `?`, for one character. Without going back
 * further than to the last `*`, so the work is at most the length of the text times that of the pattern.
 */
export function hasForm(text: string, pattern: string): boolean {
  let at = 0;
  let p = 0;
  let star = -1;
  let taken = 0;
  while (at < text.length) {
    const sign = pattern[p];
    if (sign === '*') {
      star = p;
      p += 1;
      taken = at;
    } else if (sign !== undefined && (sign === '?' || sign === text[at])) {
      p += 1;
      at += 1;
    } else if (star >= 0) {
      p = star + 1;
      taken += 1;
      at = taken;
    } else return false;
  }
  while (pattern[p] === '*') p += 1;
  return p === pattern.length;
}
