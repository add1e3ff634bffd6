import { expect, test } from 'vitest';
import { addressOf, decodeWords, isVouchedFor, readMail, writeMail } from '../mime.js';

const mail = (...lines) => Buffer.from(lines.join('\r\n'), 'latin1');

test('a mail is read: its writer, what it answers, its text without what it quotes, and its files', () => {
  const read = readMail(
    mail(
      'From: =?utf-8?Q?Marta_Ren=C3=A9?= <Marta@Example.org>',
      'Subject: =?utf-8?B?w6l0w6k=?=',
      'Message-ID: <3@example.org>',
      'References: <1@example.org>',
      ' <2@example.org>',
      'Content-Type: multipart/mixed; boundary="x"',
      '',
      '--x',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Is it=20there =C3=A9t=C3=A9?',
      '',
      'On Monday, Atelier wrote:',
      '> No.',
      '--x',
      'Content-Type: image/png; name="a.png"',
      'Content-Disposition: attachment; filename="a.png"',
      'Content-Transfer-Encoding: base64',
      '',
      'aGVsbG8=',
      '--x--',
    ),
  );
  expect(read).toMatchObject({
    ...{ address: 'marta@example.org', name: 'Marta René', subject: 'été', messageId: '3@example.org' },
    ...{ references: ['1@example.org', '2@example.org'], text: 'Is it there été?' },
    files: [{ name: 'a.png', mimeType: 'image/png', data: 'aGVsbG8=' }],
  });
});

test('a mail that says more than one writer, or none, is not read, and a malformed one does no harm', () => {
  expect([
    readMail(mail('From: a@b.org', 'From: c@d.org', '', 'x')),
    readMail(mail('From: <a@b.org> <c@d.org>', '', 'x')),
    readMail(mail('Subject: x', '', 'x')),
    addressOf('a@b.org, c@d.org'),
    readMail(mail('From: a@b.org', 'Content-Type: multipart/mixed; boundary=x', '', '--x', '--x', '--x--')).text,
    readMail(mail('From: a@b.org', 'Content-Type: text/plain; charset=none', '', 'still read')).text,
    readMail(mail('From: a@b.org', 'Content-Type: text/html', '', '<p>one</p><b>two</b> &lt;3')).text,
    decodeWords('=?utf-8?B?broken'),
  ]).toEqual([undefined, undefined, undefined, undefined, '', 'still read', 'one\ntwo <3', '=?utf-8?B?broken']);
});

test('nothing in an answer becomes a header, and it is read again as it was written', () => {
  const raw = writeMail({
    ...{ from: 'me@example.org', to: 'a@b.org', subject: 'Re: été\r\nBcc: x@y.org', messageId: 'k@example.org', answers: '1@b.org' },
    ...{ references: ['0@b.org'], text: '.\nHello\n'.repeat(20), date: new Date(0) },
  });
  const read = readMail(Buffer.from(raw, 'latin1'));
  expect([read.header('bcc'), read.subject, read.references, read.text]).toEqual([
    undefined,
    'Re: été  Bcc: x@y.org',
    ['0@b.org', '1@b.org', '1@b.org'],
    '.\nHello\n'.repeat(20).trim(),
  ]);
});

test('C1: the writer is the one address outside of quotes, comments and encoded words', () => {
  const written = from => readMail(mail(`From: ${from}`, '', 'x'))?.address;
  expect([
    written('=?utf-8?Q?=3Cboss=40victim.org=3E?= eve@evil.org'),
    written('=?utf-8?Q?boss=40victim.org?='),
    written('eve@evil.org (<boss@victim.org>)'),
    written('"<boss@victim.org>" eve@evil.org'),
    written('"<boss@victim.org>" <eve@evil.org>'),
    written('"Eve <3" <eve@evil.org>'),
    written('=?utf-8?Q?=3Cboss=40victim.org=3E?= <eve@evil.org>'),
  ]).toEqual([undefined, undefined, undefined, undefined, 'eve@evil.org', 'eve@evil.org', 'eve@evil.org']);
});

test('C1: a writer is vouched for by the own server only, for the domain of their address, and by no words of their own in what it says', () => {
  const vouched = (...results) =>
    isVouchedFor(readMail(mail(...results.map(result => `Authentication-Results: ${result}`), 'From: m@b.org', '', 'x')), 'mx.me.org');
  expect({
    yes: [
      vouched('mx.me.org; dmarc=pass header.from=b.org'),
      vouched('mx.me.org 1; spf=pass (me: it\'s "b.org") smtp.mailfrom=m@b.org; dmarc=pass (p=REJECT dis=NONE) header.from=B.org'),
      vouched('mx.me.org; dmarc=pass'),
    ],
    no: [
      vouched('mx.me.org; dmarc=pass header.from=evil.org'),
      vouched('mx.me.org; spf=pass smtp.mailfrom="a; dmarc=pass header.from=b.org "@evil.org; dmarc=none'),
      vouched('mx.me.org; spf=pass (helo a; dmarc=pass header.from=b.org) smtp.mailfrom=e@evil.org'),
      vouched('mx.me.org; spf=pass smtp.mailfrom="a; dmarc=pass header.from=b.org'),
      vouched('mx.me.org; dmarc=fail header.from=b.org'),
      vouched('evil.org; dmarc=pass header.from=b.org', 'mx.me.org; dmarc=pass header.from=b.org'),
      vouched(),
    ],
  }).toEqual({ yes: [true, true, true], no: Array(7).fill(false) });
});

test('an HTML mail of two million characters with tags that are never closed is read whole', () => {
  const read = page => readMail(mail('From: a@b.org', 'Content-Type: text/html', '', page)).text;
  expect([read('<'.repeat(1_900_000)).length, read('<br'.repeat(600_000)).length]).toEqual([1_900_000, 1_800_000]);
});

test('a word on the writer that is very long, or nested however deep, vouches for nobody and does no harm', () => {
  const vouched = (words, authserv = 'mx.me.org') =>
    isVouchedFor({ headers: [['authentication-results', words]], address: 'm@b.org' }, authserv);
  const passed = 'mx.me.org; dmarc=pass header.from=b.org';
  expect([
    vouched(`${passed} ${'('.repeat(1000)}${')'.repeat(1000)}`),
    vouched(`${passed} ${'('.repeat(100_000)}${')'.repeat(100_000)}`),
    vouched(`mx.me.org; dmarc=pass ${' '.repeat(5000)} header.from=evil.org`),
    vouched(`${passed} "${'\\"'.repeat(20_000)}\\`),
    vouched(`${passed} "${'\\"'.repeat(20_000)}\\`, ''),
    vouched(`${passed} )(`),
    vouched(`${passed} (`),
    vouched(`"\\" ; ${passed}`),
  ]).toEqual([true, ...Array(7).fill(false)]);
});
