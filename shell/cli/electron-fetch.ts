import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { say } from './texts.mjs';

const timeoutMs = 5 * 60_000;
const dayMs = 24 * 60 * 60_000;

/**
 * Lets npm's `electron` package download its runtime, or unpack it from its cache. A failure is retried after a day at the earliest,
 * so that other starts are not slowed down; `force` retries now.
 */
export async function fetchElectron(root: string, force: boolean): Promise<void> {
  const installer = join(root, 'node_modules', 'electron', 'install.js');
  const failed = join(root, '.build', 'electron-fetch.failed');
  if (!existsSync(installer) || (!force && isRecent(failed))) return;
  say({
    en: 'Downloading Electron’s runtime, about 120 MB, once. Press Ctrl-C and use --host=browser to do without it.',
    fr: 'Téléchargement du moteur d’Electron, environ 120 Mo, une seule fois. Ctrl-C puis --host=browser pour s’en passer.',
  });
  // Its output is hidden; a missing runtime is reported where the host is chosen.
  const child = spawn(process.execPath, [installer], { cwd: root, stdio: 'ignore', timeout: timeoutMs });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return;
  mkdirSync(dirname(failed), { recursive: true });
  writeFileSync(failed, '');
}

function isRecent(file: string): boolean {
  const failedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return failedAt !== undefined && Date.now() - failedAt < dayMs;
}
