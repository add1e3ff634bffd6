// Builds with Vite and says everything on stderr, because stdout belongs to the host, whose first line a program may be reading.
import { build, createLogger } from 'vite';

/** With `watch` it builds after each change until the returned watcher is closed. @param {string} configFile @param {boolean} watch */
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
