import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wantsNetwork } from '../network.ts';
import { loadShellParser } from './parse.ts';
import { readLine } from './read-line.ts';

const parser = await loadShellParser();
const rows = readFileSync(new URL('evaluated-data.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(row => row.split('\t') as [string, string]);

test('S22: a line in which bash evaluates data is not understood, and one that may write to a connection wants the network; ordinary ones do neither', () => {
  const said = rows.map(([, text]) => {
    const line = readLine(parser, text, { cwd: '/p', isFolder: () => true });
    return [line.unclear !== undefined ? 'unclear' : wantsNetwork(line) ? 'network' : '-', text];
  });
  expect(said).toEqual(rows);
});
