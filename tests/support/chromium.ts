import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import { isProgram } from '../../shell/browser/find-browser.ts';
import { chromiumFromNpm } from './npm-chromium.ts';

/** The headless shell has no tabs, start page and spare processes of its own, and costs a test half as much. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const names = [...shells, ...whole];
const elsewhere = ['/usr/bin', '/usr/local/bin', '/snap/bin'];
const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The environment variable with the URL from which a run serves `SharedChromium`; without it every caller starts its own Chromium. */
export const sharedChromium = 'ATELIER_TEST_CHROMIUM';

/** The shared Chromium of a run: its endpoint, or why there is none. */
export interface SharedChromium {
  readonly endpoint?: string;
  readonly lack?: string;
}

/** The time limit for a page; it only ends tests that hang. */
const patience = 120_000;

interface Found {
  readonly program: string;
  readonly flags: readonly string[];
}

/** Why no page can be tested on this machine; undefined if one can. */
export async function chromiumLack(): Promise<string | undefined> {
  const shared = await askShared();
  return shared === undefined ? ownChromiumLack() : shared.lack;
}

/** The same, determined on this machine without asking the run. */
export async function ownChromiumLack(): Promise<string | undefined> {
  const found = await findChromium();
  if (found === undefined) return 'there is no Chromium here: install one, name it in CHROMIUM, or install @sparticuz/chromium from npm';
  const { status, stderr } = spawnSync(found.program, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 ? undefined : `${found.program} does not start: ${stderr.trim().split('\n')[0]}`;
}

/**
 * A headless Chromium for a test: the shared one of the run, or its own. Contexts always belong to the caller; close it with
 * `await using`, which closes them.
 */
export async function openChromium(): Promise<Browser> {
  const shared = await askShared();
  if (shared !== undefined && shared.endpoint === undefined) throw new Error(shared.lack);
  const browser = await (shared?.endpoint === undefined ? chromium.launch(await howToLaunch()) : chromium.connect(shared.endpoint));
  browser.on('context', context => context.setDefaultTimeout(patience));
  return browser;
}

/** The same with windows, of which one at a time has the focus: in the headless shell every page has it always. Never the shared one. */
export async function openWindows(): Promise<Browser> {
  const browser = await chromium.launch(launching(await findChromium(whole)));
  browser.on('context', context => context.setDefaultTimeout(patience));
  return browser;
}

/** Why no windows can be tested on this machine; undefined if they can. */
export async function windowsLack(): Promise<string | undefined> {
  return (
    (await chromiumLack()) ??
    ((await findChromium(whole)) === undefined ? 'there is a headless shell alone, and no Chromium with windows' : undefined)
  );
}

/** Starts a Chromium that several processes connect to. */
export async function serveChromium(): Promise<BrowserServer> {
  return chromium.launchServer({ ...(await howToLaunch()), host: '127.0.0.1' });
}

async function askShared(): Promise<SharedChromium | undefined> {
  const address = process.env[sharedChromium];
  if (address === undefined) return undefined;
  // A keep-alive connection would outlive the test that opened it.
  const response = await fetch(address, { headers: { connection: 'close' } });
  if (!response.ok) throw new Error(`The Chromium of this run did not start: ${await response.text()}`);
  return (await response.json()) as SharedChromium;
}

async function howToLaunch() {
  const found = await findChromium();
  if (found === undefined) throw new Error(await ownChromiumLack());
  return launching(found);
}

function launching(found: Found | undefined) {
  if (found === undefined) throw new Error('There is no such Chromium here.');
  // In a container or as root, Chromium's own sandbox does not work; the pages of these tests are trusted.
  // A browser with windows gives each site a process of its own, and hints letters slightly; the headless shell does so when it is told.
  const args = [...found.flags, '--disable-dev-shm-usage', '--site-per-process', '--font-render-hinting=slight'];
  return { executablePath: found.program, args, chromiumSandbox: false };
}

/** The Chromium that `CHROMIUM` names (`npm`: the one from npm), otherwise the first with a known name in `PATH` and the standard folders. */
async function findChromium(named: readonly string[] = names): Promise<Found | undefined> {
  const wanted = named === names ? process.env.CHROMIUM : undefined;
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...elsewhere];
  const candidates = [wanted, ...folders.flatMap(folder => named.map(name => join(folder, name))), onMac];
  const program = wanted === 'npm' ? undefined : candidates.find(file => file !== undefined && isProgram(file));
  if (program !== undefined) return { program, flags: [] };
  const packed = await chromiumFromNpm();
  // The package's own flags are not used: they disable web security, which these tests check.
  return packed === undefined ? undefined : { program: packed, flags: ['--no-zygote', '--use-angle=swiftshader'] };
}
