/** What was pasted as a key, or why it cannot be one. */
export type PastedKey =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly why: 'keyBroken' | 'keyCommand' | 'keyStrange' };

/** Takes what stands around a key away, as copying leaves it; what is broken inside is refused, for nobody knows what is missing. */
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

/** The preset that a key belongs to by its first letters; undefined where several companies write theirs so. */
export function ownerOf(key: string): string | undefined {
  return owners.find(([form]) => form.test(key))?.[1];
}

/** An id for a server of the person's own, made of its name and unlike all others. */
export function idFor(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48);
  const base = plain === '' ? 'server' : plain;
  let id = base;
  for (let count = 2; taken.has(id); count++) id = `${base}-${count}`;
  return id;
}
