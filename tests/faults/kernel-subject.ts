import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MemoryHost, openMemoryHost, type Secrets } from '@atelier/kernel/host';
import { type Kernel, startKernel } from '@atelier/kernel/start';

/** An extension with a database, as files. */
export const counter = {
  'package.json': JSON.stringify({
    name: '@test/counter',
    version: '1.0.0',
    type: 'module',
    engines: { atelier: '^1.0.0' },
    atelier: {
      main: './main.js',
      contributes: { commands: ['add', 'last'].map(name => ({ id: `counter.${name}`, title: name, args: {} })) },
    },
  }),
  'main.js': `export default { activate(ctx) {
    const db = ctx.database([{ id: 10, name: 'create', up: db => db.exec('CREATE TABLE counts (count INTEGER PRIMARY KEY) STRICT') }]);
    const insert = db.prepare('INSERT INTO counts VALUES (?)');
    const last = db.prepare('SELECT coalesce(max(count), 0) AS last FROM counts');
    ctx.handle('counter.add', async count => { insert.run(count); });
    ctx.handle('counter.last', async () => last.get().last);
  } };`,
};

/** This host has a new key at each start; what is asked here is whether the file is kept, not whether it is sealed. */
const unsealed: Secrets = {
  kind: 'file',
  seal: async text => new TextEncoder().encode(text),
  open: async bytes => new TextDecoder().decode(bytes),
};

/** A real kernel over a profile in `folder`, with our plugins and one extension in a process of its own. */
export async function kernelIn(folder: string): Promise<{ kernel: Kernel; host: MemoryHost }> {
  const root = join(folder, 'kernel');
  const extension = join(root, 'user-data', 'extensions', 'counter');
  mkdirSync(extension, { recursive: true });
  for (const [name, text] of Object.entries(counter)) writeFileSync(join(extension, name), text);
  const host = openMemoryHost({ bundled: join(import.meta.dirname, '../../plugins'), node: process.execPath, root });
  const kernel = await startKernel({ ...host, secrets: unsealed }, { locale: 'en' });
  await kernel.settled;
  return { kernel, host };
}

/** One turn of everything that a kernel keeps: a plugin's database, an isolated one's, a secret, a decision of the person. */
export async function keepAll(kernel: Kernel, count: number): Promise<void> {
  await kernel.run('template.addNote', { text: String(count) });
  await kernel.run('counter.add', count);
  await kernel.secrets.write('@test/counter', 'count', String(count));
  await kernel.grant('@test/counter', { net: [`host-${count}.example`] });
}
