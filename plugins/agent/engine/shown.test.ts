import { mkdirSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { filesOf } from '../main/access/path-rules.ts';
import { loadShellParser } from '../main/access/shell/parse.ts';
import { readLine } from '../main/access/shell/read-line.ts';
import { changedSince, shownNow } from './shown.ts';

const parser = await loadShellParser();

test('S20: what a command depends on is noticed when it changes: its files wherever it goes first, its folder, its mode', () => {
  using temp = tempFolder();
  const folder = join(realpathSync(temp.path), 'project');
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'sub'), { recursive: true });
  for (const name of ['tool.sh', 'sub/tool.sh', 'package.json', 'notes.md']) write(name, '1');
  const command = 'sh ./tool.sh && cd sub && sh tool.sh';
  const line = readLine(parser, command, { cwd: folder, isFolder: () => true });
  const shown = shownNow(command, 'open', folder, filesOf(line));
  const seen: unknown[] = [changedSince(shown, command, 'open'), changedSince(shown, command, 'secure')];
  const step = (change: () => void, back: () => void) => {
    change();
    seen.push(changedSince(shown, command, 'open'));
    back();
  };
  for (const name of ['notes.md', 'tool.sh', 'sub/tool.sh', 'package.json'])
    step(
      () => write(name, '2'),
      () => write(name, '1'),
    );
  step(
    () => write('.npmrc', 'x'),
    () => {},
  );
  renameSync(folder, `${folder}-before`);
  mkdirSync(folder);
  seen.push(changedSince(shown, command, 'open'));
  expect(seen).toEqual([
    [],
    ['secure'],
    [],
    ['./tool.sh', 'tool.sh'],
    [join(folder, 'sub/tool.sh')],
    ['package.json'],
    ['.npmrc'],
    [folder],
  ]);
});
