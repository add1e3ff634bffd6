import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject, objectAt, textAt } from './files/json-text.ts';

/** Programs that load the engine. Each runs as a process of its own, which ends after its answer. */
export interface EnginePrograms {
  /** Signs in to a provider. */
  readonly oauth: string;
  /** Writes the engine's own list of models. */
  readonly catalog: string;
  /** The engine's version, so that a stored list of another version is not used. */
  version(): Promise<string>;
}

const program = (name: string): string => fileURLToPath(new URL(`../engine/${name}${extname(import.meta.filename)}`, import.meta.url));

/** The programs of this package, as source files or as built files. */
export function enginePrograms(ownFolder: string): EnginePrograms {
  return {
    oauth: program('oauth-process'),
    catalog: program('catalog-process'),
    async version() {
      const manifest: unknown = JSON.parse(await readFile(join(ownFolder, 'package.json'), 'utf8'));
      const wanted = isObject(manifest) ? objectAt(manifest, 'dependencies') : {};
      return textAt(wanted, '@earendil-works/pi-coding-agent') ?? 'unknown';
    },
  };
}

/** The environment of such a process: what it needs to find programs and the network, without any secret. */
export function plainEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept =
    /^(?:path|pathext|systemroot|windir|temp|tmp|tmpdir|home|userprofile|lang|lc_all|https?_proxy|no_proxy|all_proxy|node_extra_ca_certs|ssl_cert_(?:file|dir))$/i;
  const picked = Object.fromEntries(Object.entries(environment).filter(([name]) => kept.test(name)));
  // Node's fetch uses a proxy only with this variable. The engine looks for updates unless a variable forbids it.
  return { ...picked, NODE_USE_ENV_PROXY: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' };
}
