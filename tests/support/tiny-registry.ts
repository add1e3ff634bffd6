import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** One entry of an archive, valid or hostile. */
export interface Entry {
  readonly path: string;
  readonly text?: string | Uint8Array;
  /** The type in the header; a file if omitted. */
  readonly kind?: string;
  readonly link?: string;
  readonly mode?: number;
}

/** A version in the registry. */
export interface Published {
  readonly manifest: Readonly<Record<string, unknown>> & { readonly name: string; readonly version: string };
  readonly files?: Readonly<Record<string, string>>;
  /** The archive's bytes, instead of `files`. */
  readonly archive?: Buffer;
  /** False metadata that the registry returns for it. */
  readonly lies?: Readonly<Record<string, unknown>>;
  readonly publisher?: string;
  /** The publication time; a distinct day long ago if omitted, unknown if null. */
  readonly date?: string | null;
}

/** The signing key of a registry, as npm's: ECDSA on P-256. */
export interface SigningKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** A registry with the part of npm's protocol that an install needs; it can misbehave on demand. */
export interface TinyRegistry extends AsyncDisposable {
  readonly url: string;
  publish(published: Published): void;
  /** Removes a version. */
  remove(name: string, version: string): void;
  /** All requests, oldest first. */
  readonly asked: readonly { readonly path: string; readonly query: string; readonly token: string | undefined }[];
  /** Signs versions that are published from then on. */
  signing: SigningKey | undefined;
  /** The keys that it publishes; undefined: it publishes none. */
  keys: readonly { readonly id: string; readonly key: KeyObject; readonly expires?: string }[] | undefined;
  /** The `latest` version of a package, where it is not the last published one. */
  readonly latest: Map<string, string>;
  /** Other files that it serves, by their path. */
  readonly pages: Map<string, string>;
  /** Handles a request in place of the registry if it returns true. */
  misbehave: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
}

export async function tinyRegistry(): Promise<TinyRegistry> {
  const packages = new Map<string, Map<string, Kept>>();
  const asked: { path: string; query: string; token: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    asked.push({ path, query: decodeURIComponent((request.url ?? '').split('?')[1] ?? ''), token: request.headers.authorization });
    if (registry.misbehave?.(request, response)) return;
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/-/v1/search') return answer(200, { objects: [...packages.values()].map(versions => ({ package: listed(versions) })) });
    const page = registry.pages.get(path);
    if (page !== undefined) return void response.writeHead(200, { 'content-type': 'application/json' }).end(page);
    if (path === '/-/npm/v1/keys' && registry.keys) return answer(200, { keys: registry.keys.map(keyRecord) });
    const [, name = '', file] = /^\/((?:@[^/]+\/)?[^/]+)(?:\/-\/(.+))?$/.exec(path) ?? [];
    const versions = packages.get(name);
    if (versions === undefined) return answer(404, { error: 'not found' });
    if (file === undefined) return answer(200, packument(registry, name, versions));
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
    signing: undefined,
    keys: undefined,
    latest: new Map(),
    pages: new Map(),
    publish(published) {
      const { manifest, files = {} } = published;
      const tarball = published.archive ?? archiveOf(packed({ 'package.json': JSON.stringify(manifest), ...files }));
      const versions = packages.get(manifest.name) ?? new Map();
      packages.set(manifest.name, versions.set(manifest.version, { ...published, tarball, at: versions.size, signing: registry.signing }));
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

type Kept = Published & { readonly tarball: Buffer; readonly at: number; readonly signing: SigningKey | undefined };
type Versions = ReadonlyMap<string, Kept>;

const timeOf = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString();

function packument({ url, latest }: TinyRegistry, name: string, versions: Versions) {
  const all = [...versions.values()];
  return {
    name,
    'dist-tags': { latest: latest.get(name) ?? all.at(-1)?.manifest.version },
    time: Object.fromEntries(all.flatMap(({ manifest, at, date }) => (date === null ? [] : [[manifest.version, date ?? timeOf(at)]]))),
    readme: `# ${name}\n\nWhat it does, in **words**.\n\n<script>alert(1)</script>\n\n![far](https://example.com/x.png)`,
    versions: Object.fromEntries(
      all.map(({ manifest, tarball, signing, lies = {}, publisher = 'acme-team' }) => [
        manifest.version,
        {
          ...manifest,
          _npmUser: { name: publisher },
          dist: {
            tarball: `${url}/${name}/-/${name.split('/').at(-1)}-${manifest.version}.tgz`,
            integrity: integrityOf(tarball),
            ...(signing && { signatures: [signatureOf(signing, manifest, integrityOf(tarball))] }),
            unpackedSize: tarball.length,
            fileCount: 3,
            ...lies,
          },
        },
      ]),
    ),
  };
}

function integrityOf(tarball: Buffer): string {
  return `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
}

/** Signed like by npm: name, version and checksum together. */
export function signatureOf({ id, key }: SigningKey, { name, version }: Published['manifest'], integrity: string) {
  return { keyid: id, sig: sign('sha256', Buffer.from(`${name}@${version}:${integrity}`), key).toString('base64') };
}

function keyRecord({ id, key, expires = null }: { readonly id: string; readonly key: KeyObject; readonly expires?: string | null }) {
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
  return { keyid: id, keytype: 'ecdsa-sha2-nistp256', scheme: 'ecdsa-sha2-nistp256', key: der, expires };
}

function listed(versions: Versions) {
  const { manifest, publisher = 'acme-team', at } = [...versions.values()].at(-1)!;
  const { name, version, description, keywords } = manifest;
  return { name, version, description, keywords, publisher: { username: publisher }, date: timeOf(at) };
}

/** Packs files as npm does. */
export function packed(files: Readonly<Record<string, string | Uint8Array>>): readonly Entry[] {
  return Object.entries(files).map(([path, text]) => ({ path: `package/${path}`, text }));
}

/** An archive of exactly these entries, valid or not. */
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
  // Longer names are split, as in every tar program.
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
