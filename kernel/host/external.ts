import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { startProgram } from '../children/programs.ts';
import { hostErrors } from './errors.ts';

/** The address to pass to the system; any scheme but https and mailto is refused after parsing, never by matching the text. */
export function externalAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const allowed =
    url !== undefined &&
    (url.protocol === 'mailto:' || (url.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === ''));
  if (!allowed) throw hostErrors['host/address-refused']({ address: address.slice(0, 200) });
  // The parser leaves blanks within the path of a mailto address as they are; no program that is started may read two words.
  return url.href.replaceAll(/\s/g, blank => encodeURIComponent(blank));
}

/** Opens an address in the system's default program, without a shell. */
export async function openInSystem(address: string): Promise<void> {
  await start(openers[process.platform] ?? ['xdg-open'], externalAddress(address), 'host/open-failed');
}

/** Shows a folder in the system's file manager; anything but a folder is refused, because a file would be run or opened. */
export async function showFolder(folder: string): Promise<void> {
  await start(folderOpeners[process.platform] ?? ['xdg-open'], checkedFolder(folder), 'host/folder-not-shown');
}

/** Returns the folder if it is one. */
export function checkedFolder(folder: string): string {
  if (isAbsolute(folder) && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw hostErrors['host/no-folder']({ folder: folder.slice(0, 500) });
}

async function start(words: readonly string[], address: string, failure: 'host/open-failed' | 'host/folder-not-shown'): Promise<void> {
  const [program = '', ...before] = words;
  const child = startProgram(program, [...before, address], { stdio: 'ignore', detached: true });
  try {
    await child.started;
    child.unref();
  } catch (cause) {
    throw hostErrors[failure]({ address, program }, cause);
  }
}

const folderOpeners: Partial<Record<NodeJS.Platform, readonly string[]>> = { darwin: ['open'], win32: ['explorer.exe'] };

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
