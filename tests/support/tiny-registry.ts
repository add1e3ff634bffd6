import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** One entry of an archive, as honest or as hostile as a test wants it. */
export interface Entry {
  readonly path: string;
  readonly text?: string | Uint8Array;
  /** The kind in the header; a file if left out. */
  readonly kind?: string;
  readonly link?: string;
  readonly mode?: number;
}

/** A version in the registry. */
export interface Published {
  readonly manifest: Readonly<Record<string, unknown>> & { readonly name: string; readonly version: string };
  readonly files?: Readonly<Record<string, string>>;
  /** Instead of `files`: the archive as it is. */
  readonly archive?: Buffer;
  /** What the registry says of it instead of the truth. */
  readonly lies?: Readonly<Record<string, unknown>>;
  readonly publisher?: string;
}

/** A registry that speaks as much of npm's protocol as an install needs, and misbehaves on demand. */
export interface TinyRegistry extends AsyncDisposable {
  readonly url: string;
  publish(published: Published): void;
  /** Takes a version out. */
  remove(name: string, version: string): void;
  /** Everything that was asked, oldest first. */
  readonly asked: readonly { readonly path: string; readonly token: string | undefined }[];
  /** Answers instead of the registry where it returns true. */
  misbehave: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
}

export async function tinyRegistry(): Promise<TinyRegistry> {
  const packages = new Map<string, Map<string, Published & { readonly tarball: Buffer; readonly at: number }>>();
  const asked: { path: string; token: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    asked.push({ path, token: request.headers.authorization });
    if (registry.misbehave?.(request, response)) return;
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/-/v1/search') return answer(200, { objects: [...packages.values()].map(versions => ({ package: listed(versions) })) });
    const [, name = '', file] = /^\/((?:@[^/]+\/)?[^/]+)(?:\/-\/(.+))?$/.exec(path) ?? [];
    const versions = packages.get(name);
    if (versions === undefined) return answer(404, { error: 'not found' });
    if (file === undefined) return answer(200, packument(registry.url, name, versions));
    const one = [...versions.values()].find(({ manifest }) => file === `${name.split('/').at(-1)}-${manifest.version}.tgz`);
    if (one === undefined) return answer(404, { error: 'not found' });
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(one.tarball);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const registry: TinyRegistry = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    misbehave: undefined,
    publish(published) {
      const { manifest, files = {} } = published;
      const tarball = published.archive ?? archiveOf(packed({ 'package.json': JSON.stringify(manifest), ...files }));
      const versions = packages.get(manifest.name) ?? new Map();
      packages.set(manifest.name, versions.set(manifest.version, { ...published, tarball, at: versions.size }));
    },
    remove: (name, version) => void packages.get(name)?.delete(version),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return registry;
}

type Versions = ReadonlyMap<string, Published & { readonly tarball: Buffer; readonly at: number }>;

const timeOf = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString();

function packument(url: string, name: string, versions: Versions) {
  const all = [...versions.values()];
  return {
    name,
    'dist-tags': { latest: all.at(-1)?.manifest.version },
    time: Object.fromEntries(all.map(({ manifest, at }) => [manifest.version, timeOf(at)])),
    readme: `# ${name}\n\nWhat it does, in **words**.\n\n<script>alert(1)</script>\n\n![far](https://example.com/x.png)`,
    versions: Object.fromEntries(
      all.map(({ manifest, tarball, lies = {}, publisher = 'acme-team' }) => [
        manifest.version,
        {
          ...manifest,
          _npmUser: { name: publisher },
          dist: {
            tarball: `${url}/${name}/-/${name.split('/').at(-1)}-${manifest.version}.tgz`,
            integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
            unpackedSize: tarball.length,
            fileCount: 3,
            ...lies,
          },
        },
      ]),
    ),
  };
}

function listed(versions: Versions) {
  const { manifest, publisher = 'acme-team', at } = [...versions.values()].at(-1)!;
  const { name, version, description, keywords } = manifest;
  return { name, version, description, keywords, publisher: { username: publisher }, date: timeOf(at) };
}

/** Files as npm packs them. */
export function packed(files: Readonly<Record<string, string | Uint8Array>>): readonly Entry[] {
  return Object.entries(files).map(([path, text]) => ({ path: `package/${path}`, text }));
}

/** An archive of these entries, byte for byte as they say. */
export function archiveOf(entries: readonly Entry[]): Buffer {
  const parts = entries.flatMap(entry => {
    const body = Buffer.from(entry.text ?? '');
    return [headerOf(entry, body.length), body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]));
}

function headerOf({ path, kind = '0', link = '', mode = 0o644 }: Entry, size: number): Buffer {
  const header = Buffer.alloc(512);
  const name = Buffer.from(path);
  // Longer names are split, as every archiver does.
  const cut = name.length <= 100 ? -1 : path.lastIndexOf('/', 155);
  header.write(cut < 0 ? path : path.slice(cut + 1), 0, 100);
  if (cut >= 0) header.write(path.slice(0, cut), 345, 155);
  header.write(`${mode.toString(8).padStart(7, '0')}\0`, 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write(kind, 156);
  header.write(link, 157, 100);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
