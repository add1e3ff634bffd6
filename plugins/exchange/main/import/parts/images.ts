import type { ImportedPart } from '@atelier/agent/contract';
import type { Tally } from '../losses.ts';

/** What one message may bring, as in the composer; and all of one conversation, which is in memory at once. */
export const largestImage = 20 * 1024 * 1024;
const largestTogether = 200 * 1024 * 1024;

const beginnings: readonly (readonly [mimeType: string, begins: (bytes: Buffer) => boolean])[] = [
  ['image/png', bytes => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))],
  ['image/jpeg', bytes => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/gif', bytes => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))],
  ['image/webp', bytes => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'],
];

/** What the bytes are, whatever they are called. */
export function imageType(bytes: Buffer): string | undefined {
  return beginnings.find(([, begins]) => begins(bytes))?.[0];
}

/** A file beside the conversations, read only when it is needed. */
export interface Asset {
  readonly size: number;
  bytes(): Promise<Buffer>;
}

/** Takes the pictures of one conversation in, and counts those that stay behind. */
export interface Pictures {
  ofBase64(data: string, name: string): readonly ImportedPart[];
  ofAsset(asset: Asset, name: string): Promise<readonly ImportedPart[]>;
}

/** Without `images` each stands there without its data, so that a preview counts what will come. */
export function openPictures(tally: Tally, images: boolean): Pictures {
  let together = 0;
  const isTooLarge = (size: number, name: string): boolean => {
    const isLarge = size > largestImage || together + size > largestTogether;
    if (isLarge) tally.add('large-image', name);
    else together += size;
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

/** The base64 text of a `data:` address. */
export function dataOf(address: string): string | undefined {
  const comma = address.slice(0, 200).indexOf(';base64,');
  return address.startsWith('data:') && comma > 0 ? address.slice(comma + ';base64,'.length) : undefined;
}
