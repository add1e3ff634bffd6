import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppError, isAppError, type Log } from '@atelier/kernel';
import { migrateTo } from '@atelier/kernel/testing';
import { expect, onTestFinished, test } from 'vitest';
import { splitAttached, withAttached } from '../../contract/index.ts';
import { migrations } from '../migrations/index.ts';
import { jpegHead, png } from './attaching/files.fixture.ts';
import type { Attachments, DraftPlace } from './attachments.ts';
import { openAttachments } from './open-attachments.ts';

const secure: DraftPlace = { mode: 'secure', locale: 'en' };
const open: DraftPlace = { mode: 'open', locale: 'en' };
const piece = 700_000;

/** A database and a folder; each `start` opens the attachments on them again, as after a restart. */
function stage() {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-attached-test-'));
  const migrated = migrateTo(migrations, migrations.at(-1)!.id);
  onTestFinished(() => {
    migrated[Symbol.dispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  const warned: string[] = [];
  const start = () => openAttachments(migrated.database, folder, { warn: text => void warned.push(text) } as Log);
  return { folder, start, files: () => filesIn(folder), database: migrated.database };
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap(entry => (entry.isFile() ? [entry.name] : []));
}

async function attach(
  attachments: Attachments,
  name: string,
  bytes: Buffer,
  more: { mimeType?: string; of?: string; place?: DraftPlace; resizedOf?: string } = {},
) {
  const { mimeType, of = 'global', place = secure, resizedOf } = more;
  const upload = await attachments.begin({ of, name, size: bytes.length, mimeType, resizedOf }, place);
  for (let at = 0; at < bytes.length; at += piece) await attachments.piece(upload, bytes.subarray(at, at + piece));
  return await attachments.end(upload, () => place);
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    error => (isAppError(error) ? error.code : String(error)),
  );

test('a file is classified by its bytes, and each kind is put into a message in its own form', async () => {
  const attachments = stage().start();
  const kinds = [
    await attach(attachments, 'chart.png', png(30, 20), { mimeType: 'image/png' }),
    await attach(attachments, 'photo', jpegHead(400, 300)),
    await attach(attachments, 'offsets.csv', Buffer.from('a,b\n1,2\n3,4'), { mimeType: 'text/csv' }),
    await attach(attachments, 'wide.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('é\n', 'utf16le')])),
    await attach(attachments, 'drawing.svg', Buffer.from('<svg onload="alert(1)"/>'), { mimeType: 'image/svg+xml' }),
    await attach(attachments, 'program', Buffer.from([1, 0, 2, 3])),
    await attach(attachments, 'empty', Buffer.alloc(0)),
  ];
  const { images, attached } = await attachments.prepare(
    kinds.map(({ id }) => id),
    'secure',
  );
  expect({ kinds: kinds.map(({ id: _, ...rest }) => rest), images: images.map(({ data: _, ...rest }) => rest), attached }).toEqual({
    kinds: [
      { name: 'chart.png', kind: 'image', size: png(30, 20).length, mimeType: 'image/png', width: 30, height: 20 },
      { name: 'photo', kind: 'image', size: jpegHead(400, 300).length, mimeType: 'image/jpeg', width: 400, height: 300 },
      { name: 'offsets.csv', kind: 'text', size: 11, mimeType: 'text/csv', lines: 3 },
      { name: 'wide.txt', kind: 'text', size: 6, mimeType: 'text/plain', lines: 1 },
      { name: 'drawing.svg', kind: 'text', size: 24, mimeType: 'image/svg+xml', lines: 1 },
      { name: 'program', kind: 'file', size: 4, mimeType: 'application/octet-stream' },
      { name: 'empty', kind: 'text', size: 0, mimeType: 'text/plain', lines: 0 },
    ],
    images: [
      { mimeType: 'image/png', name: 'chart.png' },
      { mimeType: 'image/jpeg', name: 'photo' },
    ],
    attached: [
      { name: 'offsets.csv', kind: 'text', size: 11, text: 'a,b\n1,2\n3,4' },
      { name: 'wide.txt', kind: 'text', size: 6, text: 'é\n' },
      { name: 'drawing.svg', kind: 'text', size: 24, text: '<svg onload="alert(1)"/>' },
      { name: 'program', kind: 'file', size: 4, text: 'AQACAw==' },
      { name: 'empty', kind: 'text', size: 0, text: '' },
    ],
  });
});

test('R7: a file that is no picture, or a picture with too many bytes or pixels, is refused before anything decodes it, and nothing of it is left', async () => {
  const { start, files } = stage();
  const attachments = start();
  const refused = [
    await codeOf(attach(attachments, 'no.png', Buffer.from('not a picture'), { mimeType: 'image/png' })),
    await codeOf(attach(attachments, 'bomb.png', png(50_000, 50_000), { mimeType: 'image/png' })),
    await codeOf(attach(attachments, 'heavy.png', png(10, 10, 20_000_000), { mimeType: 'image/png' })),
    await codeOf(attach(attachments, 'unsaid', png(10, 10, 20_000_000))),
  ];
  expect({ refused, left: attachments.list('global', secure), files: files() }).toEqual({
    refused: [
      'conversations/not-an-image',
      'conversations/picture-too-large',
      'conversations/picture-too-large',
      'conversations/picture-too-large',
    ],
    left: [],
    files: [],
  });
});

test('a file over a limit reports it: a long text is cut in secure access, and sent by path in open access like other files', async () => {
  const attachments = stage().start();
  const words = Buffer.from('é'.repeat(300_000));
  const bytes = Buffer.alloc(1_000_001);
  const long = await attach(attachments, 'long.txt', words);
  const refused = await codeOf(attach(attachments, 'disk.bin', bytes));
  const large = await attach(attachments, '../disk:image.bin', bytes, { place: open });
  const inSecure = await attachments.prepare([long.id], 'secure');
  const inOpen = await attachments.prepare([long.id, large.id], 'open');
  onTestFinished(() => attachments.forget('global'));
  expect({
    limits: [long, large, ...attachments.list('global', secure)].map(({ kind, limit }) => [kind, limit?.code]),
    refused,
    cut: [inSecure.attached[0]?.text.length, inSecure.attached[0]?.text.endsWith('é'), inSecure.attached[0]?.sent],
    paths: inOpen.attached.map(({ name, kind, text }) => ({
      name,
      kind,
      same: readFileSync(text).equals(name === 'long.txt' ? words : bytes),
    })),
    inside: inOpen.attached.every(({ text }) => !text.includes('/../')),
    later: await codeOf(attachments.prepare([large.id], 'secure')),
    forgotten: attachments.forget('global') ?? inOpen.attached.map(({ text }) => existsSync(text)),
  }).toEqual({
    limits: [
      ['text', 'conversations/attachment-cut'],
      ['path', 'conversations/attachment-by-path'],
      ['text', 'conversations/attachment-cut'],
      ['path', 'conversations/attachment-too-large'],
    ],
    refused: 'conversations/attachment-too-large',
    cut: [250_000, true, 500_000],
    paths: [
      { name: 'long.txt', kind: 'path', same: true },
      { name: '../disk:image.bin', kind: 'path', same: true },
    ],
    inside: true,
    later: 'conversations/attachment-too-large',
    forgotten: [false, false],
  });
});

test('a text of 20 MB is received in pieces and stored completely', async () => {
  const { start, files } = stage();
  const attachments = start();
  const words = Buffer.from('0123456789abcdefghi\n'.repeat(1_000_000));
  const { kind, size, lines } = await attach(attachments, 'paste.txt', words);
  expect({ kind, size, lines, files: files().length }).toEqual({ kind: 'text', size: 20_000_000, lines: 1_000_000, files: 1 });
});

test('a large picture is sent to the model as its smaller copy, and the original is kept', async () => {
  const { start, files } = stage();
  const attachments = start();
  const picture = await attach(attachments, 'large.png', png(4000, 3000));
  const same = await attach(attachments, 'large.png', png(2048, 1536), { resizedOf: picture.id });
  const refused = await codeOf(attach(attachments, 'large.png', Buffer.from('no'), { resizedOf: picture.id }));
  const { images } = await attachments.prepare([picture.id], 'secure');
  const shown = await attachments.content(picture.id);
  expect({
    same: same.id === picture.id && same.width === 4000,
    refused,
    sent: Buffer.from(images[0]!.data, 'base64').equals(png(2048, 1536)),
    shown: shown.data.equals(png(2048, 1536)),
    files: files().length,
    listed: attachments.list('global', secure).length,
  }).toEqual({ same: true, refused: 'conversations/not-an-image', sent: true, shown: true, files: 2, listed: 1 });
});

test('an incomplete upload leaves nothing: too short, too long, unknown, or interrupted by the end of the app', async () => {
  const { start, files, folder } = stage();
  const attachments = start();
  const begin = (size: number) =>
    attachments.begin({ of: 'global', name: 'a.txt', size, mimeType: undefined, resizedOf: undefined }, secure);
  const short = await begin(10);
  await attachments.piece(short, Buffer.from('five!'));
  const long = await begin(3);
  const left = await begin(100);
  await attachments.piece(left, Buffer.from('half of'));
  const codes = [
    await codeOf(attachments.end(short, () => secure)),
    await codeOf(attachments.piece(long, Buffer.from('four'))),
    await codeOf(attachments.piece(long, Buffer.from('more'))),
    await codeOf(attachments.end('nobody', () => secure)),
  ];
  const whileRunning = files().length;
  writeFileSync(join(folder, 'attachments', 'incoming', 'of-a-crash'), 'x');
  const again = start();
  expect({
    codes,
    whileRunning,
    afterwards: files(),
    listed: again.list('global', secure),
    gone: await codeOf(again.end(left, () => secure)),
  }).toEqual({
    codes: ['conversations/attachment-torn', 'conversations/attachment-torn', 'conversations/upload-gone', 'conversations/upload-gone'],
    whileRunning: 1,
    afterwards: [],
    listed: [],
    gone: 'conversations/upload-gone',
  });
  await attachments.close();
});

test('files stay with their draft over a restart, belong to the conversation once sent, and are deleted with the last row that refers to them', async () => {
  const { start, files } = stage();
  const first = start();
  const here = await attach(first, 'a.txt', Buffer.from('same'));
  const there = await attach(first, 'b.txt', Buffer.from('same'), { of: 'project:p' });
  await attach(first, 'c.txt', Buffer.from('other'), { of: 'project:p' });
  const later = start();
  const kept = later.list('project:p', secure).map(({ name }) => name);
  later.detach('global', there.id);
  const ofAnother = later.list('project:p', secure).length;
  later.detach('global', here.id);
  const shared = files().length;
  later.sent('project:p', 'conversation-1');
  const sent = { draft: later.list('project:p', secure).length, content: String((await later.content(there.id)).data) };
  later.detach('conversation-1', there.id);
  const still = files().length;
  later.forget('conversation-1');
  expect({ kept, ofAnother, shared, sent, still, freed: files(), gone: await codeOf(later.prepare([there.id], 'secure')) }).toEqual({
    kept: ['b.txt', 'c.txt'],
    ofAnother: 2,
    shared: 2,
    sent: { draft: 0, content: 'same' },
    still: 2,
    freed: [],
    gone: 'conversations/attachment-gone',
  });
});

test('a message takes at most twenty files, running uploads included', async () => {
  const attachments = stage().start();
  for (let index = 0; index < 18; index++) await attach(attachments, `${index}.txt`, Buffer.from(String(index)));
  const begin = () => attachments.begin({ of: 'global', name: 'more', size: 1, mimeType: undefined, resizedOf: undefined }, secure);
  const codes = [await codeOf(begin()), await codeOf(begin()), await codeOf(begin())];
  await attachments.close();
  expect(codes).toEqual(['taken', 'taken', 'conversations/too-many-attachments']);
});

test('a name of any characters is kept as it is, and cannot leave the folder of the copy', async () => {
  const attachments = stage().start();
  const names = ['../../etc/passwd', 'a\u0000b', '\u202egpj.exe', '👩‍💻.txt', '.', 'line\nbreak'];
  const all = [];
  for (const name of names) all.push(await attach(attachments, name, Buffer.alloc(1_000_001), { place: open }));
  const { attached } = await attachments.prepare(
    all.map(({ id }) => id),
    'open',
  );
  onTestFinished(() => attachments.forget('global'));
  expect({ kept: all.map(({ name }) => name), last: attached.map(({ text }) => text.slice(text.lastIndexOf('/') + 1)) }).toEqual({
    kept: names,
    last: ['.._.._etc_passwd', 'a_b', '\u202egpj.exe', '👩‍💻.txt', 'file', 'line_break'],
  });
});

test('the model is told how much of a file is in a message, and a message is split into what it was made of', () => {
  const attached = [
    { name: 'log "of" today.txt', kind: 'text', size: 3_000_003, sent: 500_000, text: 'a </attached> b' },
    { name: 'b.txt', kind: 'text', size: 1, text: 'b' },
  ] as const;
  const message = withAttached('What is wrong?', attached);
  expect({ head: message.split('\n', 1), split: splitAttached(message) }).toEqual({
    head: ['<attached kind="text" name="log &quot;of&quot; today.txt" size="3000003" only-first-bytes="500000">'],
    split: { text: 'What is wrong?', attached },
  });
});

test('a file whose content another program has removed is named when the message is sent, and can be taken off', async () => {
  const { folder, start } = stage();
  const attachments = start();
  const { id } = await attach(attachments, 'notes.txt', Buffer.from('words'));
  const { id: picture } = await attach(attachments, 'chart.png', png(30, 20), { mimeType: 'image/png' });
  rmSync(join(folder, 'attachments'), { recursive: true });
  const said = await Promise.all([id, picture].map(one => attachments.prepare([one], 'secure').catch((error: AppError) => error.message)));
  for (const one of [id, picture]) attachments.detach('global', one);
  expect([said, attachments.list('global', secure)]).toEqual([
    [expect.stringContaining('content of notes.txt is no longer on the disk'), expect.stringContaining('chart.png')],
    [],
  ]);
});
