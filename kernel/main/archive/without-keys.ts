/** Names under which a key may stand, whatever is beside it. */
const names = /key|token|secret|passw|credential|cookie|authorization|headers/i;
/** Stands in place of a key where none is needed. */
const none = '!';

/** JSON without the keys in it: all texts and lists under a name that may mean one, and what an address carries beside its path. */
export function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (typeof value === 'string') return plainAddress(value);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name, inner]) => !names.test(name) || isPlain(inner));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutKeys(inner)]));
}

function isPlain(value: unknown): boolean {
  return value === none || value === null || typeof value === 'number' || typeof value === 'boolean';
}

/** An address without user, password and query. */
function plainAddress(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return text;
  const address = new URL(text);
  if (address.username === '' && address.password === '' && address.search === '' && address.hash === '') return text;
  address.username = '';
  address.password = '';
  address.search = '';
  address.hash = '';
  return address.href;
}
