import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errors } from '../errors.ts';
import type { Reading, SourceKind, Step } from './found.ts';
import { openTally } from './losses.ts';
import { openArchive, reasonOf } from './parts/archive.ts';
import { elementsOf } from './parts/elements.ts';
import { linesOf } from './parts/lines.ts';
import { type Json, parsed, recordOf, recordsOf } from './parts/values.ts';
import { isAtelier, readAtelier } from './readers/atelier.ts';
import { isChatGpt } from './readers/chatgpt.ts';
import { isClaude } from './readers/claude.ts';
import { isClaudeCode, readClaudeCode } from './readers/claude-code.ts';
import { isCodex, readCodex } from './readers/codex.ts';
import { isConversationsFile, readArchive, readJson } from './readers/exports.ts';
import { readOpencodeFiles } from './readers/opencode-files.ts';
import { isPi, readPi } from './readers/pi.ts';
import { isFolder, sessionFilesIn } from './walk.ts';

/** The format of a file or folder, detected from its content, not its name. */
export interface Recognised {
  readonly kind: SourceKind;
  readonly how: 'zip' | 'json' | 'lines' | 'folder' | 'database';
  /** The size to read; 0 if unknown. */
  readonly bytes: number;
  read(reading: Reading): AsyncIterable<Step>;
}

type LineReader = (path: string, reading: Reading) => AsyncIterable<Step>;
const lineFormats: readonly (readonly [SourceKind, (first: Json) => boolean, LineReader])[] = [
  ['atelier', isAtelier, readAtelier],
  ['pi', isPi, readPi],
  ['codex', isCodex, readCodex],
  ['claude-code', isClaudeCode, readClaudeCode],
];

export async function recognise(path: string, signal: AbortSignal): Promise<Recognised> {
  let size: number;
  try {
    const found = await stat(path);
    size = found.size;
    if (found.isDirectory()) return await recogniseFolder(path, signal);
    if (!found.isFile()) throw errors['exchange/no-conversations']({ file: path });
    return await recogniseFile(path, size, signal);
  } catch (error) {
    if (signal.aborted || (error instanceof Error && error.name === 'AppError')) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw errors['exchange/missing']({ file: path });
    throw errors['exchange/unreadable']({ file: path, why: reasonOf(error) }, error);
  }
}

async function recogniseFile(path: string, bytes: number, signal: AbortSignal): Promise<Recognised> {
  const head = await headOf(path);
  if (head.subarray(0, 16).toString('latin1') === 'SQLite format 3\0')
    return { kind: 'opencode', how: 'database', bytes, read: reading => readDatabase(path, reading) };
  if (head.subarray(0, 2).toString('latin1') === 'PK') return recogniseArchive(path, bytes, signal);
  const beginning = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()[0];
  if (beginning === '{') {
    const lines = await linesFormat(path, signal);
    if (lines !== undefined) return { kind: lines.kind, how: 'lines', bytes, read: reading => lines.read(path, reading) };
  }
  const kind = beginning === '[' || beginning === '{' ? await exportKind(createReadStream(path), signal) : undefined;
  if (kind === undefined) throw errors['exchange/no-conversations']({ file: basename(path) });
  return { kind, how: 'json', bytes, read: reading => readJson(path, dirname(path), reading) };
}

