import { join } from 'node:path';
import type { AccessMode, Image } from '@atelier/agent/contract';
import type { AttachedText } from '../../../contract/index.ts';
import { beginningOf, textOf } from './classify.ts';
import { fateOf, limits } from './limits.ts';
import { placeForTools } from './place-for-tools.ts';
import type { AttachmentRecord } from './records.ts';
import type { Store } from './store.ts';

/** A picture as the model gets it. */
export async function imageOf(record: AttachmentRecord, store: Store): Promise<Image> {
  const { hash, mimeType } = record.smaller ?? record;
  return { mimeType: mimeType as Image['mimeType'], data: (await store.read(hash)).toString('base64'), name: record.name.slice(0, 200) };
}

/** A file as it stands in the message's text. */
export async function attachedOf(record: AttachmentRecord, mode: AccessMode, store: Store): Promise<AttachedText> {
  const { id, name, nature, size, hash } = record;
  const { kind, limit } = fateOf(record, mode);
  if (kind === 'path' && mode === 'open') {
    const path = join(placeForTools(), id, fileNameOf(name));
    await store.place(hash, path);
    return { name, kind: 'path', size, text: path };
  }
  if (limit !== undefined && nature !== 'text') throw limit;
  const bytes = await store.read(hash);
  if (nature === 'text') return { name, kind: 'text', size, text: limit === undefined ? textOf(bytes) : beginningOf(bytes, limits.text) };
  return { name, kind: 'file', size, text: bytes.toString('base64') };
}

/** A name that is one on every system and leads nowhere else. */
function fileNameOf(name: string): string {
  const clean = name.replaceAll(/[\p{Cc}\\/:*?"<>|]/gu, '_').slice(-120);
  return /^[.\s]*$/.test(clean) ? 'file' : clean;
}
