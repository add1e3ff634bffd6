/** The result of parsing a text. */
export type ParsedJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: string };

/** No settings are larger; a larger file was not written by Atelier. */
const maxBytes = 32 * 1024 * 1024;

/**
 * Parses a file that people edit too: a byte order mark at the start is no error, a duplicate name is, because one of the
 * two values would be lost at the next write.
 */
export function parseJson(bytes: Uint8Array): ParsedJson {
  if (bytes.length === 0) return { ok: false, why: 'it is empty' };
  if (bytes.length > maxBytes) return { ok: false, why: `it is larger than ${maxBytes / 1024 / 1024} MB` };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    const twice = duplicateName(text);
    return twice === undefined ? { ok: true, value } : { ok: false, why: `the name ${twice} stands in it twice` };
  } catch (error) {
    // The parser quotes the invalid text, which may be a secret.
    const place = error instanceof SyntaxError ? /position \d+(?: \(line \d+ column \d+\))?/.exec(error.message)?.[0] : undefined;
    return { ok: false, why: place === undefined ? 'it is not JSON text' : `it is not JSON from ${place} on` };
  }
}

/** The first duplicate name in an object. The text is known to be valid. Not with a regular expression: a long string overflows its stack. */
function duplicateName(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let last = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') open.push(new Set());
    else if (character === '[') open.push(undefined);
    else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = endOfString(text, at);
      last = text.slice(at, end + 1);
      at = end;
    } else if (character === ':') {
      const name = String(JSON.parse(last));
      const names = open.at(-1);
      if (names?.has(name)) return JSON.stringify(name);
      names?.add(name);
    }
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === '\\') before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
}
