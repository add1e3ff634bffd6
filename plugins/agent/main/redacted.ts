import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const gone = '•••';
/** Forms of keys that were never stored here: a program may quote what it was sent. Each is bounded. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${gone}`],
  [/\b(?:sk|pk|rk|gsk|xai|pplx|hf|tgp|csk|nvapi|gh[opsur]|github_pat|glpat|npm|xox[abeprs])[-_][\w*.-]{8,}/g, gone],
  [/\b(?:AIza[\w-]{16,}|AKIA[A-Z\d]{12,}|eyJ[\w-]{6,}\.[\w-]+(?:\.[\w-]*)?)/g, gone],
  [/(\/\/[^\s/:@]{0,100}:)[^\s/@]{1,200}@/g, `$1${gone}@`],
  [/((?:api[-_]?key|token|secret|password)["']?\s{0,4}[=:]\s{0,4}["']?)(?!•)[^\s"'&,;)}\]]{6,}/gi, `$1${gone}`],
];

/** Takes out of a text every credential of the managed directory, and what looks like one. */
export function redacted(text: string, directory: string): string {
  let clean = text;
  for (const secret of storedSecrets(directory)) clean = clean.replaceAll(secret, gone);
  for (const [form, replacement] of forms) clean = clean.replace(form, replacement);
  return clean;
}

/** Read each time, so that none stays in memory; the longest first, because one may begin with another. */
function storedSecrets(directory: string): readonly string[] {
  const found = new Set<string>();
  for (const name of ['auth.json', 'models.json']) {
    try {
      collect(JSON.parse(readFileSync(join(directory, name), 'utf8')) as unknown, '', found);
    } catch {
      // The agent could not read it either.
    }
  }
  return [...found].toSorted((one, other) => other.length - one.length);
}

function collect(value: unknown, name: string, found: Set<string>): void {
  if (typeof value === 'string') {
    if (value.length >= 6 && /^(?:key|apiKey|access|refresh|id_?token|token|authorization|x-api-key)$/i.test(name)) found.add(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) collect(inner, key, found);
  }
}
