import { mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseFile } from '../../contract/index.ts';
import { updateErrors } from '../errors.ts';
import { safeAddress } from '../feed/address.ts';
import { request, unreachable } from '../feed/request.ts';
import { sha512Of } from './hash.ts';

export interface DownloadOptions {
  readonly folder: string;
  readonly version: string;
  readonly file: ReleaseFile;
  /** The address of the feed; the file's address may be relative to it. */
  readonly feed: string;
  readonly signal: AbortSignal;
  readonly progress: (received: number) => void;
}

const megabyte = 1024 * 1024;
/** The space that must stay free in addition to the installer and its copy for the installation. */
const reserveBytes = 64 * megabyte;
const progressEveryBytes = 256 * 1024;

/** The path of a verified installer. */
export function installerIn(folder: string, { name }: ReleaseFile): string {
  return join(folder, name);
}

/** The number of bytes that earlier attempts have downloaded. */
export function receivedOf(folder: string, file: ReleaseFile): number {
  return statSync(partIn(folder, file), { throwIfNoEntry: false })?.size ?? 0;
}

/** Downloads an installer, resuming an earlier attempt, and renames it to its final name once its hash is verified. */
export async function download(options: DownloadOptions): Promise<string> {
  const { folder, version, file } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = installerIn(folder, file);
  if (statSync(target, { throwIfNoEntry: false })?.isFile() === true && (await sha512Of(target)) === file.sha512) return target;
  const part = partIn(folder, file);
  for (const name of readdirSync(folder)) if (join(folder, name) !== part) rmSync(join(folder, name), { recursive: true, force: true });
  checkSpace(folder, version, 2 * file.size - receivedOf(folder, file) + reserveBytes);
  if (receivedOf(folder, file) < file.size) await fetchRest(options, part);
  if (receivedOf(folder, file) !== file.size || (await sha512Of(part)) !== file.sha512) {
    rmSync(part, { force: true });
    throw updateErrors['updates/tampered']({ name: file.name });
  }
  renameSync(part, target);
  return target;
}

/** Named by the hash, so that a download is never appended to a part of another file. */
function partIn(folder: string, { sha512 }: ReleaseFile): string {
  return join(folder, `${sha512.slice(0, 32)}.part`);
}

async function fetchRest({ folder, file, feed, signal, progress }: DownloadOptions, part: string): Promise<void> {
  const url = safeAddress(file.url, feed);
  const from = receivedOf(folder, file);
  const response = await request(url, from > 0 ? { Range: `bytes=${from}-` } : {}, signal);
  const isResumed = response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${from}-`) === true;
  if ((response.status !== 200 && !isResumed) || response.body === null) {
    await response.body?.cancel();
    // The partial download cannot be resumed, so the next attempt starts over.
    if (response.status === 206 || response.status === 416) rmSync(part, { force: true });
    throw unreachable(url, `HTTP ${response.status}`);
  }
  const handle = await open(part, isResumed ? 'a' : 'w', 0o600);
  let received = isResumed ? from : 0;
  let reported = received;
  try {
    for await (const chunk of response.body) {
      received += chunk.length;
      // A server that sends too much must not fill the disk.
      if (received > file.size) break;
      for (let rest = chunk; rest.length > 0; ) rest = rest.subarray((await handle.write(rest)).bytesWritten);
      if (received - reported < progressEveryBytes) continue;
      reported = received;
      progress(received);
    }
    await handle.sync();
  } catch (error) {
    if (signal.aborted || (error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    throw unreachable(url, 'cut off', error);
  } finally {
    await handle.close();
  }
  if (received > file.size) {
    rmSync(part, { force: true });
    throw updateErrors['updates/tampered']({ name: file.name });
  }
  if (received < file.size) throw unreachable(url, 'cut off');
}

function checkSpace(folder: string, version: string, need: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= need) return;
  throw updateErrors['updates/no-space']({
    version,
    folder,
    free: Math.floor(free / megabyte),
    need: Math.ceil(need / megabyte),
  });
}
