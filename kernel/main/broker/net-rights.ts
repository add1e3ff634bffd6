import { isIP } from 'node:net';

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Whether an entry of `rights.net` was granted for this address, and whether it named this very host. */
export type NetGrant = 'literal' | 'wildcard' | undefined;

/**
 * Matches an address against granted entries: `name`, `*.name` (any host below it, not itself), each with an optional
 * `:port`. Without a port only the usual ones of http and https are meant.
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

// One spelling of a host: small letters, no brackets, no closing dot.
function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}
