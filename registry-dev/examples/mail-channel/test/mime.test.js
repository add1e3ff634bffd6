import { expect, test } from 'vitest';
import { addressOf, decodeWords, readMail, writeMail } from '../mime.js';

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
