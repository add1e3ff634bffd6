import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { appendFile, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errors } from './errors.ts';

export interface Uploads {
  begin(name: string, size: number): Promise<string>;
  add(upload: string, data: string): Promise<void>;
  /** The path of a complete upload. */
  path(upload: string): Promise<string>;
  drop(upload: string): Promise<void>;
}

const maxBytes = 2 * 1024 ** 3;
const maxUploads = 8;

/** Files uploaded by a window, in a folder that only this user can read and that is emptied when the plugin starts. */
export function openUploads(folder: string): Uploads {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const open = new Map<string, { readonly file: string; readonly name: string; readonly size: number; length: number }>();
  const find = (upload: string) => {
    const found = open.get(upload);
    if (found === undefined) throw errors['exchange/unknown-task']({});
    return found;
  };
  const drop = async (upload: string): Promise<void> => {
    const found = open.get(upload);
    open.delete(upload);
    if (found !== undefined) await rm(dirname(found.file), { recursive: true, force: true });
  };
  return {
    async begin(name, size) {
      if (size > maxBytes) throw errors['exchange/upload-too-large']({ limit: maxBytes / 1024 ** 2 });
      // Drop the oldest upload, which was probably abandoned.
      const [oldest] = open.keys();
      if (open.size >= maxUploads && oldest !== undefined) await drop(oldest);
      const upload = randomUUID();
      await mkdir(join(folder, upload), { mode: 0o700 });
      // Some session ids come from the file name, so it is kept, sanitised.
      const plain =
        name
          .replaceAll(/[^\w.-]+/g, '_')
          .replace(/^\.+/, '')
          .slice(-100) || 'file';
      const file = join(folder, upload, plain);
      await writeFile(file, '', { flag: 'wx', mode: 0o600 });
      open.set(upload, { file, name, size, length: 0 });
      return upload;
    },
    async add(upload, data) {
      const found = find(upload);
      const bytes = Buffer.from(data, 'base64');
      found.length += bytes.length;
      if (found.length > found.size) {
        await drop(upload);
        throw errors['exchange/upload-too-large']({ limit: Math.ceil(found.size / 1024 ** 2) });
      }
      await appendFile(found.file, bytes);
    },
    async path(upload) {
      const { file, name, size } = find(upload);
      if ((await stat(file)).size !== size) throw errors['exchange/upload-torn']({ file: name });
      return file;
    },
    drop,
  };
}
