import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errors } from '../../errors.ts';
import type { Reading, Step } from '../found.ts';
import { openTally, type Tally } from '../losses.ts';
import { bytesOf, openArchive, reasonOf } from '../parts/archive.ts';
import { aside, broken } from '../parts/draft.ts';
import { elementsOf, maxElementBytes, type StreamEnd } from '../parts/elements.ts';
import { type Asset, maxImageBytes } from '../parts/images.ts';
import { type Json, nonEmptyTextOf, recordOf, recordsOf, textOf } from '../parts/values.ts';
import { type Assets, chatGptConversation, chatGptId, isChatGpt } from './chatgpt.ts';
import { claudeConversation, isClaude } from './claude.ts';

/** The files of a data export with conversations; large exports have numbered files. */
export const isConversationsFile = (name: string): boolean => /(?:^|\/)conversations(?:-\d+)?\.json$/.test(name);

/** Other content of an export, which is reported as not imported. */
const otherContent =
  /(?:^|\/)(?:projects|memories|user_settings|sora|shopping|group_chats)(?:-\d+)?\.json$|(?:^|\/)(?:projects|textdocs)\/.+\.json$/;

/** A downloaded data export of ChatGPT or Claude. */
export async function* readArchive(path: string, reading: Reading): AsyncGenerator<Step> {
  const losses = openTally();
  const archive = await openArchive(path, losses, reading.signal);
  try {
    const assets = assetsFrom(archive.names, name => ({
      size: archive.sizeOf(name),
      bytes: async () => (await bytesOf(archive, name, maxImageBytes)) ?? Buffer.alloc(0),
    }));
    const files = archive.names.filter(isConversationsFile).sort();
    if (files.length === 0) throw errors['exchange/no-conversations']({ file: basename(path) });
    for (const name of files) {
      const stream = await archive.open(name);
      const stop = (): void => void stream.destroy();
      reading.signal.addEventListener('abort', stop, { once: true });
      try {
        yield* readChunks(name, stream as AsyncIterable<Buffer>, assets, reading);
      } catch (error) {
        reading.signal.throwIfAborted();
        yield broken(undefined, name, name, path, errors['exchange/not-a-zip']({ file: basename(path), why: reasonOf(error) }, error));
      } finally {
        reading.signal.removeEventListener('abort', stop);
        stream.destroy();
      }
    }
    for (const name of archive.names) if (otherContent.test(name)) losses.add('other-file', name);
    yield aside(losses.list());
  } finally {
    archive.close();
  }
}

/** A `conversations.json` or a single conversation; its images are searched in the same folder. */
export async function* readJson(path: string, folder: string, reading: Reading): AsyncGenerator<Step> {
  const names = await assetFilesIn(folder);
  const assets = assetsFrom(names, name => {
    const file = join(folder, name);
    return { size: 0, bytes: async () => ((await stat(file)).size > maxImageBytes ? Buffer.alloc(0) : readFile(file)) };
  });
  const chunks = createReadStream(path, { highWaterMark: 256 * 1024, signal: reading.signal }) as AsyncIterable<Buffer>;
  yield* readChunks(basename(path), chunks, assets, reading);
}

async function* readChunks(file: string, chunks: AsyncIterable<Buffer>, assets: Assets, reading: Reading): AsyncGenerator<Step> {
  const losses = openTally();
  const end: StreamEnd = { isTruncated: false };
  const counted = (async function* () {
    for await (const chunk of chunks) {
      reading.progress(chunk.length);
      yield chunk;
    }
  })();
  for await (const element of elementsOf(counted, end)) {
    reading.signal.throwIfAborted();
    if ('tooLarge' in element) {
      const [size, limit] = [Math.round(element.tooLarge / 1e6), Math.round(maxElementBytes / 1e6)];
      yield broken(undefined, `${file} ${size}`, undefined, file, errors['exchange/too-large']({ file, size, limit }));
      continue;
    }
    let record: Json | undefined;
    try {
      record = recordOf(JSON.parse(element.text));
    } catch {
      losses.add('torn', element.text);
    }
    const inner = record === undefined ? [] : recordsOf(record.conversations);
    for (const one of inner.length > 0 ? inner : record === undefined ? [] : [record]) yield* readOne(one, file, assets, reading, losses);
  }
  yield aside(losses.list());
  if (end.isTruncated) yield broken(undefined, `${file} end`, file, file, errors['exchange/torn']({ file }));
}

async function* readOne(record: Json, file: string, assets: Assets, reading: Reading, losses: Tally): AsyncGenerator<Step> {
  const source = isChatGpt(record) ? 'chatgpt' : isClaude(record) ? 'claude' : undefined;
  const id = source === 'chatgpt' ? chatGptId(record) : nonEmptyTextOf(record.uuid);
  if (source === undefined || id === undefined) return losses.add('unknown-record', Object.keys(record).slice(0, 6).join(', '));
  if (!reading.wanted(id)) return;
  const title = textOf(record.title) ?? textOf(record.name);
  try {
    const found = source === 'chatgpt' ? await chatGptConversation(record, assets, reading) : claudeConversation(record, reading);
    if (found === undefined) losses.add('empty-conversation', title);
    else yield found;
  } catch (error) {
    reading.signal.throwIfAborted();
    yield broken(source, id, title, file, error);
  }
}

/** The names of assets begin with their id. */
function assetsFrom(names: readonly string[], open: (name: string) => Asset): Assets {
  const byId = new Map<string, string>();
  for (const name of names) {
    const base = basename(name);
    const id = /^(?:file-[A-Za-z0-9]+|file_[0-9a-f]+)/.exec(base)?.[0];
    if (id !== undefined && !byId.has(id)) byId.set(id, name);
  }
  return id => {
    const name = byId.get(id) ?? names.find(one => basename(one) === id);
    return name === undefined ? undefined : open(name);
  };
}

async function assetFilesIn(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (entry.isFile()) names.push(entry.name);
    else if (entry.isDirectory() && (entry.name === 'dalle-generations' || entry.name.startsWith('user-')))
      for (const inner of await readdir(join(folder, entry.name)).catch(() => [])) names.push(`${entry.name}/${inner}`);
  }
  return names;
}
