import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errors } from '../errors.ts';
import { formatVersion } from '../import/readers/atelier.ts';
import { fileName, freeName } from './file-names.ts';
import { writeMarkdown } from './markdown.ts';
import type { RenderedDocument, Transcript, WriteOptions } from './transcript.ts';

export interface Saved {
  /** The file, or the folder of several files. */
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly files: number;
}

export async function renderDocument(
  transcript: Transcript,
  options: WriteOptions,
  name = fileName(transcript.title, transcript.createdAt),
): Promise<RenderedDocument> {
  if (options.format === 'jsonl') return writeJsonl(transcript, options);
  if (options.format === 'markdown') return writeMarkdown(transcript, options, name);
  // The Markdown parser is loaded only for HTML.
  const { writeHtml } = await import('./html.ts');
  return writeHtml(transcript, options, name);
}

/** Loaded one after the other, so that only one is in memory at a time. */
export type Transcripts = AsyncIterable<Transcript>;

/**
 * Writes documents into a folder of the person, under free names. All or nothing: they are written into a temporary folder and then
 * moved with one rename.
 */
export async function saveInto(folder: string, transcripts: Transcripts, options: WriteOptions, signal: AbortSignal): Promise<Saved> {
  const found = isAbsolute(folder) ? await lstat(join(folder, '.')).catch(() => undefined) : undefined;
  if (found?.isDirectory() !== true) throw errors['exchange/no-folder']({ folder });
  const work = join(folder, `.atelier-${randomUUID()}`);
  try {
    await mkdir(work, { mode: 0o700 });
    const { names, bytes, title } = await writeAll(work, transcripts, options, signal);
    const taken = new Set((await readdir(folder)).map(name => name.toLowerCase().normalize('NFC')));
    const [only] = names;
    if (only === undefined) throw errors['exchange/nothing-chosen']({});
    if (names.length === 1) {
      const dot = only.lastIndexOf('.');
      const name = freeName(taken, only.slice(0, dot), only.slice(dot));
      await rename(join(work, only), join(folder, name));
      await rm(work, { recursive: true, force: true });
      return { path: join(folder, name), name, bytes, files: 1 };
    }
    const name = freeName(taken, title);
    await rename(work, join(folder, name));
    return { path: join(folder, name), name, bytes, files: names.length };
  } catch (error) {
    await rm(work, { recursive: true, force: true }).catch(() => undefined);
    if (signal.aborted || (error instanceof Error && error.name === 'AppError')) throw error;
    throw errors['exchange/write-failed']({ folder, why: (error as NodeJS.ErrnoException).code ?? String(error) }, error);
  }
}

/** Writes one file for a page to download: the document, or a zip of several documents. */
export async function saveForPage(folder: string, transcripts: Transcripts, options: WriteOptions, signal: AbortSignal): Promise<Saved> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const work = join(folder, randomUUID());
  const inside = await saveInto(await fresh(work), transcripts, options, signal);
  if (inside.files === 1) return inside;
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  for (const name of (await readdir(inside.path)).sort()) zip.addFile(join(inside.path, name), `${inside.name}/${name}`);
  zip.end();
  const path = join(work, `${inside.name}.zip`);
  await pipeline(zip.outputStream, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
  return { ...inside, path, name: `${inside.name}.zip`, bytes: (await lstat(path)).size };
}

async function fresh(folder: string): Promise<string> {
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

async function writeAll(folder: string, transcripts: Transcripts, options: WriteOptions, signal: AbortSignal) {
  const taken = new Set<string>();
  const names: string[] = [];
  let bytes = 0;
  let title = '';
  const put = async (name: string, content: Iterable<string | Buffer>): Promise<void> => {
    bytes += await writeFile(join(folder, name), content, signal);
    names.push(name);
  };
  for await (const transcript of transcripts) {
    signal.throwIfAborted();
    const base = fileName(transcript.title, transcript.createdAt);
    title ||= base;
    // The names of its images begin with this name, so they are free too.
    const name = freeName(taken, base);
    const { pieces, extension, beside } = await renderDocument(transcript, options, name);
    await put(`${name}.${extension}`, pieces);
    for (const [image, data] of beside) await put(image, [data]);
  }
  return { names, bytes, title };
}

/** Writes and syncs a file, so that it is complete before it is renamed. */
async function writeFile(path: string, content: Iterable<string | Buffer>, signal: AbortSignal): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content, { signal });
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** The size of an export, without writing it. */
export async function measure(
  transcripts: Transcripts,
  options: WriteOptions,
  signal: AbortSignal,
): Promise<{ bytes: number; files: number }> {
  let bytes = 0;
  let files = 0;
  for await (const transcript of transcripts) {
    const { pieces, beside } = await renderDocument(transcript, options);
    for (const piece of pieces) {
      signal.throwIfAborted();
      bytes += Buffer.byteLength(piece);
    }
    for (const data of beside.values()) bytes += data.length;
    files += 1 + beside.size;
  }
  return { bytes, files };
}

/** A header line, then one line per entry with all its fields: the options for contents do not apply to this format. */
function writeJsonl({ entries, ...transcript }: Transcript, { exportedAt }: WriteOptions): RenderedDocument {
  return { extension: 'jsonl', pieces: pieces(), beside: new Map() };

  function* pieces(): Generator<string> {
    const { conversation, title, createdAt, project, ...marks } = transcript;
    const updatedAt = entries.at(-1)?.at ?? createdAt;
    const about = { conversation, title, createdAt, updatedAt, project, private: marks.private, exportedAt };
    const head = { atelier: 'conversation', version: formatVersion, ...about };
    yield `${JSON.stringify(head)}\n`;
    for (const entry of entries) yield `${JSON.stringify({ type: 'entry', ...entry })}\n`;
  }
}
