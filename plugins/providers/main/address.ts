import { BlockList, isIP } from 'node:net';
import { errors } from './errors.ts';

const inside = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  inside.addSubnet(network, bits, 'ipv4');
inside.addAddress('::1', 'ipv6');
inside.addSubnet('fc00::', 7, 'ipv6');
inside.addSubnet('fe80::', 10, 'ipv6');

/** What a person typed, as an address: http for names of this network where no scheme stands, https elsewhere. */
export function parseAddress(typed: string): URL {
  const text = typed.trim();
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${schemeFor(text)}://${text}`;
  if (!URL.canParse(full)) throw refusal('it is no URL', 'ce n’est pas une URL');
  const url = new URL(full);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refusal('only http and https are spoken', 'seuls http et https sont acceptés');
  if (url.username !== '' || url.password !== '')
    throw refusal('it holds a user name or password', 'elle contient un nom d’utilisateur ou un mot de passe');
  if (url.search !== '' || url.hash !== '') throw refusal('it holds a ? or #', 'elle contient un ? ou un #');
  return url;
}

/** The address as it is kept: without a slash at its end, and without a call that was pasted along. */
export function plainAddress(url: URL): string {
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(?:chat\/completions|responses|messages|models|api\/tags)$/, '');
  return `${url.origin}${path.replace(/\/+$/, '')}`;
}

/** The variants worth trying, the typed one first, none twice. */
export function candidatesOf(url: URL): readonly string[] {
  return [...new Set([plainAddress(url), `${url.origin}/v1`, url.origin])];
}

/** True for a host of this machine or of the network it is in. */
export function isLocalNetwork(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(host) !== 0) return inside.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
  return host === 'localhost' || !host.includes('.') || /\.(?:localhost|local|lan|home|internal|home\.arpa)$/.test(host);
}

/** An address from a file, safe to show: a name and password in it are left out. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return '';
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}

function schemeFor(text: string): string {
  const host = /^\[[^\]]*\]|^[^/:?#]*/.exec(text)?.[0] ?? '';
  return isLocalNetwork(host) ? 'http' : 'https';
}

function refusal(en: string, fr: string): Error {
  return errors['providers/address-invalid']({ why: { en, fr } });
}
