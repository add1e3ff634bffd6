import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { AutomationChannel } from '@atelier/automation/contract';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { builtApp, ensureBuilt } from '../shell/cli/build.ts';
import { entered, withWindows } from './support/whole-program.ts';

const root = join(import.meta.dirname, '..');

/** A person's place with a tool of systemd that only notes what it is asked. */
function place() {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-scheduled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [bin, config] = [join(folder, 'bin'), join(folder, 'con fig')];
  for (const made of [bin, config]) mkdirSync(made);
  const tool = join(bin, 'systemctl');
  writeFileSync(tool, `#!/bin/sh\necho "$@" >> "${folder}/asked"\n`);
  chmodSync(tool, 0o755);
  const units = join(config, 'systemd', 'user');
  return {
    userData: join(config, 'Atelier'),
    timer: join(units, 'atelier-due.timer'),
    service: join(units, 'atelier-due.service'),
    env: { PATH: [bin, process.env.PATH].join(delimiter), HOME: folder, XDG_CONFIG_HOME: config },
  };
}

function run([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ended: once(child, 'close'), first: once(createInterface({ input: child.stdout }), 'line') };
}

/** The words of the unit's program, read as systemd reads them. */
function programOf(service: string): readonly string[] {
  const line = /^ExecStart=(.*)$/m.exec(readFileSync(service, 'utf8'))?.[1] ?? '';
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) =>
    word
      .replace(/\\(.)/g, '$1')
      .replaceAll('%%', '%')
      .replaceAll('$$', () => '$'),
  );
}

test('with Atelier closed, the program that its unit names runs what is due, once though it is started twice, ends, and takes its units away', async () => {
  expect(await ensureBuilt(root)).toBe(0);
  const at = place();
  const open = run([process.execPath, join(root, builtApp), '--headless', '--json', '--port=0'], at.env);
  const [line] = (await open.first) as [string];
  const window = withWindows(await entered((JSON.parse(line) as { url: string }).url), async () => undefined).openWindow();
  const automation = window.client(AutomationChannel);
  const due = Date.now() + 4000;
  const draft = {
    title: 'Stand up',
    trigger: { kind: 'once' as const, at: due, zone: 'Europe/Paris' },
    action: { kind: 'notify' as const, text: 'Stand up.' },
    deliver: 'always' as const,
    missed: { policy: 'latest' as const },
  };
  const before = await automation.call('preflight', { draft });
  const { id } = await automation.call('save', { draft });
  await automation.call('setWhileClosed', { on: true });
  const after = await automation.call('preflight', { draft });
  // A kill, after which nobody can tidy up.
  window.close();
  open.child.kill('SIGKILL');
  await open.ended;
  const command = programOf(at.service);
  expect(readFileSync(at.timer, 'utf8')).toContain(`OnCalendar=${new Date(due).toISOString().slice(0, 19).replace('T', ' ')} UTC`);
  const starts = [run(command, at.env), run(command, at.env)];
  const ended = await Promise.all(starts.map(one => one.ended));
  const db = new Database(join(at.userData, 'data', 'atelier--automation.sqlite'), { readonly: true });
  onTestFinished(() => void db.close());
  const receipts = db.prepare('SELECT status, due, began IS NOT NULL AS began FROM receipts WHERE rule = ?').all(id);
  expect({
    before: [before.whileClosed, before.refused.length],
    after: [after.whileClosed, after.refused.length],
    ended,
    receipts,
    left: [at.timer, at.service].filter(file => existsSync(file)),
  }).toEqual({
    before: [false, 1],
    after: [true, 0],
    ended: [
      [0, null],
      [0, null],
    ],
    receipts: [{ status: 'ran', due, began: 1 }],
    left: [],
  });
});
