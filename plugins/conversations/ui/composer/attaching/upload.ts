import type { Client } from '@atelier/kernel';
import type { Attachment, ConversationsChannel } from '../../../contract/index.ts';

type Shape = NonNullable<(typeof ConversationsChannel)['shape']>;

/** Fits into one call as base64, and is divisible by 3, so that only the last piece has padding. */
const piece = 750_000;
const maxNameLength = 400;

export interface UploadOptions {
  readonly client: Client<Shape>;
  readonly of: string;
  readonly name: string;
  readonly onPiece?: (sent: number) => void;
  readonly resizedOf?: string;
}

/** Uploads a file in pieces. */
export async function upload(file: Blob, { client, of, name, onPiece, resizedOf }: UploadOptions): Promise<Attachment> {
  const { upload: id } = await client.call('beginAttachment', {
    of,
    name: name.slice(-maxNameLength) || '-',
    size: file.size,
    ...(file.type !== '' && { mimeType: file.type.slice(0, 100) }),
    ...(resizedOf !== undefined && { resizedOf }),
  });
  for (let at = 0; at < file.size; at += piece) {
    const data = await base64Of(file.slice(at, at + piece));
    await client.call('attachPiece', { upload: id, data });
    onPiece?.(Math.min(file.size, at + piece));
  }
  return await client.call('endAttachment', { upload: id });
}

function base64Of(blob: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => {
    const address = String(reader.result);
    resolve(address.slice(address.indexOf(',') + 1));
  };
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(blob);
  return promise;
}
