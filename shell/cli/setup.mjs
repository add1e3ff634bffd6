import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { installedNode, isRunning, majorOf, runningNodeSuffices, tryNode } from './project-node.mjs';
import { withLock } from './setup-lock.mjs';
import { isInstalled, markInstalled } from './stamp.mjs';
import { say, setupTexts, text } from './texts.mjs';
import { buildValidators, validatorsAreBuilt } from './validators.mjs';

// npm itself retries a registry that does not answer for over a minute, without output.
const fastRetries = ['--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=2000'];

/** An error that ends the program with its message, without a stack. */
export class SetupProblem extends Error {}

/**
 * Installs and generates what is missing or stale, and returns the Node to continue with; undefined means the current one.
 * @param {string} root @returns {Promise<string | undefined>}
 */
export async function prepare(root) {
  if (!isInstalled(root) || !validatorsAreBuilt(root)) {
    await withLock(
      root,
      () => say(setupTexts.waiting),
      async () => {
        if (!isInstalled(root)) await install(root);
        if (!validatorsAreBuilt(root)) await generate(root);
      },
    );
  }
  const node = projectNode(root);
  return isRunning(node) ? undefined : node;
}

/** @param {string} root */
function projectNode(root) {
  const node = installedNode(root);
  if (node !== undefined) return node;
  if (runningNodeSuffices()) return process.execPath;
  throw new SetupProblem(text(setupTexts.noNode, { have: process.versions.node, platform: `${process.platform}-${process.arch}` }));
}

/** @param {string} root */
async function install(root) {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  say(setupTexts.installing);
  rmSync(join(root, 'node_modules', '.atelier-setup.json'), { force: true });
  const progress = process.stderr.isTTY
    ? setInterval(() => process.stderr.write(`\r${text(setupTexts.elapsed, { seconds: seconds() })} `), 1_000)
    : undefined;
  const outcome = await runNpm(root, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...fastRetries]);
  clearInterval(progress);
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  if (outcome.problem !== undefined) throw new SetupProblem(outcome.problem);
  const node = installedNode(root);
  const result = node === undefined ? undefined : tryNode(node);
  if (result !== undefined && (result.version === undefined || majorOf(result.version) < 24) && !runningNodeSuffices()) {
    throw new SetupProblem(text(setupTexts.brokenNode, { reason: result.problem ?? result.version }));
  }
  markInstalled(root);
  say(setupTexts.installed, { seconds: seconds() });
}

/** @param {string} root */
async function generate(root) {
  say(setupTexts.generating);
  if ((await buildValidators(root, projectNode(root))) !== 0) throw new SetupProblem(text(setupTexts.notGenerated));
}

/** @param {string} root @param {string[]} args @returns {Promise<{ problem: string | undefined }>} */
function runNpm(root, args) {
  const own = process.env.npm_execpath;
  // An npm inside node_modules would delete itself during the install.
  const inside = join(root, 'node_modules');
  const viaNode = own !== undefined && basename(own) === 'npm-cli.js' && !own.startsWith(inside);
  const [command, all] = viaNode ? [process.execPath, [own, ...args]] : ['npm', args];
  const path = (process.env.PATH ?? '').split(delimiter).filter(folder => !folder.startsWith(inside));
  const env = viaNode ? process.env : { ...process.env, PATH: path.join(delimiter) };
  return new Promise(resolve => {
    // npm.cmd can only be started through a shell; our arguments need no quotes.
    const shell = !viaNode && process.platform === 'win32';
    const child = spawn(command, all, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'], shell });
    let stderr = '';
    child.stderr.on('data', data => {
      stderr = (stderr + data).slice(-20_000);
    });
    child.on('error', error => resolve({ problem: text(setupTexts.noNpm, { reason: error.message }) }));
    child.on('close', (code, signal) => {
      resolve({ problem: code === 0 ? undefined : explain(root, stderr, signal ?? `exit code ${code}`) });
    });
  });
}

/** @param {string} root @param {string} stderr @param {string} exit */
function explain(root, stderr, exit) {
  const code = /^npm (?:error|ERR!) code (\S+)/m.exec(stderr)?.[1] ?? '';
  if (
    /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR|ENOTCACHED)$/.test(
      code,
    )
  ) {
    return text(setupTexts.offline, { reason: code });
  }
  if (code === 'EUSAGE') return text(setupTexts.lockfileMismatch);
  if (code === 'ENOSPC') return text(setupTexts.noSpace);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return text(setupTexts.noWrite, { folder: root });
  process.stderr.write(`${stderr.trim().split('\n').slice(-8).join('\n')}\n`);
  return text(setupTexts.failed, { reason: code || exit });
}
