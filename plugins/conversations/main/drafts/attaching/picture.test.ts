import { expect, test } from 'vitest';
import { jpegHead, png } from './files.fixture.ts';
import { pictureOf } from './picture.ts';

const webp = (form: string, rest: Buffer) => Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${form}`, 'latin1'), rest, Buffer.alloc(30)]);

test('a picture is recognized by its bytes, with its size, and bytes that are no complete picture are not', () => {
  const gif = Buffer.concat([Buffer.from('GIF89a', 'latin1'), Buffer.from([0x40, 0x01, 0xf0, 0x00])]);
  const lossy = webp('VP8 ', Buffer.from([0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0x20, 0x03, 0x58, 0x02]));
  const extended = webp('VP8X', Buffer.from([10, 0, 0, 0, 0, 0, 0, 0, 0xff, 0x0f, 0, 0xff, 0x07, 0]));
  const lossless = webp('VP8L', Buffer.from([0, 0, 0, 0, 0x2f, 0x63, 0x40, 0x0c, 0]));
  const seen = [png(30, 20), jpegHead(4000, 3000), gif, lossy, extended, lossless].map(bytes => pictureOf(bytes));
  const none = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.from('\x89PNG but only in name', 'latin1'),
    png(30, 20).subarray(0, 20),
    png(0, 20),
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00]),
    Buffer.alloc(0),
  ].map(bytes => pictureOf(bytes));
  expect({ seen, none }).toEqual({
    seen: [
      { mimeType: 'image/png', width: 30, height: 20 },
      { mimeType: 'image/jpeg', width: 4000, height: 3000 },
      { mimeType: 'image/gif', width: 320, height: 240 },
      { mimeType: 'image/webp', width: 800, height: 600 },
      { mimeType: 'image/webp', width: 4096, height: 2048 },
      { mimeType: 'image/webp', width: 100, height: 50 },
    ],
    none: [undefined, undefined, undefined, undefined, undefined, undefined],
  });
});
