import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { openMemoryHost } from '@atelier/kernel/host';
import { startKernel } from '@atelier/kernel/start';

const count = 40;
const messages = 30;
const ids = Array.from({ length: count }, (_, at) => `c${at}`);

/** Writes the session files of a profile, if it has none, and removes the databases of conversations and agent with all their copies. */
export function loseDatabases(folder: string): void {
  const userData = join(folder, 'kernel', 'user-data');
  const sessions = join(userData, '.agent', 'agent', 'sessions');
  if (!existsSync(sessions)) {
    mkdirSync(sessions, { recursive: true });
    for (const id of ids) writeFileSync(join(sessions, `2026-01-01T00-00-00-000Z_${id}.jsonl`), sessionOf(id));
  }
  for (const place of ['data', 'backups'].map(name => join(userData, name))) {
    for (const name of existsSync(place) ? readdirSync(place) : []) {
      if (/atelier--(conversations|agent)\b.*sqlite|created$/.test(name)) rmSync(join(place, name), { recursive: true });
    }
  }
}

/** Starts the app, waits until it says that the index is whole, and says what is missing or there twice. */
export async function verifyRebuilt(folder: string): Promise<string[]> {
  const wrong: string[] = [];
  const host = openMemoryHost({
    bundled: join(import.meta.dirname, '../../plugins'),
    node: process.execPath,
    root: join(folder, 'kernel'),
  });
  const kernel = await startKernel(host, { locale: 'en' });
  try {
    await kernel.settled;
    const channel = kernel.client(ConversationsChannel);
    const all = async () => (await channel.call('list', { limit: 100 })).rows;
    const isDone = async () => {
      const { state, done } = await channel.call('indexState', {});
      return state === 'ready' && done > 0;
    };
    while (!(await isDone())) await new Promise(resolve => setTimeout(resolve, 20));
    const rows = await all();
    if (rows.length !== count) wrong.push(`${rows.length} conversations are there, not ${count}`);
    for (const id of ids) {
      const found = rows.filter(row => row.id === id);
      if (found.length !== 1 || found[0]?.title !== `words 0 of ${id}`)
        wrong.push(`${id} is there ${found.length} times, called ${found[0]?.title}`);
    }
    for (const id of [ids[0], ids.at(-1)]) {
      const { total } = await channel.call('page', { conversation: id ?? '', limit: 5 });
      if (total !== messages) wrong.push(`${id} has ${total} messages, not ${messages}`);
    }
    const { hits } = await channel.call('search', { text: `"of ${ids.at(-1)}"`, who: 'user' });
    if (hits.length === 0) wrong.push('the words of a rebuilt conversation are not found');
  } finally {
    await kernel.close();
    await host.close();
  }
  return wrong;
}

function sessionOf(id: string): string {
  const lines: object[] = [{ type: 'session', version: 3, id, timestamp: '2026-01-01T00:00:00.000Z', cwd: '/' }];
  for (let at = 0; at < messages; at += 1) {
    const message = { role: 'user', content: `words ${at} of ${id}`, timestamp: at };
    lines.push({
      type: 'message',
      id: `entry${at}`,
      parentId: at === 0 ? null : `entry${at - 1}`,
      timestamp: '2026-01-01T00:00:01.000Z',
      message,
    });
  }
  return lines.map(line => `${JSON.stringify(line)}\n`).join('');
}
