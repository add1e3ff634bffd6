import { homedir } from 'node:os';
import { join } from 'node:path';

/** The person's profile folder. Another folder is used only with the switch that allows a second instance, so that no link or script can move it. @param {Readonly<Record<string, string | undefined>>} env @param {NodeJS.Platform} platform @returns {string} */
export function userDataFolder(env, platform) {
  const asked = env.ATELIER_USER_DATA_DIR;
  if (isSecondProfile(env) && asked !== undefined && asked !== '') return asked;
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Atelier');
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Atelier');
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'Atelier');
}

/** A second instance beside the person's own, for tests. @param {Readonly<Record<string, string | undefined>>} env */
export function isSecondProfile(env) {
  return env.ATELIER_ALLOW_AUTOMATION_INSTANCE === '1';
}
