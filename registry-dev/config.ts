import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The options of a registry. */
export interface RegistryOptions {
  /** The folder that holds its packages, users and log; created if missing. */
  readonly storage: string;
  /** The loopback port; 0 takes a free one. */
  readonly port: number;
  /** Whether missing packages are looked up at npm. Off by default. */
  readonly uplink: boolean;
  /** Verdaccio as it is elsewhere, without what stands in front of it here; for tests. */
  readonly stock?: boolean;
}

/** The registry that npm in this repository uses by default. */
function npmOwnRegistry(): string {
  const own = createRequire(createRequire(import.meta.url).resolve('npm/package.json'));
  return own('@npmcli/config/lib/definitions').definitions.registry.default;
}

/** Verdaccio's configuration: loopback, own storage, readable by all, published to by users, no page, no plugin but the users' file. */
export function registryConfig({ storage, uplink }: RegistryOptions) {
  const access = { access: '$all', publish: '$authenticated', unpublish: '$authenticated', ...(uplink ? { proxy: 'npm' } : {}) };
  return {
    // Verdaccio takes relative paths from here.
    self_path: storage,
    configPath: join(storage, 'config.yaml'),
    storage: join(storage, 'packages'),
    web: { enable: false },
    auth: { htpasswd: { file: join(storage, 'htpasswd'), algorithm: 'bcrypt', rounds: 4 } },
    uplinks: uplink ? { npm: { url: npmOwnRegistry(), timeout: '10s', max_fails: 3, fail_timeout: '30s' } } : {},
    // Our own names are never looked up elsewhere, where another publisher could offer a newer version.
    packages: { '@atelier/*': { ...access, proxy: undefined }, '@*/*': access, '**': access },
    // Publishing must work without a network.
    publish: { allow_offline: true },
    // Our clients send requests in bursts, and no others can reach it.
    userRateLimit: { windowMs: 60_000, max: 10_000 },
    max_body_size: '64mb',
    log: { type: 'file', path: join(storage, 'registry.log'), format: 'json', level: 'warn' },
    server: { keepAliveTimeout: 5 },
  };
}
