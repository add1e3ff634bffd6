import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { tempFolder } from '../../../../../kernel/testing/temp-folder.ts';
import { loadShellParser } from '../shell/parse.ts';
import { readLine } from '../shell/read-line.ts';
import { destructiveIn } from './destructive.ts';
import { whereOf } from './where.ts';

const temp = tempFolder();
afterAll(() => temp[Symbol.dispose]());
/** What the lines call <home> and <tmp>; nothing of them is run. */
const [home, tmp] = ['me', 'tmp'].map(name => join(realpathSync(temp.path), name)) as [string, string];
for (const folder of ['project/src', 'site', 'templates/x']) mkdirSync(join(home, folder), { recursive: true });
mkdirSync(tmp);
writeFileSync(join(home, '.bashrc'), '');
const folder = join(home, 'project');
const parser = await loadShellParser();

function askedFor(line: string): string {
  vi.stubEnv('HOME', home);
  vi.stubEnv('TMPDIR', tmp);
  const here = line.replaceAll('<tmp>', tmp).replaceAll('<home>', home);
  const read = readLine(parser, here, { cwd: folder, isFolder: existsSync });
  return destructiveIn(read, whereOf(folder, [tmp])).join(', ') || (read.unclear === undefined ? '-' : '?');
}

/** Each line with what it is asked about for; `-`: not at all, `?`: it is not understood. */
const rows = readFileSync(new URL('lines.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map(row => row.split('\t'))
  .map(([what = '', ...line]) => ({ what, line: line.join('\t').replaceAll('⏎', '\n').replaceAll('␇', '\u0007') }));

test('S22: open mode asks about what may destroy, publish or gain rights, about what it does not understand, and not about ordinary work', () => {
  const wrong = rows.map(({ what, line }) => ({ what, line, got: askedFor(line) })).filter(({ what, got }) => what !== got);
  const count = (isAsked: boolean) => rows.filter(({ what }) => (what !== '-') === isAsked).length;
  expect({ wrong, asked: count(true) > 200, notAsked: count(false) > 150 }).toEqual({ wrong: [], asked: true, notAsked: true });
});
