import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { copyRepository } from './support/repository-copy.ts';

interface Started {
  readonly url: string;
  readonly pid: number;
}

test('dev: a change of the page shows after a reload, one of a main side starts the host again under the same open page', async () => {
  using copy = copyRepository();
  const edit = (file: string, from: string, to: string) => {
    const text = readFileSync(join(copy.root, file), 'utf8');
    expect(text).toContain(from);
    writeFileSync(join(copy.root, file), text.replace(from, to));
  };
  const args = ['shell/cli/atelier.mjs', 'run', 'dev', '--headless', '--json'];
  const child = spawn(process.execPath, args, {
    cwd: copy.root,
    env: { PATH: process.env.PATH, LANG: 'en' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async () => JSON.parse((await lines.next()).value ?? 'null') as Started;
    const first = await next();
    const entered = await fetch(first.url, { redirect: 'manual' });
    const headers = { cookie: entered.headers.get('set-cookie')?.split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' };
    const origin = new URL(first.url).origin;
    const scriptOf = async () => {
      const page = await (await fetch(origin, { headers })).text();
      return (await fetch(origin + (/<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1] ?? ''), { headers })).text();
    };
    const before = await scriptOf();
    edit('shell/ui/text.ts', "skip: 'Go to the content'", "skip: 'A moment, please'");
    await expect.poll(scriptOf).toContain('A moment, please');
    edit('plugins/template/main/index.ts', 'id: randomUUID()', 'id: randomUUID().slice(1)');
    const second = await next();
    const reloaded = await fetch(origin, { headers });
    expect({
      before: before.includes('A moment, please'),
      otherProcess: first.pid !== second.pid,
      sameOrigin: new URL(second.url).origin === origin,
      reloaded: reloaded.status,
    }).toEqual({ before: false, otherProcess: true, sameOrigin: true, reloaded: 200 });
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
});
