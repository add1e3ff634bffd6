import { expect, test } from 'vitest';
import { tempFolder } from '../../testing/temp-folder.ts';
import { createLog } from './log.ts';
import { readLog } from './read-log.ts';

const { signal: closing } = new AbortController();

test('a line that is logged while files are read is found once, by the next query, also if it is the first of this run', async () => {
  using folder = tempFolder();
  // The run before this one has made the file of this day.
  const earlier = createLog({ folder: folder.path, now: () => Date.now() - 1 });
  earlier.for('a').info('earlier');
  earlier.close();
  const log = createLog({ folder: folder.path, now: Date.now });
  const reading = readLog({ log, folder: folder.path, closing }, {});
  log.for('a').info('meanwhile');
  const { lines, newest } = await reading;
  const later = await readLog({ log, folder: folder.path, closing }, { after: newest });
  log.close();
  expect([lines, later.lines].map(all => all.map(({ text }) => text))).toEqual([['earlier'], ['meanwhile']]);
});

test('a line is found once after the clock was set back', async () => {
  using folder = tempFolder();
  let time = Date.now();
  const log = createLog({ folder: folder.path, now: () => time });
  log.for('a').info('before');
  time -= 3_600_000;
  log.for('a').info('after');
  const { lines } = await readLog({ log, folder: folder.path, closing }, {});
  log.close();
  expect(lines.map(({ text }) => text)).toEqual(['before', 'after']);
});
