// Builds with Vite what each of the given files describes, and says everything on stderr.
import { build, createLogger } from 'vite';

const logger = createLogger('warn');
const toStderr = (/** @type {string} */ line) => void process.stderr.write(`${line}\n`);
for (const configFile of process.argv.slice(2)) {
  await build({ configFile, customLogger: { ...logger, info: toStderr, warn: toStderr, error: toStderr }, logLevel: 'warn' });
}
