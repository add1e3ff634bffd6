import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const elsewhere = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/Applications/Google Chrome.app/Contents/MacOS'];

interface Found {
  readonly program: string;
  readonly flags: readonly string[];
}

/** A headless Chromium for a test: the machine's own, else the one from npm. Close it with `await using`. */
export async function openChromium(): Promise<Browser> {
  const { program, flags } = await findChromium();
  // A container or root cannot give Chromium its own sandbox; the pages of these tests are ours.
  return chromium.launch({ executablePath: program, args: [...flags, '--disable-dev-shm-usage'], chromiumSandbox: false });
}

/** `CHROMIUM` names one; otherwise the first of the usual names in `PATH` and in the usual folders. */
export async function findChromium(): Promise<Found> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...elsewhere];
  const candidates = [
    process.env.CHROMIUM,
    ...folders.flatMap(folder => names.map(name => join(folder, name))),
    join(elsewhere[3] ?? '', 'Google Chrome'),
  ];
  const program = candidates.find(file => file !== undefined && isProgram(file));
  if (program !== undefined) return { program, flags: [] };
  return fromNpm();
}

async function fromNpm(): Promise<Found> {
  // Optional, and only there for Linux: its name is kept from the type checker.
  const name: string = '@sparticuz/chromium';
  try {
    const { default: packed } = (await import(name)) as { default: { args: string[]; executablePath(): Promise<string> } };
    return { program: await packed.executablePath(), flags: packed.args };
  } catch (cause) {
    throw new Error('There is no Chromium for this test. Install one, name it in CHROMIUM, or install @sparticuz/chromium from npm.', {
      cause,
    });
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
