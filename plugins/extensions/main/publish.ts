import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { AppError, type ExtensionContext, Extensions, isAppError } from '@atelier/kernel';
import type { Packed } from '../contract/index.ts';
import { errors } from './errors.ts';
import { type NpmPaths, npm } from './npm.ts';
import { asksOf, record, text } from './registry/packument.ts';
import type { RegistryEndpoint } from './registry/request.ts';

const unreachableRegistry: RegistryEndpoint = { name: '', url: 'http://127.0.0.1:9', token: undefined };

/** What npm would publish from a folder, validated as at an install. No code of the folder runs. */
export async function pack(ctx: ExtensionContext, paths: NpmPaths, folder: string): Promise<Packed> {
  const manifest = manifestIn(folder);
  try {
    await ctx.get(Extensions).examine(manifest);
  } catch (error) {
    // Only an invalid manifest prevents publishing; other findings, such as a plugin of the same name, concern installing.
    if (!isAppError(error) || error.code === 'extension/manifest-invalid') throw publishRefused(folder, error);
  }
  const run = { folder, registry: unreachableRegistry, signal: ctx.signal, limitMs: 60_000 };
  const result = await npm(paths, ['pack', '--dry-run', '--ignore-scripts'], run);
  if (result.code !== 0) throw publishRefused(folder, new Error(reasonIn(result.stdout) ?? `npm ended with ${result.code}.`));
  const packed = packedIn(result.stdout);
  const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
  const files = (Array.isArray(packed.files) ? packed.files : []).map(file => String(record(file).path));
  return {
    id: String(manifest.name),
    version: String(manifest.version),
    bytes: number(packed.size),
    unpacked: number(packed.unpackedSize),
    files: files.slice(0, 500),
    asks: asksOf(manifest),
  };
}

export async function publish(
  ctx: ExtensionContext,
  paths: NpmPaths,
  folder: string,
  registry: RegistryEndpoint,
): Promise<{ id: string; version: string }> {
  const { id, version } = await pack(ctx, paths, folder);
  const run = { folder, registry, signal: ctx.signal, limitMs: 120_000 };
  const scoped = id.startsWith('@') ? { scopes: new Map([[id.slice(0, id.indexOf('/')), registry]]) } : {};
  const args = ['publish', '--ignore-scripts', ...(id.startsWith('@') ? ['--access=public'] : [])];
  const result = await npm(paths, args, { ...run, ...scoped });
  if (result.code === 0) return { id, version };
  const reason = reasonIn(result.stdout) ?? `npm ended with ${result.code}.`;
  if (/E401|E403|ENEEDAUTH|EOTP/.test(reason) && !/previously published|cannot publish over/i.test(reason)) {
    throw errors['extensions/token-needed']({ registry: registry.name, status: /E\d{3}/.exec(reason)?.[0].slice(1) ?? '401' });
  }
  if (/E409|EPUBLISHCONFLICT|previously published|cannot publish over|already present/i.test(reason)) {
    throw errors['extensions/version-taken']({ id, version, registry: registry.name });
  }
  if (/ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ECONNRESET/.test(reason)) {
    throw errors['extensions/registry-unreachable']({ registry: registry.name, url: registry.url, reason: /E[A-Z]+/.exec(reason)?.[0] });
  }
  throw publishRefused(folder, new Error(reason));
}

function manifestIn(folder: string): Record<string, unknown> {
  try {
    if (!isAbsolute(folder)) throw new Error('the path of a folder begins at the root.');
    return record(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  } catch (error) {
    throw publishRefused(folder, error);
  }
}

function publishRefused(folder: string, error: unknown): AppError {
  const sentence = (locale: 'en' | 'fr') => {
    const reason = isAppError(error) ? error.in(locale) : `${(error as Error).message.replace(/(?<![.\s])[.\s]+$/, '')}.`;
    return errors['extensions/publish-refused']({ folder, reason }).in(locale).replaceAll('{', '{{');
  };
  return new AppError('extensions/publish-refused', { en: sentence('en'), fr: sentence('fr') }, { folder }, error);
}

/** npm 12 prints one entry per package: in an array, or in an object by name. */
function packedIn(stdout: string): Record<string, unknown> {
  const answer: unknown = JSON.parse(stdout);
  return record(Array.isArray(answer) ? answer[0] : Object.values(record(answer))[0]);
}

function reasonIn(stdout: string): string | undefined {
  try {
    const { code, summary } = record(record(JSON.parse(stdout)).error);
    return [text(code), text(summary)].filter(Boolean).join(': ').slice(0, 600);
  } catch {
    return undefined;
  }
}
