import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { AccessMode, Image } from '@atelier/agent/contract';
import type { Database, Log } from '@atelier/kernel';
import type { AttachedText, Attachment } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { beginningOf, classify, headOf, textOf } from './attaching/classify.ts';
import { checkSize, limits, treatmentOf } from './attaching/limits.ts';

import { type AttachmentRecord, openAttachmentRecords } from './attaching/records.ts';
import { Store } from './attaching/store.ts';
import { removeToolCopy, toolFolder } from './attaching/tool-folder.ts';
import { Uploads } from './attaching/uploads.ts';
import type { Attachments, DraftPlace } from './attachments.ts';

const shown = 500_000;

/** Opens the attached files in the plugin's data folder. */
export function openAttachments(db: Database, folder: string, log: Log, now: () => number = Date.now): Attachments {
  const records = openAttachmentRecords(db);
  const store = new Store(join(folder, 'attachments'));
  const uploads = new Uploads(store, now);
  void store.sweep(records.isKept).catch(error => log.warn(String(error)));
  const get = (id: string): AttachmentRecord => {
    const record = records.find(id);
    if (record === undefined) throw errors['conversations/attachment-gone']({});
    return record;
  };
  const keepWhole = async ({ of, name, size, mimeType, incoming, hash }: Awaited<ReturnType<Uploads['end']>>, place: DraftPlace) => {
    const { nature, picture, lines, mimeType: found } = await classify(incoming.path, mimeType);
    if (nature !== 'image' && isPictureType(mimeType)) throw errors['conversations/not-an-image']({ name });
    checkSize(name, size, nature, place.mode);
    const { width, height } = picture ?? {};
    if (width !== undefined && height !== undefined && width * height > limits.pixels) {
      const is = `${width} × ${height}`;
      throw errors['conversations/picture-too-large']({ name, is, most: { fr: '100 mégapixels', en: '100 megapixels' } });
    }
    const id = randomUUID();
    const record = { id, of, name, nature, size, mimeType: found, lines, width, height, hash, smaller: undefined };
    await store.keep(incoming, hash, () => records.add(record, now()));
    return id;
  };
  const keepSmaller = async ({ name, resizedOf = '', incoming, hash }: Awaited<ReturnType<Uploads['end']>>) => {
    const { nature, mimeType } = await classify(incoming.path, undefined);
    if (nature !== 'image') throw errors['conversations/not-an-image']({ name });
    get(resizedOf);
    await store.keep(incoming, hash, () => records.setSmaller(resizedOf, hash, mimeType));
    return resizedOf;
  };
  return {
    async prepare(ids, mode) {
      const all = ids.map(get);
      for (const { name, hash, smaller } of all)
        if (!store.has((smaller ?? { hash }).hash)) throw errors['conversations/attachment-missing']({ name });
      const images = await Promise.all(all.filter(({ nature }) => nature === 'image').map(record => imageOf(record, store)));
      const files = all.filter(({ nature }) => nature !== 'image');
      return { images, attached: await Promise.all(files.map(record => attachedOf(record, mode, store))) };
    },
    async begin(upload, { mode }) {
      const { of, name, size, mimeType, resizedOf } = upload;
      if (resizedOf !== undefined) get(resizedOf);
      else if (records.ofDraft(of).length + uploads.countOf(of) >= limits.count) {
        throw errors['conversations/too-many-attachments']({ name, most: limits.count });
      }
      checkSize(name, size, isPictureType(mimeType) ? 'image' : 'text', mode);
      return await uploads.begin(upload);
    },
    piece: (upload, data) => uploads.piece(upload, data),
    async end(id, placeOf) {
      const upload = await uploads.end(id);
      const place = placeOf(upload.of);
      try {
        const kept = upload.resizedOf === undefined ? await keepWhole(upload, place) : await keepSmaller(upload);
        return describe(get(kept), place);
      } catch (error) {
        await upload.incoming.drop();
        throw error;
      }
    },
    list: (of, place) => records.ofDraft(of).map(record => describe(record, place)),
    detach(of, id) {
      if (records.ofDraft(of).some(record => record.id === id)) store.free(records.remove(id));
    },
    async content(id) {
      const { nature, mimeType, smaller, hash } = get(id);
      if (nature === 'image') return { mimeType: (smaller ?? { mimeType }).mimeType, data: await store.read((smaller ?? { hash }).hash) };
      return { mimeType: nature === 'text' ? 'text/plain' : mimeType, data: await headOf(store.pathOf(hash), shown) };
    },
    sent: (of, conversation) => records.sent(of, conversation),
    forget(of) {
      const { ids, hashes } = records.forget(of);
      store.free(hashes);
      ids.forEach(removeToolCopy);
    },
    close: () => uploads.close(),
  };
}

function describe(record: AttachmentRecord, { mode, locale }: DraftPlace): Attachment {
  const { id, name, size, mimeType, lines, width, height } = record;
  const { kind, limit } = treatmentOf(record, mode);
  return {
    id,
    name,
    kind,
    size,
    mimeType,
    ...(lines !== undefined && { lines }),
    ...(width !== undefined && height !== undefined && { width, height }),
    ...(limit !== undefined && { limit: { code: limit.code, message: limit.in(locale) } }),
  };
}

/** SVG counts as text and is never rendered. */
function isPictureType(mimeType: string | undefined): boolean {
  return mimeType?.startsWith('image/') === true && !mimeType.startsWith('image/svg');
}

/** A picture as the model gets it. */
async function imageOf(record: AttachmentRecord, store: Store): Promise<Image> {
  const { hash, mimeType } = record.smaller ?? record;
  return { mimeType: mimeType as Image['mimeType'], data: (await store.read(hash)).toString('base64'), name: record.name.slice(0, 200) };
}

/** A file as it is embedded in the message's text. */
async function attachedOf(record: AttachmentRecord, mode: AccessMode, store: Store): Promise<AttachedText> {
  const { id, name, nature, size, hash } = record;
  const { kind, limit } = treatmentOf(record, mode);
  if (kind === 'path' && mode === 'open') {
    const path = join(toolFolder(), id, fileNameOf(name));
    await store.place(hash, path);
    return { name, kind: 'path', size, text: path };
  }
  if (limit !== undefined && nature !== 'text') throw limit;
  const bytes = await store.read(hash);
  if (nature === 'text' && limit !== undefined)
    return { name, kind: 'text', size, sent: limits.text, text: beginningOf(bytes, limits.text) };
  if (nature === 'text') return { name, kind: 'text', size, text: textOf(bytes) };
  return { name, kind: 'file', size, text: bytes.toString('base64') };
}

/** A name that is valid on every system and cannot leave its folder. */
function fileNameOf(name: string): string {
  const clean = name.replaceAll(/[\p{Cc}\\/:*?"<>|]/gu, '_').slice(-120);
  return /^[.\s]*$/.test(clean) ? 'file' : clean;
}
