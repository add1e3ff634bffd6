import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Forms that keys of known providers have, for keys that we never stored: a provider may quote what it was sent. */
const forms =
  /\b(?:(?:sk|pk|rk|gsk|xai|pplx|hf|tgp|r8|ghp|gho|ghu|ghs|glpat|key|csk|nvapi|github_pat)[-_][\w*.-]{5,}[\w*]|AIza[\w*-]{10,}|eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?)|\b(?:Bearer|Basic)\s+[^\s"',]{8,}|([?&](?:key|api_?key|token|access_token)=)[^&\s"']+/gi;

/** Takes every credential out of a text that may be shown, logged or stored. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) clean = clean.replaceAll(secret, '•••');
  return clean.replace(forms, (_found, parameter: string | undefined) => `${parameter ?? ''}•••`);
}

/** Every credential that the managed directory holds; read only when something failed, so that none stays in memory. */
export function storedSecrets(directory: string): readonly string[] {
  const found = new Set<string>();
  for (const name of ['auth.json', 'models.json']) {
    try {
      collect(JSON.parse(readFileSync(join(directory, name), 'utf8')), '', found);
    } catch {
      // A file that cannot be read has told the engine nothing either.
    }
  }
  return [...found].toSorted((a, b) => b.length - a.length);
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
