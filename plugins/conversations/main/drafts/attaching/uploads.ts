import { randomUUID } from 'node:crypto';
import { errors } from '../../errors.ts';
import type { Upload } from '../attachments.ts';
import type { Incoming, Store } from './store.ts';

interface Running extends Upload {
  readonly incoming: Incoming;
  /** Resolves when the last piece is written; pieces are written in the order in which they arrive. */
  last: Promise<void>;
  touched: number;
}

const idleMs = 10 * 60_000;

/** Files that are uploaded in pieces. An upload that received nothing for ten minutes is dropped when the next one begins. */
export class Uploads {
  readonly #store: Store;
  readonly #running = new Map<string, Running>();
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** The number of running uploads of a draft, without resized pictures. */
  countOf(of: string): number {
    return [...this.#running.values()].filter(one => one.of === of && one.resizedOf === undefined).length;
  }

  async begin(upload: Upload): Promise<string> {
    const touched = this.#now();
    for (const [id, one] of this.#running) if (touched - one.touched > idleMs) void this.#drop(id, one);
    const id = randomUUID();
    this.#running.set(id, { ...upload, incoming: await this.#store.begin(), last: Promise.resolve(), touched });
    return id;
  }

  async piece(id: string, data: Buffer): Promise<void> {
    const upload = this.#get(id);
    upload.touched = this.#now();
    upload.last = upload.last.then(async () => {
      if (upload.incoming.length + data.length <= upload.size) return await upload.incoming.write(data);
      await this.#drop(id, upload);
      throw errors['conversations/attachment-torn']({ name: upload.name });
    });
    await upload.last;
  }

  /** Ends an upload and returns the whole file; the caller must keep or drop it. */
  async end(id: string): Promise<Upload & { readonly incoming: Incoming; readonly hash: string }> {
    const upload = this.#get(id);
    this.#running.delete(id);
    await upload.last;
    if (upload.incoming.length !== upload.size) {
      await upload.incoming.drop();
      throw errors['conversations/attachment-torn']({ name: upload.name });
    }
    return { ...upload, hash: await upload.incoming.end() };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running].map(([id, one]) => this.#drop(id, one)));
  }

  #get(id: string): Running {
    const upload = this.#running.get(id);
    if (upload === undefined) throw errors['conversations/upload-gone']({});
    return upload;
  }

  async #drop(id: string, { incoming }: Running): Promise<void> {
    this.#running.delete(id);
    await incoming.drop();
  }
}