/** Loaded on demand, because Node's SQLite is not available when plugins run in separate processes. */
async function* readDatabase(path: string, reading: Reading): AsyncGenerator<Step> {
  const { readOpencodeDatabase } = await import('./readers/opencode-database.ts');
  yield* readOpencodeDatabase(path, reading);
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function recogniseArchive(path: string, bytes: number, signal: AbortSignal): Promise<Recognised> {
  const archive = await openArchive(path, openTally(), signal);
  try {
    const files = archive.names.filter(isConversationsFile).sort();
    for (const name of files) {
      const kind = await exportKind((await archive.open(name)) as AsyncIterable<Buffer>, signal);
      const unpacked = files.reduce((sum, one) => sum + archive.sizeOf(one), 0);
      if (kind !== undefined) return { kind, how: 'zip', bytes: unpacked || bytes, read: reading => readArchive(path, reading) };
    }
    throw errors['exchange/no-conversations']({ file: basename(path) });
  } catch (error) {
    if (signal.aborted || (error instanceof Error && error.name === 'AppError')) throw error;
    throw errors['exchange/not-a-zip']({ file: basename(path), why: reasonOf(error) }, error);
  } finally {
    archive.close();
  }
}

/** Checks the first elements, because the very first one may be broken. */
async function exportKind(chunks: AsyncIterable<Buffer>, signal: AbortSignal): Promise<'chatgpt' | 'claude' | undefined> {
  let checked = 0;
  for await (const element of elementsOf(chunks, { isTruncated: false })) {
    signal.throwIfAborted();
    const record = 'text' in element ? recordOf(parsed(element.text)) : undefined;
    for (const one of [record, ...recordsOf(record?.conversations).slice(0, 3)]) {
      if (one !== undefined && isChatGpt(one)) return 'chatgpt';
      if (one !== undefined && isClaude(one)) return 'claude';
    }
    if (++checked === 20) return undefined;
  }
  return undefined;
}

/** Checks the first lines, because the very first one may be broken or of an unknown type. */
async function linesFormat(path: string, signal: AbortSignal): Promise<{ kind: SourceKind; read: LineReader } | undefined> {
  let checked = 0;
  for await (const line of linesOf(path, { signal, progress: () => {} }, openTally())) {
    const record = recordOf(parsed(line.replace(/^\ufeff/, '')));
    for (const [kind, fits, read] of lineFormats) if (record !== undefined && fits(record)) return { kind, read };
    if (++checked === 20) return undefined;
  }
  return undefined;
}

async function recogniseFolder(path: string, signal: AbortSignal): Promise<Recognised> {
  const names = await readdir(path);
  for (const place of [path, join(path, 'storage'), join(path, '..')]) {
    if ((await isFolder(join(place, 'session'))) && (await isFolder(join(place, 'message')))) {
      const database = join(path, 'opencode.db');
      // From 1.2 on, the database was migrated from the files and is authoritative.
      if (names.includes('opencode.db')) return recogniseFile(database, (await stat(database)).size, signal);
      return { kind: 'opencode', how: 'folder', bytes: 0, read: reading => readOpencodeFiles(place, reading) };
    }
  }
  const own = names.includes('opencode.db') ? 'opencode.db' : names.find(isConversationsFile);
  if (own !== undefined) return recogniseFile(join(path, own), (await stat(join(path, own))).size, signal);
  return recogniseSessions(path, signal);
}

/** A folder of session files of one or several programs. */
async function recogniseSessions(path: string, signal: AbortSignal): Promise<Recognised> {
  const files = await sessionFilesIn(path, signal);
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  for (const { file } of files) {
    const format = await linesFormat(file, signal);
    if (format !== undefined) return { kind: format.kind, how: 'folder', bytes, read: reading => readSessions(files, reading) };
  }
  throw errors['exchange/no-conversations']({ file: path });
}

async function* readSessions(files: readonly { readonly file: string }[], reading: Reading): AsyncGenerator<Step> {
  const seen = new Set<string>();
  const losses = openTally();
  for (const { file } of files) {
    reading.signal.throwIfAborted();
    const format = await linesFormat(file, reading.signal).catch(() => undefined);
    reading.signal.throwIfAborted();
    if (format === undefined) {
      losses.add('other-file', basename(file));
      continue;
    }
    try {
      for await (const step of format.read(file, reading)) {
        if (step.step === 'found' && seen.has(`${step.source} ${step.sourceId}`)) losses.add('doubled', basename(file));
        else yield step;
        if (step.step === 'found') seen.add(`${step.source} ${step.sourceId}`);
      }
    } catch (error) {
      reading.signal.throwIfAborted();
      const problem = errors['exchange/unreadable']({ file: basename(file), why: reasonOf(error) }, error);
      yield { step: 'broken', source: format.kind, sourceId: basename(file), title: basename(file), problem };
    }
  }
  yield { step: 'aside', losses: losses.list() };
}
