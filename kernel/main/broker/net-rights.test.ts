import fc from 'fast-check';
import { expect, test } from 'vitest';
import { netGrant } from './net-rights.ts';
import { isPrivateAddress } from './private-address.ts';

const grant = (url: string, ...granted: string[]) => netGrant(new URL(url), granted);

test('an entry matches its own host, on the default ports or on the port that it names', () => {
  expect([
    grant('https://api.acme.test/x', 'api.acme.test'),
    grant('http://api.acme.test/', 'api.acme.test'),
    grant('https://API.acme.test./', 'api.acme.test'),
    grant('https://api.acme.test:8443/', 'api.acme.test'),
    grant('https://api.acme.test:8443/', 'api.acme.test:8443'),
    grant('https://api.acme.test/', 'api.acme.test:8443'),
    grant('http://localhost:8080/', 'localhost:8080'),
    grant('http://[::1]:80/', '[::1]'),
    grant('ftp://api.acme.test/', 'api.acme.test'),
    grant('https://evil-api.acme.test/', 'api.acme.test'),
    grant('https://api.acme.test.evil.test/', 'api.acme.test'),
    grant('https://acme.test/', '*.acme.test'),
    grant('https://a.b.acme.test/', '*.acme.test'),
    grant('https://evilacme.test/', '*.acme.test'),
    grant('https://anything.test/', '*', '*.', ''),
  ]).toEqual([
    ...['literal', 'literal', 'literal', undefined, 'literal', undefined, 'literal', 'literal', undefined, undefined, undefined],
    ...[undefined, 'wildcard', undefined, undefined],
  ]);
});

test('X3: a host is granted only if it is an entry or a subdomain of a wildcard entry', () => {
  const label = fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/);
  const host = fc.array(label, { minLength: 2, maxLength: 4 }).map(labels => labels.join('.'));
  fc.assert(
    fc.property(host, host, fc.boolean(), (asked, granted, wild) => {
      const expected = wild ? asked.endsWith(`.${granted}`) : asked === granted;
      return (grant(`https://${asked}/`, wild ? `*.${granted}` : granted) !== undefined) === expected;
    }),
  );
});

test('addresses of this machine, this network and cloud metadata count as private in every notation', () => {
  const inside = [
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '::1',
    '::',
  ];
  const inside6 = [
    'fe80::1%eth0',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    'no address',
  ];
  const outside = ['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700:4700::1111'];
  expect([...inside, ...inside6].filter(address => !isPrivateAddress(address)).concat(outside.filter(isPrivateAddress))).toEqual([]);
});
