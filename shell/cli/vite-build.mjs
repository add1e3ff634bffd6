// Builds with Vite and logs to stderr, because a program may read the first line of the host on stdout.
import { build, createLogger } from 'vite';

/** With `watch`, builds again after each change until the returned watcher is closed. @param {string} configFile @param {boolean} watch */
export function buildWith(configFile, watch) {
  const logger = createLogger('warn');
  const toStderr = (/** @type {string} */ line) => void process.stderr.write(`${line}\n`);
  return build({
    configFile,
    customLogger: { ...logger, info: toStderr, warn: toStderr, error: toStderr },
    logLevel: 'warn',
    build: { watch: watch ? {} : null },
  });
}

if (import.meta.main) for (const configFile of process.argv.slice(2)) await buildWith(configFile, false);
