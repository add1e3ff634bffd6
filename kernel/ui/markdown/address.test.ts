import { expect, test } from 'vitest';
import { pictureSource, showsHost, targetOf } from './address.ts';

test.each([
  ['https://example.org/a', 'the docs', { href: 'https://example.org/a', host: 'example.org', isDoubtful: false }],
  ['https://user@evil.example/', 'here', { href: 'https://user@evil.example/', host: 'evil.example', isDoubtful: false }],
  ['https://bank.example@evil.example/', 'https://bank.example', expect.objectContaining({ host: 'evil.example', isDoubtful: true })],
  ['https://evil.example/', 'bank.example', expect.objectContaining({ host: 'evil.example', isDoubtful: true })],
  ['https://evil.example/', 'https://bank.example/login now', expect.objectContaining({ isDoubtful: true })],
  ['https://\u0430pple.example/', 'apple', expect.objectContaining({ host: 'xn--pple-43d.example', isDoubtful: true })],
  ['https://xn--pple-43d.example/', 'apple', expect.objectContaining({ isDoubtful: true })],
  ['http://127.0.0.1:8080/x', 'local', expect.objectContaining({ host: '127.0.0.1', isDoubtful: false })],
  ['mailto:marta@example.org', 'Marta', { href: 'mailto:marta@example.org', host: '', isDoubtful: false }],
  ['#note', 'note', { href: '#note', host: '', isDoubtful: false }],
])('R6: a link says whose machine it leads to, and is flagged where its words or letters say another: %s', (href, text, expected) => {
  expect(targetOf(href, text)).toEqual(expected);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'smb://host/share',
  'blob:https://example.org/1',
  'ms-settings:',
  'atelier-extension://x/',
  '/relative',
  '//example.org/x',
  'src/app.ts',
  '',
])('R4: an address that must not be followed makes no link: %j', href => {
  expect(targetOf(href, 'x')).toBeUndefined();
});

test('R6: the host of a link is shown only where the text of the link does not contain it', () => {
  expect([
    showsHost('https://example.org/a', 'example.org'),
    showsHost('example.org', 'example.org'),
    showsHost('the docs', 'example.org'),
  ]).toEqual([true, true, false]);
});

test('R7: only raster pictures are shown from the text itself; all others come from a host, or not at all', () => {
  const kinds = [
    'data:image/png;base64,AAAA',
    'data:image/svg+xml;base64,AAAA',
    'data:text/html,x',
    'https://a.example/b.png',
    'file:///a.png',
    'x.png',
  ];
  expect(kinds.map(href => pictureSource(href).kind)).toEqual(['inline', 'none', 'none', 'remote', 'none', 'none']);
});
