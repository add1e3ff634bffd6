import { join } from 'node:path';
import * as electron from 'electron';
import { failStart, startDesktop } from './desktop.ts';
import { programOf } from './program.ts';
import { startPathsOf } from './start-paths.ts';

// Inherited by our child processes, it would make an Electron among them run as Node.
delete process.env.ELECTRON_RUN_AS_NODE;

const { env, platform } = process;
const built = join(import.meta.dirname, '..');
startDesktop({
  electron,
  paths: startPathsOf({ built, isPackaged: electron.app.isPackaged, resources: process.resourcesPath, env, platform }),
  platform,
  argv: process.argv,
  program: env.APPIMAGE ?? process.execPath,
  main: join(built, 'main', 'main.cjs'),
  env,
  release: programOf({ app: electron.app, built, env, platform }),
}).catch(error => failStart(electron, error));
