import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Picture, pictureHead, pictureOf } from './picture.ts';
import type { Nature } from './records.ts';

export interface Classified {
  readonly nature: Nature;
  readonly mimeType: string;
  readonly lines?: number;
  readonly picture?: Picture;
}

/** Classifies a file by its bytes alone. */
export async function classify(file: string, declared: string | undefined): Promise<Classified> {
  const picture = pictureOf(await headOf(file, pictureHead));
  if (picture !== undefined) return { nature: 'image', mimeType: picture.mimeType, picture };
  const lines = await linesOfText(file);
  if (lines !== undefined) return { nature: 'text', mimeType: declared ?? 'text/plain', lines };
  return { nature: 'other', mimeType: declared ?? 'application/octet-stream' };
}

/** Decodes a file's bytes, in the encoding that its first two bytes indicate. */
export function textOf(bytes: Buffer): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** Decodes at most `most` bytes of a text, without a partial character at its end. */
export function beginningOf(bytes: Buffer, most: number): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes.subarray(0, most), { stream: true });
}

export async function headOf(file: string, most: number): Promise<Buffer> {
  await using handle = await open(file, 'r');
  const buffer = Buffer.alloc(most);
  const { bytesRead } = await handle.read(buffer, 0, most, 0);
  return buffer.subarray(0, bytesRead);
}

/** The number of lines of a text; undefined if the file is not text. Reads the file in pieces, because it may be large. */
async function linesOfText(file: string): Promise<number | undefined> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let lines = 0;
  let endsInLine = false;
  try {
    for await (const piece of createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
      decoder ??= new TextDecoder(encodingOf(piece), { fatal: true });
      const text = decoder.decode(piece, { stream: true });
      if (text.includes('\0')) return undefined;
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
      if (text !== '') endsInLine = !text.endsWith('\n');
    }
    decoder?.decode();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
  return endsInLine ? lines + 1 : lines;
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}
