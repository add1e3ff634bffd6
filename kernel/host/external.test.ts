import fc from 'fast-check';
import { expect, test } from 'vitest';
import { externalAddress } from './external.ts';

const refused = [
  'file:///etc/passwd',
  'FILE:///etc/passwd',
  ' file:///etc/passwd',
  'file:\\\\host\\share',
  'smb://host/share',
  'http://example.com',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'ms-msdt:/id',
  'search-ms:query=x',
  'atelier://install/x',
  'ssh://host',
  'ftp://host',
  'about:blank',
  'chrome://settings',
  'view-source:https://example.com',
  'blob:https://example.com/1',
  'x-apple.systempreferences:',
  '/etc/passwd',
  '\\\\host\\share',
  '-psn_0',
  '--help',
  'example.com',
  '',
  ' ',
  'https:',
  'https://',
  'https://user:word@example.com',
  'https://user@example.com',
  'mailto',
  '\u0000https://',
  'tel:123',
];

test('E5: addresses that are neither https nor mailto are refused after parsing', () => {
  const opened = refused.filter(address => {
    try {
      externalAddress(address);
      return true;
    } catch {
      return false;
    }
  });
  expect(opened).toEqual([]);
});

test('E5: the parsed address is opened, not the text', () => {
  const texts = [
    'HTTPS://Example.com/a b',
    'https:example.com',
    ' https://example.com/\n',
    'mailto:a@example.com?subject=x y',
    'mailto: $ x',
    'https://exämple.com/',
  ];
  expect(texts.map(externalAddress)).toEqual([
    'https://example.com/a%20b',
    'https://example.com/',
    'https://example.com/',
    'mailto:a@example.com?subject=x%20y',
    'mailto:%20$%20x',
    'https://xn--exmple-cua.com/',
  ]);
});

test('E5: for any text, the resulting address begins with https or mailto and contains no blank', () => {
  const start = fc.constantFrom('', 'https:', 'HTTPS://', 'mailto:', 'file://', 'javascript:', ' ', '-', '\t');
  fc.assert(
    fc.property(start, fc.string({ unit: 'binary' }), fc.webUrl(), (scheme, text, url) => {
      for (const address of [scheme + text, scheme + url]) {
        let opened: string;
        try {
          opened = externalAddress(address);
        } catch {
          continue;
        }
        expect(opened).toMatch(/^(?:https:\/\/[^\s]+|mailto:[^\s]*)$/);
      }
    }),
    { numRuns: 5000 },
  );
});
