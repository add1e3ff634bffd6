/** A pasted key, or why the text cannot be one. */
export type PastedKey =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly why: 'keyBroken' | 'keyCommand' | 'keyStrange' };

/** Removes spaces and quotes around a pasted key. A key with spaces inside is refused, because a part may be missing. */
export function keyIn(pasted: string): PastedKey {
  const key = pasted
    .trim()
    .replace(/^(["'`])(.*)\1$/s, '$2')
    .trim();
  if (/\s/.test(key)) return { ok: false, why: 'keyBroken' };
  if (key.length > 1 && key.startsWith('!')) return { ok: false, why: 'keyCommand' };
  if (/[^\x21-\x7e]/.test(key)) return { ok: false, why: 'keyStrange' };
  return { ok: true, key };
}

const owners: readonly (readonly [RegExp, string])[] = [
  [/^sk-ant-/, 'anthropic'],
  [/^sk-or-/, 'openrouter'],
  [/^gsk_/, 'groq'],
  [/^xai-/, 'xai'],
  [/^pplx-/, 'perplexity'],
  [/^AIza/, 'google'],
  [/^tgp_/, 'together'],
  [/^sk-(?:proj|svcacct|admin)-/, 'openai'],
];

/** The preset that a key belongs to by its first characters; undefined if they are not unique to one company. */
export function ownerOf(key: string): string | undefined {
  return owners.find(([form]) => form.test(key))?.[1];
}

/** A unique id for a server of the person, made from its name. */
export function idFor(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 48);
  const base = plain === '' ? 'server' : plain;
  let id = base;
  for (let count = 2; taken.has(id); count++) id = `${base}-${count}`;
  return id;
}
