import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a person's profile lies. Another folder counts only beside the switch that allows a second instance, so that no link or script can move it. */
export function userDataFolder(env: Environment, platform: NodeJS.Platform): string {
  const asked = env.ATELIER_USER_DATA_DIR;
  if (isSecondProfile(env) && asked !== undefined && asked !== '') return asked;
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Atelier');
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Atelier');
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'Atelier');
}

/** A second instance beside the person's own, for tests. */
export function isSecondProfile(env: Environment): boolean {
  return env.ATELIER_ALLOW_AUTOMATION_INSTANCE === '1';
}
