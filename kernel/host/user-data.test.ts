import { expect, test } from 'vitest';
import { userDataFolder } from './user-data.ts';

test('E11: another profile folder is used only in an automation instance', () => {
  const dir = { ATELIER_USER_DATA_DIR: '/elsewhere', XDG_CONFIG_HOME: '/config', APPDATA: '/roaming' };
  expect([
    userDataFolder(dir, 'linux'),
    userDataFolder({ ...dir, ATELIER_ALLOW_AUTOMATION_INSTANCE: '1' }, 'linux'),
    userDataFolder({ ...dir, ATELIER_ALLOW_AUTOMATION_INSTANCE: 'true' }, 'linux'),
    userDataFolder({ XDG_CONFIG_HOME: '/config', ATELIER_ALLOW_AUTOMATION_INSTANCE: '1' }, 'linux'),
  ]).toEqual(['/config/Atelier', '/elsewhere', '/config/Atelier', '/config/Atelier']);
});
