import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What a registry is started with. */
export interface RegistryOptions {
  /** The folder that holds its packages, users and log; it is made when it is not there. */
  readonly storage: string;
  /** The loopback port; 0 takes a free one. */
  readonly port: number;
  /** Whether packages that it does not have are looked up at npm. Off unless asked for. */
  readonly uplink: boolean;
}

/** Where the npm of this repository looks by itself. */
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
    // A name of ours is never looked up elsewhere, or somebody could offer a newer one there.
    packages: { '@atelier/*': { ...access, proxy: undefined }, '@*/*': access, '**': access },
    // The whole point of a registry at hand: one publishes without a network as well.
    publish: { allow_offline: true },
    // Ours asks for what it needs in bursts, and nobody else can reach it.
    userRateLimit: { windowMs: 60_000, max: 10_000 },
    max_body_size: '64mb',
    log: { type: 'file', path: join(storage, 'registry.log'), format: 'json', level: 'warn' },
    server: { keepAliveTimeout: 5 },
  };
}
