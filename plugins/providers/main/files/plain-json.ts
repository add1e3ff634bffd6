/** A JSON text without the line comments and trailing commas that the engine accepts in models.json. Other text, and the lines, stay. */
export function plainJson(text: string): string {
  const parts: string[] = [];
  let from = 0;
  /** The comma after which only space and comments have come. */
  let comma: number | undefined;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') {
      at = endOfString(text, at);
      comma = undefined;
    } else if (sign === '/' && text[at + 1] === '/') {
      parts.push(text.slice(from, at));
      const end = text.indexOf('\n', at);
      from = end < 0 ? text.length : end;
      at = from - 1;
    } else if (sign === ',') {
      parts.push(text.slice(from, at));
      from = at;
      comma = parts.length;
    } else if ((sign === '}' || sign === ']') && comma !== undefined) {
      // The comma begins the piece that was put there after it, or the rest.
      if (comma < parts.length) parts[comma] = parts[comma]!.slice(1);
      else from += 1;
      comma = undefined;
    } else if (sign?.trim() !== '') comma = undefined;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** The place of the quote that ends a string. */
function endOfString(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
