import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError, type Locale } from '@atelier/kernel';
import { errors } from '../errors.ts';

/** One file of a package. */
export interface PackedFile {
  /** Below the package's own folder, with slashes. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** What a package may be. */
export const tarballLimits = {
  packedBytes: 30 * 1024 * 1024,
  unpackedBytes: 120 * 1024 * 1024,
  files: 5000,
  path: 200,
  depth: 24,
} as const;

const inflate = promisify(gunzip);
const block = 512;
const linkKinds: Readonly<Record<string, string>> = { '1': 'a hard link', '2': 'a link' };
const deviceKinds: Readonly<Record<string, string>> = { '3': 'a device', '4': 'a device', '6': 'a pipe' };

/** Reads a package whole, or refuses it: nothing of it has touched the disk by then. */
export async function readTarball(what: string, packed: Buffer): Promise<readonly PackedFile[]> {
  const refuse = refusedFor(what);
  if (packed.length > tarballLimits.packedBytes) throw refuse('tooLarge', tarballLimits.packedBytes);
  let tar: Buffer;
  try {
    tar = await inflate(packed, { maxOutputLength: tarballLimits.unpackedBytes });
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? refuse('bomb', tarballLimits.unpackedBytes) : refuse('noArchive');
  }
  const files: PackedFile[] = [];
  const taken = new Set<string>();
  let next: { path?: string; size?: number } = {};
  for (let at = 0; at + block <= tar.length; ) {
    const header = tar.subarray(at, at + block);
    if (header.every(byte => byte === 0)) break;
    if (!sums(header)) throw refuse('noArchive');
    const kind = String.fromCharCode(header[156] ?? 0);
    const size = next.size ?? octal(header.subarray(124, 136));
    const body = tar.subarray(at + block, at + block + size);
    if (!Number.isSafeInteger(size) || size < 0 || body.length !== size) throw refuse('noArchive');
    at += block + Math.ceil(size / block) * block;
    if (kind === 'x') {
      next = { ...next, ...extended(body) };
      continue;
    }
    if (kind === 'g') continue;
    if (kind === 'L') {
      next = { ...next, path: string(body) };
      continue;
    }
    const written = next.path ?? [string(header.subarray(345, 500)), string(header.subarray(0, 100))].filter(part => part !== '').join('/');
    next = {};
    const special = linkKinds[kind] ?? deviceKinds[kind];
    if (special !== undefined || kind === 'K') throw refuse('special', written);
    const path = pathIn(written, refuse);
    if (kind === '5') continue;
    if (kind !== '0' && kind !== '\0' && kind !== '7') throw refuse('special', written);
    if (path === '') throw refuse('path', written);
    // On a disk that does not tell them apart, the later of two would stand in for the earlier.
    const same = path.normalize('NFC').toLowerCase();
    if (taken.has(same)) throw refuse('twice', path);
    taken.add(same);
    files.push({ path, bytes: body });
    if (files.length > tarballLimits.files) throw refuse('tooMany', tarballLimits.files);
  }
  // A file where another has its folder.
  for (const { path } of files) {
    const steps = path.normalize('NFC').toLowerCase().split('/');
    for (let count = 1; count < steps.length; count += 1) if (taken.has(steps.slice(0, count).join('/'))) throw refuse('twice', path);
  }
  return files;
}

type Refuse = ReturnType<typeof refusedFor>;

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The path without the folder that every package has around it. */
function pathIn(written: string, refuse: Refuse): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  if (written.startsWith('/') || /[\\\u0000-\u001f\u007f:*?"<>|]/.test(written)) throw refuse('path', written);
  const steps = written.split('/').filter((step, at, all) => !(step === '' && at === all.length - 1) && step !== '.');
  for (const step of steps) if (step === '' || step === '..' || /[ .]$/.test(step) || reserved.test(step)) throw refuse('path', written);
  const path = steps.slice(1).join('/');
  if (path.length > tarballLimits.path || steps.length > tarballLimits.depth) throw refuse('path', written);
  return path;
}

function string(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? field.length : end);
}

function octal(field: Buffer): number {
  // The other way of writing sizes begins at 8 GB, which nothing here may be.
  if ((field[0] ?? 0) & 0x80) return Number.NaN;
  const digits = string(field).trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : Number.NaN;
}

function sums(header: Buffer): boolean {
  let sum = 0;
  for (let at = 0; at < block; at += 1) sum += at >= 148 && at < 156 ? 32 : (header[at] ?? 0);
  return sum === octal(header.subarray(148, 156));
}

/** `27 path=package/…` lines, the first number being each line's own length. */
function extended(body: Buffer): { path?: string; size?: number } {
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

/** Never unpacked: what a package says to npm and to git is not ours to follow, and what it depends on comes with a checksum of its own. */
const left =
  /^node_modules\/|(?:^|\/)(?:\.npmrc|\.gitmodules|\.env|npm-shrinkwrap\.json|package-lock\.json)$|(?:^|\/)(?:\.git|\.bin)(?:\/|$)/;
const writers = 8;

/** Writes a package's files, without any right to be run, and durable when this resolves. Answers those that it wrote. */
export async function unpack(files: readonly PackedFile[], folder: string): Promise<readonly PackedFile[]> {
  const wanted = files.filter(({ path }) => !left.test(path));
  const folders = new Set(wanted.map(({ path }) => dirname(path)));
  for (const one of folders) await mkdir(join(folder, one), { recursive: true, mode: 0o755 });
  const waiting = [...wanted];
  const write = async (): Promise<void> => {
    for (let file = waiting.pop(); file; file = waiting.pop()) await writeOne(join(folder, file.path), file.bytes);
  };
  await Promise.all(Array.from({ length: writers }, write));
  return wanted;
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

/** Makes the refusal of one package, with its reason in both languages. */
export function refusedFor(what: string): (reason: keyof typeof reasons, detail?: unknown) => AppError {
  return (reason, detail) => {
    // A name out of an archive is shown as it is, but never longer than a person reads.
    const inside = String(detail ?? '').slice(0, 120);
    const made = (locale: Locale) =>
      errors['extensions/package-refused']({ what, reason: reasons[reason][locale].replace('{what}', () => inside) }).in(locale);
    const plain = (text: string) => text.replaceAll('{', '{{');
    return new AppError('extensions/package-refused', { en: plain(made('en')), fr: plain(made('fr')) }, { what, reason });
  };
}
