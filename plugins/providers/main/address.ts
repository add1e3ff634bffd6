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

/** Parses an address that the person typed. Without a scheme it gets http for hosts of the local network, https for others. */
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

/** The address in its stored form: without a slash at the end, and without the path of an API call. */
export function plainAddress(url: URL): string {
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/(?:chat\/completions|responses|messages|models|api\/tags)$/, '');
  return `${url.origin}${path.replace(/(?<!\/)\/+$/, '')}`;
}

/** The variants of an address to try, without duplicates, the typed one first. */
export function candidatesOf(url: URL): readonly string[] {
  return [...new Set([plainAddress(url), `${url.origin}/v1`, url.origin])];
}

/** Whether a host is this machine or in its local network. */
export function isLocalNetwork(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(host) !== 0) return inside.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
  return host === 'localhost' || !host.includes('.') || /\.(?:localhost|local|lan|home|internal|home\.arpa)$/.test(host);
}

/** An address without user name and password, safe to show. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return '';
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname.replace(/(?<!\/)\/+$/, '')}`;
}

function schemeFor(text: string): string {
  const host = /^\[[^\]]*\]|^[^/:?#]*/.exec(text)?.[0] ?? '';
  return isLocalNetwork(host) ? 'http' : 'https';
}

function refusal(en: string, fr: string): Error {
  return errors['providers/address-invalid']({ why: { en, fr } });
}
