import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { TestRegistry } from './registry.ts';

const root = resolve(import.meta.dirname, '../..');

interface Locked {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Publishes packages of this repository's node_modules, with all their dependencies, to an offline registry. */
export async function mirror(registry: TestRegistry, names: readonly string[]): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'atelier-mirror-'));
  try {
    const folders = closureOf(names);
    const packed = JSON.parse(
      await registry.npm(root, 'pack', '--json', `--pack-destination=${place}`, ...folders.map(folder => `./${folder}`)),
    );
    const files = Object.values(packed as Record<string, { name: string; version: string; filename: string }>);
    for (const { name, version, filename } of files) {
      const folder = folders.find(each => each.endsWith(`node_modules/${name}`) && manifestOf(each).version === version);
      await put(registry, manifestOf(folder ?? ''), readFileSync(join(place, basename(filename))));
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** The folders of packages and all their dependencies, as npm resolves them. */
function closureOf(names: readonly string[]): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };
  const found = new Set<string>();
  const visit = (name: string, from: string): void => {
    const at = from.lastIndexOf('/node_modules/');
    const folder = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
    if (packages[folder] === undefined) return from === '' ? undefined : visit(name, at < 0 ? '' : from.slice(0, at));
    if (found.has(folder)) return;
    found.add(folder);
    for (const dependency of Object.keys(packages[folder].dependencies ?? {})) visit(dependency, folder);
  };
  for (const name of names) visit(name, '');
  return [...found];
}

function manifestOf(folder: string): { readonly name: string; readonly version: string } {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { name: string; version: string };
}

/** Sends the same request as `npm publish`, without a process per package. */
async function put(registry: TestRegistry, manifest: { readonly name: string; readonly version: string }, bytes: Buffer): Promise<void> {
  const { name, version } = manifest;
  const file = `${name.replace('/', '-')}-${version}.tgz`;
  const tarball = `${registry.url}${name}/-/${file}`;
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const body = {
    _id: name,
    name,
    'dist-tags': { latest: version },
    versions: {
      [version]: {
        ...manifest,
        _id: `${name}@${version}`,
        dist: { tarball, integrity, shasum: createHash('sha1').update(bytes).digest('hex') },
      },
    },
    _attachments: { [file]: { content_type: 'application/octet-stream', data: bytes.toString('base64'), length: bytes.length } },
  };
  const response = await fetch(new URL(name.replace('/', '%2f'), registry.url), {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${registry.token}`, connection: 'close' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${name} ${version} was not taken: ${response.status} ${await response.text()}`);
}
