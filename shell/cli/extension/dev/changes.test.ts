import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changedFiles, snapshotOf, watchFolder } from './changes.ts';

type Save = (file: string, text: string) => void;

/** How programs save a file. */
const saves: readonly (readonly [string, Save])[] = [
  ['writes into it', (file, text) => writeFileSync(file, text)],
  [
    'empties it and writes on',
    (file, text) => {
      truncateSync(file);
      appendFileSync(file, text);
    },
  ],
  [
    'renames a new file over it',
    (file, text) => {
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
    },
  ],
  [
    'moves the old one away and writes a new one',
    (file, text) => {
      renameSync(file, `${file}~`);
      writeFileSync(file, text);
    },
  ],
  [
    'deletes it and writes a new one',
    (file, text) => {
      unlinkSync(file);
      writeFileSync(file, text);
    },
  ],
  [
    'renames twice, as those of JetBrains do',
    (file, text) => {
      writeFileSync(`${file}___jb_tmp___`, text);
      renameSync(file, `${file}___jb_old___`);
      renameSync(`${file}___jb_tmp___`, file);
      unlinkSync(`${file}___jb_old___`);
    },
  ],
  ['is sed -i', (file, text) => execFileSync('sed', ['-i', `1s/.*/${text}/`, file])],
];

test.each(saves)('a change is seen each time, also after many, where an editor %s', async (_how, save) => {
  using place = open();
  for (const path of ['main.js', 'ui/view.js', 'main.js', 'ui/view.js']) {
    save(join(place.folder, path), `text ${Math.random()}`);
    await expect.poll(() => place.seen()).toContain(path);
  }
});

test('the folder of the extension may go and come back, as with another clone', async () => {
  using place = open();
  for (const text of ['second', 'third']) {
    rmSync(place.folder, { recursive: true });
    await expect.poll(() => place.seen()).toContain('main.js');
    mkdirSync(join(place.folder, 'ui'), { recursive: true });
    writeFileSync(join(place.folder, 'main.js'), text);
    await expect.poll(() => place.seen()).toContain('main.js');
    writeFileSync(join(place.folder, 'ui/view.js'), text);
    await expect.poll(() => place.seen()).toContain('ui/view.js');
  }
});

test('a folder that a build removes and makes again is followed as before', async () => {
  using place = open();
  for (const text of ['second', 'third', 'fourth']) {
    rmSync(join(place.folder, 'ui'), { recursive: true });
    mkdirSync(join(place.folder, 'ui'));
    writeFileSync(join(place.folder, 'ui/view.js'), text);
    await expect.poll(() => place.seen()).toContain('ui/view.js');
    writeFileSync(join(place.folder, 'ui/view.js'), `${text}, saved again`);
    await expect.poll(() => place.seen()).toContain('ui/view.js');
  }
});

test('files of a new folder are seen, and what an editor keeps for itself is not', async () => {
  using place = open();
  mkdirSync(join(place.folder, 'text'));
  writeFileSync(join(place.folder, 'text/en.json'), '{}');
  await expect.poll(() => place.seen()).toContain('text/en.json');
  writeFileSync(join(place.folder, '.main.js.swp'), 'x');
  writeFileSync(join(place.folder, 'text/en.json'), '{ "a": "b" }');
  await expect.poll(() => place.seen()).toEqual(['text/en.json']);
});

/** A folder with two files that is watched; `seen` answers what changed since it was last asked. */
function open() {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-changes-'));
  mkdirSync(join(folder, 'ui'));
  for (const file of ['main.js', 'ui/view.js']) writeFileSync(join(folder, file), 'first');
  let before = snapshotOf(folder);
  let calls = 0;
  let asked = 0;
  const watcher = watchFolder(folder, () => {
    calls += 1;
  });
  return {
    folder,
    seen() {
      if (calls === asked) return [];
      asked = calls;
      const now = snapshotOf(folder);
      const files = changedFiles(before, now);
      before = now;
      return files;
    },
    [Symbol.dispose]() {
      watcher.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
