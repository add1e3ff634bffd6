import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { updateErrors } from '../kernel/main/errors/update.ts';
import { tempFolder } from '../kernel/testing/temp-folder.ts';
import { openDesktop } from './support/fake-electron/open-desktop.ts';

const neverUp = updateErrors['update/start-failed']({ to: '2.0.0', from: '1.0.0', tries: 2, copy: '/backups/before-2.0.0' });
const refusing = (onRestore?: () => void) => ({
  onStart: () => {
    throw neverUp;
  },
  ...(onRestore && { onRestore }),
});

test('a new version that never comes up offers the way back: the data, the program before it where that is still there, and a new start', async () => {
  using folder = tempFolder();
  const root = folder.path;
  const file = join(root, 'Atelier.AppImage');
  writeFileSync(file, 'new');
  writeFileSync(`${file}.previous`, 'old');
  const restored: string[] = [];
  const desktop = await openDesktop({
    root,
    release: { version: '2.0.0', installed: 'appimage', file },
    isPackaged: true,
    kernel: refusing(() => restored.push('data')),
  });
  await expect.poll(() => desktop.electron.exits.length).toBeGreaterThan(0);
  await desktop.close();
  const { asked, exits, log, processes } = desktop.electron;
  expect({
    asked,
    exits,
    restored,
    started: log.filter(line => line.startsWith('relaunch')),
    program: readFileSync(file, 'utf8'),
    tries: processes.length,
  }).toEqual({
    asked: [{ message: `${neverUp.in('fr')} [update/start-failed]`, buttons: ['Restaurer mes données', 'Réessayer', 'Quitter'] }],
    exits: [0],
    restored: ['data'],
    started: ['relaunch /opt/atelier/atelier'],
    program: 'old',
    tries: 1,
  });
});

test('where the program before is not there, the way back says which one to install, and trying again starts anew', async () => {
  const back = await openDesktop({ languages: ['en-GB'], release: { version: '2.0.0', installed: 'deb' }, kernel: refusing() });
  await expect.poll(() => back.electron.exits.length).toBeGreaterThan(0);
  const again = await openDesktop({ languages: ['en-GB'], answer: 1, kernel: refusing() });
  await expect.poll(() => again.electron.exits.length).toBeGreaterThan(0);
  await back.close();
  await again.close();
  expect({ told: back.electron.asked[1]?.message, again: again.electron.log.filter(line => line.startsWith('relaunch')) }).toEqual({
    told: 'Your data are restored to what Atelier 1.0.0 left. Install that version again, then open it.',
    again: ['relaunch /opt/atelier/atelier'],
  });
});
