// Builds with Vite and says everything on stderr.
import { build, createLogger } from 'vite';

const logger = createLogger('warn');
const toStderr = (/** @type {string} */ line) => void process.stderr.write(`${line}\n`);
await build({
  configFile: process.argv[2],
  customLogger: { ...logger, info: toStderr, warn: toStderr, error: toStderr },
  logLevel: 'warn',
});
