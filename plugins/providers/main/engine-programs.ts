import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, objectAt, textAt } from './files/json-text.ts';

/** Programs that only the engine's folder may hold; they run as processes of their own and are gone when they have answered. */
export interface EnginePrograms {
  /** The file of one of them; undefined where this copy of the app has no engine. */
  file(name: 'oauth-process' | 'catalog-process' | 'test-process'): string | undefined;
  /** Which engine it is, so that what was kept of another one is not taken for its. */
  version(): Promise<string>;
}

/** The desktop program says where a plain Node is; everywhere else we run on one. */
export const plainNode = process.env.ATELIER_NODE ?? process.execPath;

/** Finds them in the plugin beside ours: as source, or as the build leaves them. */
export function enginePrograms(ownFolder: string): EnginePrograms {
  // Looked for at each question: an extension that only wakes must not touch the disk.
  const agent = (...path: readonly string[]): string => join(realpathSync(ownFolder), '..', 'agent', ...path);
  return {
    file: name => ['.ts', '.js'].map(ending => agent('engine', name + ending)).find(existsSync),
    async version() {
      const manifest: unknown = JSON.parse(await readFile(agent('package.json'), 'utf8'));
      const wanted = isObject(manifest) ? objectAt(manifest, 'dependencies') : {};
      return textAt(wanted, '@earendil-works/pi-coding-agent') ?? 'unknown';
    },
  };
}

/** What such a process inherits: how to find programs and the network, and none of our own or the person's secrets. */
export function plainEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept =
    /^(?:path|pathext|systemroot|windir|temp|tmp|tmpdir|home|userprofile|lang|lc_all|https?_proxy|no_proxy|all_proxy|node_extra_ca_certs|ssl_cert_(?:file|dir))$/i;
  const picked = Object.fromEntries(Object.entries(environment).filter(([name]) => kept.test(name)));
  // Node's fetch asks for this before it honours a proxy. The engine looks for updates unless it is told not to.
  return { ...picked, NODE_USE_ENV_PROXY: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' };
}
