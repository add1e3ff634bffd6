import { RE2JS } from 're2js';

/** The only part of a regular expression that a validator uses. */
export interface LinearPattern {
  test(text: string): boolean;
}

/** More would make each character of a text costly: a count such as `{999}` is written out. */
const maxInstructions = 500;
const known = new Map<string, LinearPattern>();

/**
 * A pattern of an extension's schema that is matched in time proportional to the text, whatever the text. Undefined if it has no such
 * form: RE2 knows no look-around and no back references, and a large count is too large.
 */
export function linearPattern(pattern: string): LinearPattern | undefined {
  const found = known.get(pattern) ?? compiled(pattern);
  if (found !== undefined) known.set(pattern, found);
  return found;
}

function compiled(pattern: string): LinearPattern | undefined {
  // The translation would take a reference to a name for plain characters.
  if (pattern.replaceAll('\\\\', '').includes('\\k<')) return undefined;
  try {
    const expression = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return expression.programSize() > maxInstructions ? undefined : { test: text => expression.test(text) };
  } catch {
    return undefined;
  }
}
