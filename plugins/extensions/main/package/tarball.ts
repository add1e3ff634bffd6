import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError, type Locale } from '@atelier/kernel';
import { errors } from '../errors.ts';

/** One file of a package. */
export interface PackedFile {
  /** Relative to the package's folder, with slashes. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** The limits of a package. */
export const tarballLimits = {
  packedBytes: 30 * 1024 * 1024,
  unpackedBytes: 120 * 1024 * 1024,
  files: 5000,
  path: 200,
  depth: 24,
} as const;

const gunzipAsync = promisify(gunzip);
const blockSize = 512;
const linkKinds: Readonly<Record<string, string>> = { '1': 'a hard link', '2': 'a link' };
const deviceKinds: Readonly<Record<string, string>> = { '3': 'a device', '4': 'a device', '6': 'a pipe' };

/** Reads a complete package into memory, or refuses it. Writes nothing to the disk. */
export async function readTarball(what: string, packed: Buffer): Promise<readonly PackedFile[]> {
  const refuse = refusedFor(what);
  if (packed.length > tarballLimits.packedBytes) throw refuse('tooLarge', tarballLimits.packedBytes);
  let tar: Buffer;
  try {
    tar = await gunzipAsync(packed, { maxOutputLength: tarballLimits.unpackedBytes });
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? refuse('bomb', tarballLimits.unpackedBytes) : refuse('noArchive');
  }
  const files: PackedFile[] = [];
  const seen = new Set<string>();
  let next: { path?: string; size?: number } = {};
  for (let at = 0; at + blockSize <= tar.length; ) {
    const header = tar.subarray(at, at + blockSize);
    if (header.every(byte => byte === 0)) break;
    if (!hasValidChecksum(header)) throw refuse('noArchive');
    const kind = String.fromCharCode(header[156] ?? 0);
    const size = next.size ?? octal(header.subarray(124, 136));
    const body = tar.subarray(at + blockSize, at + blockSize + size);
    if (!Number.isSafeInteger(size) || size < 0 || body.length !== size) throw refuse('noArchive');
    at += blockSize + Math.ceil(size / blockSize) * blockSize;
    if (kind === 'x') {
      next = { ...next, ...parsePaxHeaders(body) };
      continue;
    }
    if (kind === 'g') continue;
    if (kind === 'L') {
      next = { ...next, path: cString(body) };
      continue;
    }
    const written =
      next.path ?? [cString(header.subarray(345, 500)), cString(header.subarray(0, 100))].filter(part => part !== '').join('/');
    next = {};
    const special = linkKinds[kind] ?? deviceKinds[kind];
    if (special !== undefined || kind === 'K') throw refuse('special', written);
    const path = pathIn(written, refuse);
    if (kind === '5') continue;
    if (kind !== '0' && kind !== '\0' && kind !== '7') throw refuse('special', written);
    if (path === '') throw refuse('path', written);
    // On a case-insensitive disk, the second file would overwrite the first.
    const key = path.normalize('NFC').toLowerCase();
    if (seen.has(key)) throw refuse('twice', path);
    seen.add(key);
    files.push({ path, bytes: body });
    if (files.length > tarballLimits.files) throw refuse('tooMany', tarballLimits.files);
  }
  // Refuse a file whose path is a folder of another file.
  for (const { path } of files) {
    const steps = path.normalize('NFC').toLowerCase().split('/');
    for (let count = 1; count < steps.length; count += 1) if (seen.has(steps.slice(0, count).join('/'))) throw refuse('twice', path);
  }
  return files;
}

type Refuse = ReturnType<typeof refusedFor>;

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The path without the top-level folder that every package has. */
function pathIn(written: string, refuse: Refuse): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused here.
  if (written.startsWith('/') || /[\\\u0000-\u001f\u007f:*?"<>|]/.test(written)) throw refuse('path', written);
  const steps = written.split('/').filter((step, at, all) => !(step === '' && at === all.length - 1) && step !== '.');
  for (const step of steps) if (step === '' || step === '..' || /[ .]$/.test(step) || reserved.test(step)) throw refuse('path', written);
  const path = steps.slice(1).join('/');
  if (path.length > tarballLimits.path || steps.length > tarballLimits.depth) throw refuse('path', written);
  return path;
}

function cString(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? field.length : end);
}

function octal(field: Buffer): number {
  // The binary encoding of sizes is only needed from 8 GB on, which is over the limit.
  if ((field[0] ?? 0) & 0x80) return Number.NaN;
  const digits = cString(field).trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : Number.NaN;
}

function hasValidChecksum(header: Buffer): boolean {
  let sum = 0;
  for (let at = 0; at < blockSize; at += 1) sum += at >= 148 && at < 156 ? 32 : (header[at] ?? 0);
  return sum === octal(header.subarray(148, 156));
}

/** Parses pax headers: `27 path=package/…` lines, which begin with their own length. */
function parsePaxHeaders(body: Buffer): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {};
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(32, at);
    const length = Number(body.toString('utf8', at, space));
    if (space < 0 || !Number.isSafeInteger(length) || length <= 0) break;
    const line = body.toString('utf8', space + 1, at + length - 1);
    const equals = line.indexOf('=');
    if (line.slice(0, equals) === 'path') found.path = line.slice(equals + 1);
    if (line.slice(0, equals) === 'size') found.size = Number(line.slice(equals + 1));
    at += length;
  }
  return found;
}

