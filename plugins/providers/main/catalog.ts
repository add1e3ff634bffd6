import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '@atelier/kernel';
import { plainNode, runProgram } from '@atelier/kernel/children';
import { type EnginePrograms, plainEnvironment } from './engine-programs.ts';
import type { Json } from './files/agent-file.ts';
import { replaceFile } from './files/atomic.ts';
import { isObject, textAt } from './files/json-text.ts';

/** The engine's own providers and their models, in the format of models.json. */
export interface Catalog {
  /** Undefined for a provider that the engine does not know. */
  models(provider: string): readonly Json[] | undefined;
  name(provider: string): string | undefined;
}

export const emptyCatalog: Catalog = { models: () => undefined, name: () => undefined };

const limitMs = 60_000;
const maxBytes = 32 * 1024 * 1024;

/** Reads the catalog at its first use. */
export interface OpenCatalog {
  read(): Promise<Catalog>;
  /** Ends a running read and its process. */
  close(): Promise<void>;
}

/** The catalog is read once. The engine is loaded, in a short-lived process, only if no stored copy exists. */
export function openCatalog(programs: EnginePrograms, folder: string, log: Log): OpenCatalog {
  const closing = new AbortController();
  let loaded: Promise<Catalog> | undefined;
  const read = (): Promise<Catalog> => {
    loaded ??= load(programs, folder, closing.signal).catch((error: unknown) => {
      if (closing.signal.aborted) return emptyCatalog;
      log.warn('The engine’s own list of models could not be read; only models from models.json are offered until the next try.', {
        why: String(error),
      });
      // The next call tries again.
      loaded = undefined;
      return emptyCatalog;
    });
    return loaded;
  };
  return {
    read,
    async close() {
      closing.abort();
      await loaded;
    },
  };
}

async function load(programs: EnginePrograms, folder: string, signal: AbortSignal): Promise<Catalog> {
  const file = join(folder, `catalog-${(await programs.version()).replaceAll(/[^\w.-]/g, '')}.json`);
  const stored = await readFile(file, 'utf8').then(catalogOf, () => undefined);
  if (stored) return stored;
  const text = await output(programs.catalog, signal);
  const catalog = catalogOf(text);
  if (catalog === undefined) throw new Error('its answer is no list');
  await mkdir(folder, { recursive: true });
  await replaceFile(file, Buffer.from(text));
  return catalog;
}

function catalogOf(text: string): Catalog | undefined {
  let lines: unknown;
  try {
    lines = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(lines)) return undefined;
  const models = new Map<string, Json[]>();
  const names = new Map<string, string>();
  for (const line of lines.filter(isObject)) {
    const provider = textAt(line, 'provider');
    if (provider === undefined || textAt(line, 'id') === undefined) continue;
    names.set(provider, textAt(line, 'providerName') ?? provider);
    const { provider: _provider, providerName: _name, ...definition } = line;
    models.set(provider, [...(models.get(provider) ?? []), definition]);
  }
  return { models: id => models.get(id), name: id => names.get(id) };
}

async function output(program: string, signal: AbortSignal): Promise<string> {
  const env = plainEnvironment(process.env);
  const { code, stdout, failure, isTruncated } = await runProgram(plainNode(), [program], { env, signal, limitMs, maxBytes });
  if (failure) throw failure;
  if (code !== 0 || isTruncated) throw new Error(isTruncated ? 'its answer is too long' : `it ended with ${code}`);
  return stdout;
}
