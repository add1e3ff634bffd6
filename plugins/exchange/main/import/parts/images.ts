import type { ImportedPart } from '@atelier/agent/contract';
import type { Tally } from '../losses.ts';

/** The limit of one image, as in the composer; and of all images of a conversation, which are in memory together. */
export const maxImageBytes = 20 * 1024 * 1024;
const maxTotalBytes = 200 * 1024 * 1024;

const signatures: readonly (readonly [mimeType: string, matches: (bytes: Buffer) => boolean])[] = [
  ['image/png', bytes => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))],
  ['image/jpeg', bytes => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/gif', bytes => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))],
  ['image/webp', bytes => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'],
];

/** The MIME type by the file signature, whatever the name says. */
export function imageType(bytes: Buffer): string | undefined {
  return signatures.find(([, matches]) => matches(bytes))?.[0];
}

/** A file next to the conversations, read on demand. */
export interface Asset {
  readonly size: number;
  bytes(): Promise<Buffer>;
}

/** Imports the images of one conversation, and counts those that cannot be imported. */
export interface Pictures {
  ofBase64(data: string, name: string): readonly ImportedPart[];
  ofAsset(asset: Asset, name: string): Promise<readonly ImportedPart[]>;
}

/** Without `images`, the parts have no data, so that a preview only counts them. */
export function openPictures(tally: Tally, images: boolean): Pictures {
  let totalBytes = 0;
  const isTooLarge = (size: number, name: string): boolean => {
    const isLarge = size > maxImageBytes || totalBytes + size > maxTotalBytes;
    if (isLarge) tally.add('large-image', name);
    else totalBytes += size;
    return isLarge;
  };
  const partOf = (head: Buffer, data: () => string, name: string): readonly ImportedPart[] => {
    const mimeType = imageType(head);
    if (mimeType !== undefined) return [{ kind: 'image', mimeType, data: images ? data() : '' }];
    tally.add('bad-image', name);
    return [];
  };
  return {
    ofBase64(data, name) {
      if (isTooLarge(Math.floor(data.length * 0.75), name)) return [];
      return partOf(Buffer.from(data.slice(0, 64), 'base64'), () => Buffer.from(data, 'base64').toString('base64'), name);
    },
    async ofAsset(asset, name) {
      if (isTooLarge(asset.size, name)) return [];
      const bytes = await asset.bytes();
      return partOf(bytes, () => bytes.toString('base64'), name);
    },
  };
}

/** The base64 content of a `data:` URL. */
export function dataOf(address: string): string | undefined {
  const comma = address.slice(0, 200).indexOf(';base64,');
  return address.startsWith('data:') && comma > 0 ? address.slice(comma + ';base64,'.length) : undefined;
}
