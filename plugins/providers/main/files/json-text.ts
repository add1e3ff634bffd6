import { plainJson } from './plain-json.ts';

/** A text in both languages, to be placed inside another text. */
export interface Why {
  readonly en: string;
  readonly fr: string;
}

export type Parsed = { readonly ok: true; readonly value: Readonly<Record<string, unknown>> } | { readonly ok: false; readonly why: Why };

const comment = /^[ \t]*\/[/*]/m;

/** Reads a JSON object that a person may have edited, with comments where the engine takes them. An error names the line and never quotes the file, which may hold keys. */
export function parseObject(bytes: Uint8Array, hasComments = false): Parsed {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
    if (hasComments) text = plainJson(text);
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

/** Whether a value is a JSON object, and not an array or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at a key, or an empty one. */
export function objectAt(value: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  const found = Object.hasOwn(value, key) ? value[key] : undefined;
  return isObject(found) ? found : {};
}

/** The text at a key, if it is not empty. */
export function textAt(value: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const found = Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function bad(en: string, fr: string): Parsed {
  return { ok: false, why: { en, fr } };
}

const early = /end of JSON|Unterminated|position (\d+)/;

/** The line of the first error; undefined if the text only ends too early. The parser's own message may quote the file. */
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

/** Whether the text could still become valid JSON by appending more. */
function endsEarly(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const found = early.exec((error as Error).message);
    return found !== null && (found[1] === undefined || Number(found[1]) >= text.trimEnd().length);
  }
}
