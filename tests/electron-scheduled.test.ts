import { expect, onTestFinished, test } from 'vitest';
import type { FakeElectron } from './support/fake-electron/fake-electron.ts';
import { openDesktop, openedDesktop as opened } from './support/fake-electron/open-desktop.ts';

test('a start of the system’s scheduler for one command opens no window and ends; a person who starts Atelier meanwhile keeps it', async () => {
  const ran: string[] = [];
  const alone = await openDesktop({ argv: ['--run=notes.tidy'], kernel: { onRun: command => void ran.push(command) } });
  onTestFinished(() => alone.close());
  await expect.poll(() => alone.electron.exits).toEqual([0]);
  const until = Promise.withResolvers<void>();
  let made: FakeElectron | undefined;
  const kept = openDesktop({
    argv: ['--run=notes.tidy'],
    kernel: {
      async onRun(command) {
        ran.push(command);
        await until.promise;
      },
    },
    made: electron => {
      made = electron;
    },
  });
  await expect.poll(() => ran.length).toBe(2);
  made?.emit('second-instance', ['atelier']);
  await expect.poll(() => made?.windows.length).toBe(1);
  until.resolve();
  const desktop = await kept;
  onTestFinished(() => desktop.close());
  expect({ ran, windows: alone.electron.windows.length, exits: desktop.electron.exits }).toEqual({
    ran: ['notes.tidy', 'notes.tidy'],
    windows: 0,
    exits: [],
  });
});

test('a machine that wakes is told to the kernel, and so is a start for one command beside an open Atelier, which shows nothing', async () => {
  let wakes = 0;
  const desktop = await opened({ kernel: { onStart: host => host.onWake(() => (wakes += 1)) } });
  desktop.electron.emit('resume');
  desktop.electron.emit('second-instance', ['atelier', '--run=notes.tidy']);
  await expect.poll(() => wakes).toBe(2);
  const words = await desktop.host.commandLine('notes.tidy');
  expect(words).toEqual(['/opt/atelier/atelier', '/opt/atelier/main.cjs', '--run=notes.tidy']);
});
