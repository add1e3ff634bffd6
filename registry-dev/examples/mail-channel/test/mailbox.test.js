import { expect, onTestFinished, test, vi } from 'vitest';
import { openedMailbox } from './mailbox.fixture.js';

const mail = (id, text, ...headers) => [...headers, 'From: <a@b.org>', `Message-ID: <${id}@b.org>`, 'Subject: s', '', text].join('\r\n');

const base64 = bytes => Buffer.alloc(bytes, 7).toString('base64');

const mailWithFiles = (id, ...files) =>
  [
    ...['From: <a@b.org>', `Message-ID: <${id}@b.org>`, 'Subject: holiday', 'Content-Type: multipart/mixed; boundary=x', ''],
    ...files.flatMap(({ name, bytes }) => [
      ...['--x', 'Content-Type: image/jpeg', `Content-Disposition: attachment; filename=${name}`, 'Content-Transfer-Encoding: base64', ''],
      base64(bytes),
    ]),
    '--x--',
  ].join('\r\n');

test('a mail that is larger than Atelier takes is passed on without what does not fit, which is named, and the next ones come too', async () => {
  const box = openedMailbox([
    mailWithFiles('photo', { name: 'small.jpg', bytes: 1000 }, { name: 'large.jpg', bytes: 900_000 }),
    mail('long', '\u0001'.repeat(1_900_000)),
    mail('last', 'hello'),
  ]);
  await box.start();
  await box.until(() => box.received.length === 3);
  const [photo, long, last] = box.received;
  expect({
    photo: [photo.attachments.map(({ name }) => name), photo.text],
    long: [long.text.length < 41_000, long.text.endsWith('[The mail was too long; this is its beginning.]')],
    last: last.text,
  }).toEqual({
    photo: [['small.jpg'], 'holiday\n\n[left out, too large or too many: large.jpg]'],
    long: [true, true],
    last: 's\n\nhello',
  });
});

test('a mail that Atelier refuses for itself is passed over, and one with ten thousand brackets in a header too', async () => {
  const brackets = `${'('.repeat(10_000)}${')'.repeat(10_000)}`.replaceAll(/.{900}/g, '$&\r\n ');
  const error = Object.assign(new Error('too large'), { code: 'extension/message-too-large' });
  const box = openedMailbox(
    [mail('refused', 'x'), mail('brackets', 'x', `Authentication-Results: mx.me.org; ${brackets}`), mail('last', 'hello')],
    { fails: ({ idempotencyKey }) => (idempotencyKey === 'refused@b.org' ? error : undefined) },
  );
  await box.start();
  await box.until(() => box.received.length === 2);
  expect([box.received.map(({ channelUser, idempotencyKey }) => [channelUser, idempotencyKey]), box.warned]).toEqual([
    [
      ['unverified:a@b.org', 'brackets@b.org'],
      ['unverified:a@b.org', 'last@b.org'],
    ],
    ['too large'],
  ]);
});

test('a login that is refused leaves no connection open', async () => {
  const box = openedMailbox([], { login: 'NO wrong password' });
  await box.start();
  await box.until(() => box.states.length > 0);
  expect([box.states, box.count]).toEqual([
    [{ state: 'offline', problem: 'The mailbox refused AUTHENTICATE: NO wrong password' }],
    { opens: 1, closes: 1, silent: 0 },
  ]);
});

test('a mailbox that stops answering is offline, and is connected to again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const box = openedMailbox([], { silentAt: 'UID FETCH' });
  await box.start();
  await box.until(() => box.count.silent === 1);
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.advanceTimersByTimeAsync(2000);
  expect([box.states.map(({ state }) => state), box.count]).toEqual([
    ['connected', 'offline', 'connected'],
    { opens: 2, closes: 1, silent: 2 },
  ]);
});

test('a mail whose thread has no room is put aside, the others come, and it comes before the next ones of its thread', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const error = Object.assign(new Error('full'), { code: 'channels/full' });
  const inThread = id => mail(id, 'x', 'References: <full@b.org>');
  let isFull = true;
  const box = openedMailbox([mail('1', 'x'), inThread('2'), inThread('3'), mail('4', 'x')], {
    fails: ({ thread }) => (isFull && thread.includes('full@b.org') ? error : undefined),
  });
  await box.start();
  await box.until(() => box.received.length === 2);
  const first = [box.received.map(({ idempotencyKey }) => idempotencyKey), box.place()];
  isFull = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect([first, box.received.map(({ idempotencyKey }) => idempotencyKey), box.place()]).toEqual([
    [['1@b.org', '4@b.org'], 1],
    ['1@b.org', '4@b.org', '2@b.org', '3@b.org'],
    4,
  ]);
});
