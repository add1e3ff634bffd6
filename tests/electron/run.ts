import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureBuilt } from '../../shell/cli/build.ts';
import { electronRuntime } from '../../shell/cli/electron-runtime.mjs';
import { type Sentence, say } from '../../shell/cli/texts.mjs';
import { layOut } from './lay-out.ts';

// The host suite on the real Electron: the built main process and preload script as they are, with a page and a kernel's process
// of the suite in the place of ours.
const root = join(import.meta.dirname, '..', '..');
const runtime = electronRuntime(root);
const lack = lackOf(runtime);
if (lack !== undefined || runtime === undefined) {
  const skipped = {
    en: `The tests on the real Electron were skipped: ${lack?.en}.`,
    fr: `Les tests sur le vrai Electron ont été sautés : ${lack?.fr}.`,
  };
  say(skipped);
  process.exitCode = process.env.REQUIRE_ELECTRON === '1' ? 1 : 0;
} else {
  process.exitCode = await runOn(runtime);
}

function lackOf(found: string | undefined): Sentence | undefined {
  if (found === undefined) {
    return {
      en: 'its runtime is not on this machine; `npx install-electron` fetches it',
      fr: 'son moteur n’est pas sur cette machine ; `npx install-electron` le télécharge',
    };
  }
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) {
    return { en: 'there is no display; start this under xvfb-run', fr: 'il n’y a pas d’affichage ; lancez ceci sous xvfb-run' };
  }
  if (process.getuid?.() === 0)
    return { en: 'root cannot have Chromium’s sandbox', fr: 'root ne peut pas avoir le bac à sable de Chromium' };
  return undefined;
}

async function runOn(program: string): Promise<number> {
  const built = await ensureBuilt(root, 'electron');
  if (built !== 0) return built;
  const place = mkdtempSync(join(tmpdir(), 'atelier-electron-'));
  try {
    await layOut(root, place);
    const env = {
      ...process.env,
      ATELIER_ALLOW_AUTOMATION_INSTANCE: '1',
      ATELIER_USER_DATA_DIR: join(place, 'user-data'),
      ATELIER_NODE: process.execPath,
    };
    const electron = spawn(program, [join(place, '.build/electron/main/main.cjs')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(electron, 'exit');
    let code = 1;
    createInterface({ input: electron.stdout }).on('line', line => {
      process.stdout.write(`${line}\n`);
      if (line === 'suite: passed') code = 0;
      if (line.startsWith('suite: ')) electron.kill('SIGTERM');
    });
    await ended;
    return code;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
