import { join } from 'node:path';
import { readRegularSync } from '@atelier/kernel/children';

const replacement = '•••';
/** Patterns of keys that are not stored here, for example in a provider's or a program's message. The length of each match is bounded. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Bearer|Basic)\s+[^\s"',]{8,}/gi, replacement],
  [/\b(?:sk|pk|rk|gsk|xai|pplx|hf|tgp|csk|nvapi|r8|key|gh[opsur]|github_pat|glpat|npm|xox[abeprs])[-_][\w*.-]{5,}[\w*]/g, replacement],
  [/\b(?:AIza[\w*-]{10,}|AKIA[A-Z\d]{12,}|eyJ[\w-]{6,}\.[\w-]+(?:\.[\w-]*)?)/g, replacement],
  [/([?&](?:key|api_?key|token|access_token)=)[^&\s"']+/gi, `$1${replacement}`],
  [/(\/\/[^\s/:@]{0,100}:)[^\s/@]{1,200}@/g, `$1${replacement}@`],
  [/((?:api[-_]?key|token|secret|password)["']?\s{0,4}[=:]\s{0,4}["']?)(?!•)[^\s"'&,;)}\]]{6,}/gi, `$1${replacement}`],
];

/** Removes every credential from a text that may be shown, logged or stored. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) clean = clean.replaceAll(secret, replacement);
  for (const [form, substitute] of forms) clean = clean.replace(form, substitute);
  return clean;
}

/** Removes every credential of the managed directory from a text, and everything that looks like one. */
export function redactStored(text: string, directory: string): string {
  return redact(text, storedSecrets(directory));
}

/** Every credential that the managed directory holds; read only when something failed, so that none stays in memory. */
export function storedSecrets(directory: string): readonly string[] {
  const found = new Set<string>();
  for (const name of ['auth.json', 'models.json']) {
    try {
      collectFrom(readRegularSync(join(directory, name)), found);
    } catch {
      // The engine cannot have read credentials from a file that cannot be read.
    }
  }
  return [...found].toSorted((a, b) => b.length - a.length);
}

function collectFrom(text: string, found: Set<string>): void {
  try {
    collect(JSON.parse(text), '', found);
  } catch {
    // The engine also reads a file with comments.
    for (const [, name = '', value = ''] of text.matchAll(/"([\w-]{3,20})"\s{0,9}:\s{0,9}"([^"\\]{6,4096})"/g)) collect(value, name, found);
  }
}

function collect(value: unknown, name: string, found: Set<string>): void {
  if (typeof value === 'string') {
    if (/^(?:key|apiKey|access|refresh|token|authorization|x-api-key)$/i.test(name) && value.length >= 6) found.add(value);
    // `$NAME` stands for what the environment holds.
    const named = process.env[/^\$\{?(\w+)\}?$/.exec(value)?.[1] ?? ''];
    if (named !== undefined && named.length >= 6) found.add(named);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) collect(inner, key, found);
}
