import { BlockList, isIP } from 'node:net';

// The special-purpose addresses (IANA, RFC 6890), as the broker of the app knows them: this program shares no code with it.
const inner = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inner.addSubnet(net, bits, 'ipv6');

const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is none of the public internet: of this machine, of a network around it, reserved, or IPv4 in another form. */
export function isInner(ip: string): boolean {
  const family = isIP(ip);
  if (family === 6 && !publicV6.check(ip, 'ipv6')) return true;
  return family !== 0 && inner.check(ip, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * An https address of a public host, as far as its text tells; undefined for any other. What its name leads to is decided when it is
 * asked, since it may lead elsewhere by then.
 */
export function publicAddress(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hash !== '') return undefined;
  const name = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isLocal = name === 'localhost' || ['.localhost', '.local', '.internal', '.home.arpa'].some(end => name.endsWith(end));
  return isLocal || isInner(name) || (isIP(name) === 0 && !name.includes('.')) ? undefined : url.href;
}
