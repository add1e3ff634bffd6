import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { isProgram } from '../../shell/browser/find-browser.ts';
import { chromiumFromNpm } from './npm-chromium.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const elsewhere = ['/usr/bin', '/usr/local/bin', '/snap/bin'];
const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

interface Found {
  readonly program: string;
  readonly flags: readonly string[];
}

/** Why no page can be tested on this machine; undefined where it can. */
export async function chromiumLack(): Promise<string | undefined> {
  const found = await findChromium();
  if (found === undefined) return 'there is no Chromium here: install one, name it in CHROMIUM, or install @sparticuz/chromium from npm';
  const { status, stderr } = spawnSync(found.program, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 ? undefined : `${found.program} does not start: ${stderr.trim().split('\n')[0]}`;
}

/** A headless Chromium for a test: the machine's own, else the one from npm. Close it with `await using`. */
export async function openChromium(): Promise<Browser> {
  const found = await findChromium();
  if (found === undefined) throw new Error(await chromiumLack());
  // A container or root cannot give Chromium its own sandbox; the pages of these tests are ours.
  return chromium.launch({
    executablePath: found.program,
    args: [...found.flags, '--disable-dev-shm-usage'],
    chromiumSandbox: false,
  });
}

/** `CHROMIUM` names one, or `npm` for the one from there; otherwise the first of the usual names in `PATH` and the usual folders. */
async function findChromium(): Promise<Found | undefined> {
  const wanted = process.env.CHROMIUM;
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...elsewhere];
  const candidates = [wanted, ...folders.flatMap(folder => names.map(name => join(folder, name))), onMac];
  const program = wanted === 'npm' ? undefined : candidates.find(file => file !== undefined && isProgram(file));
  if (program !== undefined) return { program, flags: [] };
  const packed = await chromiumFromNpm();
  // The package's own flags are not taken over: they switch the web's security off, which our tests are about.
  return packed === undefined ? undefined : { program: packed, flags: ['--no-zygote', '--use-angle=swiftshader'] };
}
