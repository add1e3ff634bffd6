import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const peers = join(import.meta.dirname, 'peers');

/** They bring 300 MB, so they are fetched when they are measured, in the versions of their lock file; without a registry they are left out. */
export function havePeer(name: string): boolean {
  if (existsSync(join(peers, 'node_modules', name))) return true;
  process.stderr.write('Fetching what ours is measured beside…\n');
  return spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: peers, stdio: 'ignore' }).status === 0;
}
