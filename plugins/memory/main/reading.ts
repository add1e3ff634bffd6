import { extname } from 'node:path';
import { startThread } from '@atelier/kernel/children';
import { errors } from './errors.ts';
import type { FromReading, ToRead } from './reading-worker.ts';
import { type Read, type ReadDraft, read } from './taking-along.ts';

const program = new URL(`./reading-worker${extname(import.meta.filename)}`, import.meta.url).href;
/** A text of so many characters is read in no time. */
const short = 100_000;
/** So much of one text is kept until all of it is there, and so many texts. */
const most = { characters: 200_000_000, uploads: 4 };
/** A window that was closed sends no more. */
const idleMs = 600_000;

/** Reads a document; a long one in a thread of its own, since all of JSON is read in one go. */
export async function readDocument(parts: readonly string[], now: number): Promise<Read> {
  if (parts.reduce((sum, part) => sum + part.length, 0) <= short) return read(parts.join(''), now);
  const thread = startThread(`import(${JSON.stringify(program)})`);
  const drafts: ReadDraft[] = [];
  const all = Promise.withResolvers<Read>();
  thread.onMessage(message => {
    const told = message as FromReading;
    if ('drafts' in told) drafts.push(...told.drafts);
    else if ('unreadable' in told) all.resolve({ drafts, ...told });
    else if ('code' in told)
      all.reject(told.code === 'memory/newer-import' ? errors['memory/newer-import']({}) : errors['memory/unreadable-import']({}));
    else all.reject(new Error(told.failed));
  });
  void thread.ended.then(error => all.reject(error ?? new Error('the thread that reads ended')));
  const tell = (message: ToRead) => thread.post(message);
  try {
    for (const part of parts) tell({ part });
    tell({ now });
    return await all.promise;
  } finally {
    await thread.end();
  }
}

/** Documents that a window sends in parts, since a message has a limit. */
export type Uploads = ReturnType<typeof openUploads>;

export function openUploads() {
  const uploads = new Map<string, { readonly parts: string[]; length: number; readonly idle: NodeJS.Timeout }>();
  const drop = (id: string): void => {
    clearTimeout(uploads.get(id)?.idle);
    uploads.delete(id);
  };
  const begin = (id: string) => {
    for (const other of [...uploads.keys()].slice(0, Math.max(0, uploads.size - most.uploads + 1))) drop(other);
    const begun = { parts: [], length: 0, idle: setTimeout(() => drop(id), idleMs).unref() };
    uploads.set(id, begun);
    return begun;
  };
  return {
    add(id: string, text: string): void {
      const upload = uploads.get(id) ?? begin(id);
      upload.idle.refresh();
      upload.parts.push(text);
      upload.length += text.length;
      if (upload.length <= most.characters) return;
      drop(id);
      throw errors['memory/import-too-long']({});
    },
    /** All parts of one, which goes with that. */
    take(id: string): readonly string[] {
      const upload = uploads.get(id);
      drop(id);
      if (upload === undefined) throw errors['memory/upload-gone']({});
      return upload.parts;
    },
    end(): void {
      for (const id of [...uploads.keys()]) drop(id);
    },
  };
}
