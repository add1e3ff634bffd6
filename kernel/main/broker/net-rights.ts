import { isIP } from 'node:net';

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Whether an entry of `rights.net` matches this address, and whether it names exactly this host. */
export type NetGrant = 'literal' | 'wildcard' | undefined;

/**
 * Matches an address against granted entries: `name`, `*.name` (any host below it, not itself), each with an optional
 * `:port`. Without a port, it matches only the default ports of http and https.
 */
export function netGrant(url: URL, granted: readonly string[]): NetGrant {
  const usual = defaultPorts[url.protocol];
  if (usual === undefined) return undefined;
  const host = plainHost(url.hostname);
  const port = url.port || usual;
  let found: NetGrant;
  for (const entry of granted) {
    const { name, only } = parsed(entry);
    if (only === undefined ? port !== '80' && port !== '443' : only !== port) continue;
    if (name === host) return 'literal';
    if (name.startsWith('*.') && isIP(host) === 0 && host.length > name.length - 1 && host.endsWith(name.slice(1))) found = 'wildcard';
  }
  return found;
}

function parsed(entry: string): { readonly name: string; readonly only: string | undefined } {
  const [, name = '', only] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry.trim()) ?? [];
  return { name: plainHost(name), only };
}

// Normalizes a host: lower case, no brackets, no trailing dot.
function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}
