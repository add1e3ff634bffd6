import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
  'brave-browser',
];
const onWindows = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];
const onMac = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'].map(name => `${name}.app/Contents/MacOS/${name}`);

/** The first Chromium browser found on this machine, or the one in `CHROMIUM`. */
export function findBrowser(env: Environment, platform: NodeJS.Platform): string | undefined {
  return [env.CHROMIUM, ...searchPaths(env, platform)].find(file => file !== undefined && file !== '' && isProgram(file));
}

/** The searched paths, in order. */
export function searchPaths(env: Environment, platform: NodeJS.Platform): readonly string[] {
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(root => root !== undefined && root !== '');
    return onWindows.flatMap(file => roots.map(root => `${root}\\${file}`));
  }
  const inPath = (env.PATH ?? '')
    .split(delimiter)
    .filter(folder => folder !== '')
    .flatMap(folder => names.map(name => join(folder, name)));
  if (platform !== 'darwin') return [...inPath, ...names.map(name => join('/snap/bin', name))];
  return [...['/Applications', join(env.HOME ?? '', 'Applications')].flatMap(folder => onMac.map(file => join(folder, file))), ...inPath];
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