/** `sha512-…`, as registries write it. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/** Never unpacked: settings for npm and git are ignored, and dependencies are downloaded separately, with checksums. */
const excluded =
  /^node_modules\/|(?:^|\/)(?:\.npmrc|\.gitmodules|\.env|npm-shrinkwrap\.json|package-lock\.json)$|(?:^|\/)(?:\.git|\.bin)(?:\/|$)/;
const concurrentWrites = 8;

/** Writes a package's files without execute permission, and syncs them to the disk. Returns the written files. */
export async function unpack(files: readonly PackedFile[], folder: string): Promise<readonly PackedFile[]> {
  const included = files.filter(({ path }) => !excluded.test(path));
  const folders = new Set(included.map(({ path }) => dirname(path)));
  for (const one of folders) await mkdir(join(folder, one), { recursive: true, mode: 0o755 });
  const queue = [...included];
  const write = async (): Promise<void> => {
    for (let file = queue.pop(); file; file = queue.pop()) await writeOne(join(folder, file.path), file.bytes);
  };
  await Promise.all(Array.from({ length: concurrentWrites }, write));
  return included;
}

async function writeOne(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'wx', 0o644);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const reasons = {
  tooLarge: { en: 'it is larger than {what} bytes', fr: 'il dépasse {what} octets' },
  bomb: { en: 'it unpacks to more than {what} bytes', fr: 'il se déballe en plus de {what} octets' },
  noArchive: { en: 'it is not a whole archive', fr: 'ce n’est pas une archive entière' },
  special: { en: '{what} in it is a link or a device', fr: '{what} y est un lien ou un périphérique' },
  path: {
    en: 'the path {what} in it leads outside, or cannot be written everywhere',
    fr: 'le chemin {what} en sort, ou ne peut pas être écrit partout',
  },
  twice: { en: '{what} is in it twice', fr: '{what} y est deux fois' },
  tooMany: { en: 'it holds more than {what} files', fr: 'il contient plus de {what} fichiers' },
  noManifest: { en: 'it has no package.json that can be read', fr: 'il n’a pas de package.json lisible' },
  otherName: { en: 'its package.json says {what}', fr: 'son package.json dit {what}' },
} as const;

/** Creates the errors of one refused package, with the reason in both languages. */
export function refusedFor(what: string): (reason: keyof typeof reasons, detail?: unknown) => AppError {
  return (reason, detail) => {
    // A name from an archive is shown unchanged, but cut.
    const inside = String(detail ?? '').slice(0, 120);
    const made = (locale: Locale) =>
      errors['extensions/package-refused']({ what, reason: reasons[reason][locale].replace('{what}', () => inside) }).in(locale);
    const plain = (text: string) => text.replaceAll('{', '{{');
    return new AppError('extensions/package-refused', { en: plain(made('en')), fr: plain(made('fr')) }, { what, reason });
  };
}
