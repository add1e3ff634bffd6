// The process that is killed: it writes without end and says on its output what it was told is durable.
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { isAppError } from '@atelier/kernel';
import type { JsonFile } from '../../kernel/main/storage/json-file.ts';
import { openDatabase } from '../../kernel/main/storage/storage.ts';
import { keptLog } from '../../kernel/testing/kept-log.ts';
import { runForEver } from './automation-subject.ts';
import { captureForEver } from './capture-subject.ts';
import { answerForEver } from './channels-subject.ts';
import { draftIn } from './draft-subject.ts';
import { keepAll, kernelIn } from './kernel-subject.ts';
import { verifyRebuilt } from './rebuild-subject.ts';
import { rewindForEver } from './rewind-subject.ts';
import { installForEver } from './skills-subject.ts';
import { steerForEver } from './steer.ts';
import { type Count, counterFile, newSteps, oldSteps, ringIn } from './subjects.ts';
import { countForEver } from './usage-subject.ts';

const [kind, folder = '', manner] = process.argv.slice(2);
const acknowledge = (count: number) => {
  writeSync(1, `${count}\n`);
  // Nothing that comes after may make up for what this write left undone.
  if (manner === 'halting') process.kill(process.pid, 'SIGSTOP');
};
const options = { owner: '@test/faults', backups: join(folder, 'backups'), log: keptLog() };
const file = join(folder, 'faults.sqlite');

if (kind === 'database') {
  const database = openDatabase(file, oldSteps, options);
  const insert = database.prepare('INSERT INTO entries (id, half, filler) VALUES (?, ?, ?)');
  const last = database.prepare<{ last: number }>('SELECT coalesce(max(id), 0) AS last FROM entries').get()?.last ?? 0;
  for (let count = last + 1; ; count += 1) {
    database.transaction(() => {
      insert.run(count, 'one', 'x'.repeat((count * 37) % 3000));
      insert.run(-count, 'two', '');
    });
    acknowledge(count);
  }
} else if (kind === 'migration') {
  acknowledge(0);
  const database = openDatabase(file, newSteps, options);
  acknowledge(1);
  database.close();
} else if (kind === 'restore') {
  acknowledge(0);
  openDatabase(file, oldSteps, options).close();
  acknowledge(1);
} else if (kind === 'rebuild') {
  acknowledge(0);
  await verifyRebuilt(folder);
  acknowledge(1);
} else if (kind === 'backup') {
  const database = openDatabase(file, oldSteps, options);
  const insert = database.prepare('INSERT INTO entries (id, half, filler) VALUES (?, ?, ?)');
  const last = database.prepare<{ last: number }>('SELECT coalesce(max(id), 0) AS last FROM entries').get()?.last ?? 0;
  for (let count = last + 1; ; count += 1) {
    const write = (id: number) =>
      database.transaction(() => {
        insert.run(id, 'one', 'x'.repeat((id * 37) % 3000));
        insert.run(-id, 'two', '');
      });
    write(count);
    const copying = database.backUp();
    // While it is copied, writing goes on.
    count += 1;
    write(count);
    await copying;
    acknowledge(count - 1);
  }
} else if (kind === 'kernel') {
  const { kernel } = await kernelIn(folder);
  const last = (await kernel.run('counter.last')) as number;
  for (let count = last + 1; ; count += 1) {
    await keepAll(kernel, count);
    acknowledge(count);
  }
} else if (kind === 'black-box') {
  const ring = ringIn(folder);
  for (let count = Math.max(0, ...ring.read().map(({ of }) => Number(of))) + 1; ; count += 1) {
    ring.add({ is: 'line', of: String(count) });
    acknowledge(count);
  }
} else if (kind === 'draft') {
  const draft = draftIn(folder);
  for (let count = Math.max(0, ...draft.words()) + 1; ; count += 1) {
    await draft.write(count);
    acknowledge(count);
  }
} else if (kind === 'rewind') {
  await rewindForEver(folder, acknowledge);
} else if (kind === 'capture') {
  await captureForEver(folder, acknowledge);
} else if (kind === 'automation') {
  await runForEver(folder, acknowledge);
} else if (kind === 'channels') {
  await answerForEver(folder, acknowledge);
} else if (kind === 'usage') {
  await countForEver(folder, acknowledge);
} else if (kind === 'skills') {
  await installForEver(folder, acknowledge);
} else if (kind === 'steering') {
  await steerForEver(folder, acknowledge);
} else if (kind === 'lock') {
  const database = openDatabase(file, oldSteps, options);
  database.transaction(() => {
    database.exec("INSERT INTO entries VALUES (1000000, 'one', '')");
    acknowledge(0);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
} else if (kind === 'beside') {
  const counter = counterFile(folder, options.log);
  for (let count = 0; count < 10; ) {
    try {
      await counter.update(now => ({ ...now, count: now.count + 1 }));
      count += 1;
      acknowledge(count);
    } catch (error) {
      if (!isAppError(error) || error.code !== 'storage/file-locked') throw error;
    }
  }
} else {
  const counter: JsonFile<Count> = counterFile(folder, options.log);
  for (;;)
    acknowledge(
      (
        await counter.update(({ count, filler }) => ({
          count: count + 1,
          filler: filler.length > 40_000 ? '' : `${filler}${'y'.repeat(500)}`,
        }))
      ).count,
    );
}
