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
  return usual === undefined ? undefined : hostGrant(url.hostname, url.port || usual, granted);
}

/** The same for a host and a port: one that is not of http and https has to be named by the entry. */
export function hostGrant(name: string, port: string, granted: readonly string[]): NetGrant {
  const host = plainHost(name);
  let found: NetGrant;
  for (const entry of granted) {
    const { name: entered, only } = parsed(entry);
    if (only === undefined ? port !== '80' && port !== '443' : only !== port) continue;
    if (entered === host) return 'literal';
    if (entered.startsWith('*.') && isIP(host) === 0 && host.length > entered.length - 1 && host.endsWith(entered.slice(1)))
      found = 'wildcard';
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
