import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'brave-browser'];
const elsewhere: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/**
 * What a page cannot ask of its browser: a frame that does not take the focus by itself; and, where `Connection-Allowlist` is not
 * known yet, no way around the policy by calling another browser.
 */
const frameFlags = ['--enable-features=BlockingFocusWithoutUserActivation', '--webrtc-ip-handling-policy=disable_non_proxied_udp'];

/** Opens an address in a window of its own; false where this machine has no browser that can. */
export async function openWindow(url: string, userData: string, env: Environment): Promise<boolean> {
  // Chromium as root would need its sandbox switched off, and that is not ours to do.
  if (process.getuid?.() === 0) return false;
  const program = findBrowser(env);
  if (program === undefined) return false;
  const profile = join(userData, 'window');
  const usual = ['--class=Atelier', '--no-first-run', '--no-default-browser-check'];
  const flags = [`--app=${url}`, `--user-data-dir=${profile}`, ...usual, ...frameFlags];
  const browser = spawn(program, flags, { stdio: 'ignore', detached: true });
  try {
    await once(browser, 'spawn');
  } catch {
    return false;
  }
  browser.unref();
  return true;
}

function findBrowser(env: Environment): string | undefined {
  const inPath = (env.PATH ?? '').split(delimiter).flatMap(folder => names.map(name => join(folder, name)));
  return [env.CHROMIUM, ...inPath, ...(elsewhere[process.platform] ?? [])].find(file => file !== undefined && isProgram(file));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
