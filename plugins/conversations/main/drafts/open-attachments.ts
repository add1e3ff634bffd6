import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Database, Log } from '@atelier/kernel';
import type { Attachment } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { classify, headOf } from './attaching/classify.ts';
import { checkSize, fateOf, limits } from './attaching/limits.ts';
import { emptyPlaceOf } from './attaching/place-for-tools.ts';
import { attachedOf, imageOf } from './attaching/prepare.ts';
import { type AttachmentRecord, openAttachmentRecords } from './attaching/records.ts';
import { Store } from './attaching/store.ts';
import { Uploads } from './attaching/uploads.ts';
import type { Attachments, DraftPlace } from './attachments.ts';

const shown = 500_000;

/** Files beside drafts, in the plugin's own folder. */
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
  const takeWhole = async ({ of, name, size, mimeType, incoming, hash }: Awaited<ReturnType<Uploads['end']>>, place: DraftPlace) => {
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
  const takeSmaller = async ({ name, resizedOf = '', incoming, hash }: Awaited<ReturnType<Uploads['end']>>) => {
    const { nature, mimeType } = await classify(incoming.path, undefined);
    if (nature !== 'image') throw errors['conversations/not-an-image']({ name });
    get(resizedOf);
    await store.keep(incoming, hash, () => records.setSmaller(resizedOf, hash, mimeType));
    return resizedOf;
  };
  return {
    async prepare(ids, mode) {
      const all = ids.map(get);
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
        const taken = upload.resizedOf === undefined ? await takeWhole(upload, place) : await takeSmaller(upload);
        return describe(get(taken), place);
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
      ids.forEach(emptyPlaceOf);
    },
    close: () => uploads.close(),
  };
}

function describe(record: AttachmentRecord, { mode, locale }: DraftPlace): Attachment {
  const { id, name, size, mimeType, lines, width, height } = record;
  const { kind, limit } = fateOf(record, mode);
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

/** SVG is a text, and is never drawn as a document. */
function isPictureType(mimeType: string | undefined): boolean {
  return mimeType?.startsWith('image/') === true && !mimeType.startsWith('image/svg');
}
