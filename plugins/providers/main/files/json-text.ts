/** A text in both languages, to fill the blank of a sentence. */
export interface Why {
  readonly en: string;
  readonly fr: string;
}

export type Parsed = { readonly ok: true; readonly value: Readonly<Record<string, unknown>> } | { readonly ok: false; readonly why: Why };

const comment = /^\s*\/[/*]/m;

/** Reads a JSON object as a person may have saved it. What is wrong is told by line and never quotes the file, which may hold keys. */
export function parseObject(bytes: Uint8Array): Parsed {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return bad('it is not UTF-8 text', 'ce n’est pas du texte UTF-8');
  }
  if (text.trim() === '') return { ok: true, value: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (comment.test(text)) return bad('it holds comments, which JSON does not have', 'il contient des commentaires, que JSON n’admet pas');
    if (error instanceof RangeError) return bad('it is nested too deeply', 'il est trop profondément imbriqué');
    const line = faultyLine(text);
    if (line === undefined) return bad('it ends too early', 'il s’arrête trop tôt');
    return bad(`it is no valid JSON at line ${line}`, `ce n’est pas du JSON valide à la ligne ${line}`);
  }
  if (!isObject(value)) return bad('it holds no object', 'il ne contient pas d’objet');
  return { ok: true, value };
}

/** True for an object of JSON; not for an array or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object there, or an empty one. */
export function objectAt(value: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  const found = Object.hasOwn(value, key) ? value[key] : undefined;
  return isObject(found) ? found : {};
}

/** The text there, if it is one that says anything. */
export function textAt(value: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const found = Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function bad(en: string, fr: string): Parsed {
  return { ok: false, why: { en, fr } };
}

const early = /end of JSON|Unterminated|position (\d+)/;

/** The line of the first slip; undefined where the text only ends too early. The parser tells no place, and quotes the file. */
function faultyLine(text: string): number | undefined {
  if (endsEarly(text)) return undefined;
  let [good, bad] = [0, text.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (endsEarly(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return text.slice(0, bad).split('\n').length;
}

/** True for the beginning of something that could still become valid. */
function endsEarly(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const found = early.exec((error as Error).message);
    return found !== null && (found[1] === undefined || Number(found[1]) >= text.trimEnd().length);
  }
}
