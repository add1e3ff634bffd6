import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { testKernel } from '@atelier/kernel/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { CloudChannel } from '../contract/index.ts';
import { Browser, password } from '../server/cloud.fixture.ts';
import { mailSink } from '../server/mail-sink.fixture.ts';
import { answer } from '../server/oidc/desktop.fixture.ts';
import { moveClock } from './moved-clock.fixture.ts';
import { aheadOf } from './server-link.ts';

const day = 24 * 3_600_000;
const email = 'marta@nordlys.example';

afterEach(() => vi.unstubAllGlobals());

/** The server as it ships, whose clock is the machine's. */
async function serve(data: string, smtp: string): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server/serve.ts'), `--data=${data}`, '--port=0', '--attached'], {
    env: { PATH: process.env.PATH ?? '', ATELIER_CLOUD_SMTP_URL: smtp, ATELIER_CLOUD_MAIL_FROM: 'cloud@example.org' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  return { url: (JSON.parse(line) as { url: string }).url, child };
}

test('how far a server’s clock is ahead is told by its answers; little counts for nothing', () => {
  const at = (ms: number) => new Date(ms).toUTCString();
  expect([aheadOf(at(day), 0), aheadOf(at(0), day), aheadOf(at(5_000), 0), aheadOf(null, 0), aheadOf('nonsense', 0)]).toEqual([
    86_400, -86_400, 0, 0, 0,
  ]);
});

test.for([day, -day])(
  'a clock here that is a day off (%i ms) signs in and renews all the same, also if it is set right in between',
  async (off, context) => {
    context.skip(process.env.ATELIER_TEST_APART === '1', 'the clock of a process of its own cannot be moved from here');
    const data = mkdtempSync(join(tmpdir(), 'atelier-cloud-'));
    await using mail = await mailSink();
    const { url, child } = await serve(data, mail.url);
    try {
      const person = new Browser(url, url);
      await person.post('/v1/web/signup', { email, displayName: 'Marta', password });
      const token = URL.parse((await mail.to(email)).link('/cloud/verify-email'))?.searchParams.get('token');
      await person.post('/v1/web/verify-email', { token });
      await person.post('/v1/web/login', { email, password });
      await using kernel = await testKernel({ plugins: ['@atelier/cloud'] });
      const client = kernel.client(CloudChannel);
      const status = async () => (await client.call('read', {})).connections[0]?.status;
      moveClock(off);
      const begun = await client.call('connect', { url });
      await fetch(await answer(person, new URL(begun.url), 'approve'));
      await expect.poll(status).toBe('connected');
      vi.unstubAllGlobals();
      await client.call('refresh', { url });
      const setRight = await status();
      moveClock(2 * off);
      await client.call('refresh', { url });
      expect([setRight, await status(), kernel.notices().map(({ code }) => code)]).toEqual(['connected', 'connected', []]);
    } finally {
      child.kill();
      await once(child, 'exit');
      rmSync(data, { recursive: true, force: true });
    }
  },
);
