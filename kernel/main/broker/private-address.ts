import { BlockList, isIPv4, isIPv6 } from 'node:net';

// The special-purpose addresses (IANA, RFC 6890) reserved for this machine, this network or no use.
const privateV4 = new BlockList();
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
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  privateV4.addSubnet(net, bits, 'ipv4');
}

const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');

const privateV6 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  privateV6.addSubnet(net, bits, 'ipv6');
}

/**
 * True for an address that is not on the public internet: loopback, private, link-local (where clouds keep their
 * metadata), multicast, reserved, and IPv6 forms that carry an IPv4 address. Text that is no address counts as private.
 */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return privateV4.check(address, 'ipv4');
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return true;
  return !publicV6.check(plain, 'ipv6') || privateV6.check(plain, 'ipv6');
}
