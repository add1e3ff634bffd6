// node tests/faults/handles-subject.ts <rounds> <folder> [sockets], with few handles: uses them all up under a running kernel, and says what
// was lost. With `sockets` whoever started this uses them up, by connections, and this only says when something is refused and when no more.
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startKernel } from '@atelier/kernel/start';
import { TemplateChannel } from '@atelier/template/contract';
import { openTestBrowserHost } from '../../kernel/host/browser-host.fixture.ts';
import { counter } from './kernel-subject.ts';

const [rounds = '1', folder = '', by = 'files'] = process.argv.slice(2);
const extension = join(folder, 'user-data/extensions/counter');
mkdirSync(extension, { recursive: true });
for (const [name, text] of Object.entries(counter)) writeFileSync(join(extension, name), text);

const { host, logged, close } = await openTestBrowserHost({ root: folder, bundled: join(import.meta.dirname, '../../plugins') });
const kernel = await startKernel(host, { locale: 'en' });
await kernel.settled;
await kernel.run('counter.add', 1);
// Whoever started this connects to the server all the while.
process.stdout.write(`${JSON.stringify({ origin: host.origin })}\n`);

const acknowledged = { notes: new Set<string>(), count: 1, secret: 0 };
let refused = 0;
let count = 1;
async function oneOfEach(): Promise<boolean> {
  count += 1;
  const now = count;
  const written = await Promise.allSettled([
    kernel.run('template.addNote', { text: String(now) }).then(() => acknowledged.notes.add(String(now))),
    kernel.run('counter.add', now).then(() => {
      acknowledged.count = now;
    }),
    kernel.secrets.write('@test/counter', 'count', String(now)).then(() => {
      acknowledged.secret = now;
    }),
    kernel.setBudget('@test/counter', undefined),
  ]);
  refused += written.filter(({ status }) => status === 'rejected').length;
  return written.every(({ status }) => status === 'fulfilled');
}

/** Once more after a want: everything is written again. */
async function recover(): Promise<void> {
  while (!(await oneOfEach())) {
    await kernel.disable('@test/counter').catch(() => undefined);
    await kernel.enable('@test/counter').catch(() => undefined);
    await wait(20);
  }
}

for (let round = 0; by === 'sockets' && round < Number(rounds); round += 1) {
  while (await oneOfEach()) await wait(5);
  process.stdout.write(`${JSON.stringify({ state: 'refused' })}\n`);
  await recover();
  process.stdout.write(`${JSON.stringify({ state: 'fine' })}\n`);
}

for (let round = 0; by === 'files' && round < Number(rounds); round += 1) {
  const held: number[] = [];
  const hold = () => {
    try {
      for (;;) held.push(openSync(import.meta.filename, 'r'));
    } catch {
      // There is none left.
    }
  };
  hold();
  for (let free = round % 4; free > 0; free -= 1) closeSync(held.pop() ?? 0);
  for (let turn = 0; turn < 10; turn += 1) {
    await oneOfEach();
    // A new process, where the old one was ended for want of handles.
    await kernel.retry('@test/counter').catch(() => undefined);
    await wait(20);
    if (turn % 3 === 2) hold();
  }
  for (const one of held) closeSync(one);
  await recover();
}

const notes = new Set((await kernel.client(TemplateChannel).call('listNotes', {})).map(({ text }) => text));
const lost = [...acknowledged.notes].filter(text => !notes.has(text)).map(text => `note ${text}`);
if (Number(await kernel.run('counter.last')) < acknowledged.count) lost.push('the extension’s count');
if (Number(await kernel.secrets.read('@test/counter', 'count')) < acknowledged.secret) lost.push('the secret');
const repaired = kernel
  .notices()
  .filter(({ code }) => code.startsWith('storage/'))
  .map(({ message }) => message);
const answered = await fetch(`${host.origin}/__host/boot`).then(({ status }) => status);
process.stdout.write(
  `${JSON.stringify({ acknowledged: acknowledged.notes.size, refused, lost, repaired, answered, logged: logged.length })}\n`,
);
await kernel.close();
await close();
