import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { processesUnder } from '../../../tests/support/processes.ts';
import { WorktreeChannel } from '../../worktree/contract/index.ts';
import { opened } from './whole-agent.fixture.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

/** A repository with one commit and an environment that git ignores. */
function repository(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-rule-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder });
  git('init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'tides.txt'), 'low\n');
  writeFileSync(join(folder, '.gitignore'), '.env\n');
  writeFileSync(join(folder, '.env'), 'PORT=7001\n');
  git('add', '-A');
  git('commit', '-qm', 'first');
  return folder;
}

test('each run of a rule has a worktree of its own with the project’s environment, and the project’s checkout is not touched', async () => {
  await using at = await opened(['@atelier/worktree']);
  const folder = repository();
  const project = await at.addProject(folder);
  const action = { kind: 'instruction', instruction: 'Turn the tide.', where: 'visible', model: 'local/m1', worktree: true } as const;
  const needs = async (more: object) =>
    (await at.automation.call('preflight', { draft: { ...at.draft, action: { ...action, ...more } } })).needs
      .filter(({ what }) => what === 'worktree')
      .map(({ has }) => has);
  const before = [await needs({ project }), await needs({})];
  const { id } = await at.saved({ action: { ...action, project } });
  const works: string[] = [];
  for (const word of ['high', 'ebb']) {
    at.server.script({ when: at.isTurn, tools: [{ name: 'write', arguments: { path: 'tides.txt', content: `${word}\n` } }] });
    at.server.script({ when: at.isTurn, text: 'Turned.' });
    await at.runNow(id);
    const { conversation = '', status } = await at.ended(id);
    const { worktreePath = '' } = await at.details(conversation);
    works.push(
      `${status} ${readFileSync(join(worktreePath, 'tides.txt'), 'utf8').trim()} ${readFileSync(join(worktreePath, '.env'), 'utf8').trim()}`,
    );
  }
  expect({ before, works, own: readFileSync(join(folder, 'tides.txt'), 'utf8') }).toEqual({
    before: [[true], [false]],
    works: ['ran high PORT=7001', 'ran ebb PORT=7001'],
    own: 'low\n',
  });
});

test('the receipt of a run says why its worktree could not be set up, and a set-up under way is stopped with its run, with all it started', async () => {
  await using at = await opened(['@atelier/worktree']);
  const folder = repository();
  const project = await at.addProject(folder);
  const worktree = at.kernel.client(WorktreeChannel);
  const { id } = await at.saved({
    action: { kind: 'instruction', instruction: 'Turn the tide.', where: 'visible', model: 'local/m1', worktree: true, project },
  });
  at.server.script({ when: at.isTurn, tools: [{ name: 'bash', arguments: { command: 'echo "port $PORT"' } }] });
  at.server.script({ when: at.isTurn, text: 'Turned.' });
  await at.runNow(id);
  const { conversation = '' } = await at.ended(id);
  const { variables } = await worktree.call('setup', { conversation });
  const port = variables.find(({ name }) => name === 'PORT')?.value;
  const hasOwn = JSON.stringify(at.server.requests.at(-1)?.body).includes(`port ${port}`);
  const before = at.server.requests.length;

  await worktree.call('saveSetup', { conversation, line: 'echo half; echo no such package >&2; exit 4', network: false });
  await at.runNow(id);
  const failed = await at.ended(id);

  await worktree.call('saveSetup', { conversation, line: '(setsid sleep 4741 &); echo begun; sleep 4742', network: false });
  await at.runNow(id);
  const running = async () => (await at.automation.call('receipts', { rule: id })).receipts[0]?.conversation ?? conversation;
  await expect
    .poll(async () => (await worktree.call('setupOutput', { conversation: await running(), since: 0 }).catch(() => undefined))?.text, {
      timeout: 60_000,
    })
    .toBe('begun\n');
  await at.automation.call('stop', { id });
  const stopped = await at.ended(id);
  await expect
    .poll(() => processesUnder(join(at.workspace, '..', '..', '..')).filter(({ command }) => command.includes('sleep 474')))
    .toEqual([]);
  expect({
    hasOwn,
    failed: [failed.status, failed.problem?.code, failed.problem?.message.includes('It last said: no such package.')],
    stopped: [stopped.status, stopped.reason, (await worktree.call('setup', { conversation: stopped.conversation ?? '' })).run?.state],
    asked: at.server.requests.length - before,
  }).toEqual({
    hasOwn: true,
    failed: ['failed', 'worktree/setup-ended', true],
    ...{ stopped: ['failed', 'stopped', 'stopped'], asked: 0 },
  });
});

test('where there is no git a run that needs a worktree fails with the reason, and nothing happens in the project', async () => {
  await using at = await opened(['@atelier/worktree']);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-rule-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const project = await at.addProject(folder);
  const { id } = await at.saved({
    action: { kind: 'instruction', instruction: 'Turn the tide.', where: 'visible', model: 'local/m1', worktree: true, project },
  });
  await at.runNow(id);
  const { status, problem } = await at.ended(id);
  expect({ status, code: problem?.code, asked: at.server.requests.length, touched: existsSync(join(folder, 'tides.txt')) }).toEqual({
    status: 'failed',
    code: 'worktree/no-commit',
    asked: 0,
    touched: false,
  });
});

test('where the folder of its project is gone a run fails with the reason, asks no model, and makes no folder again', async () => {
  await using at = await opened(['@atelier/worktree']);
  const folder = repository();
  const project = await at.addProject(folder);
  const action = { kind: 'instruction', instruction: 'Turn the tide.', model: 'local/m1', project } as const;
  const ids: string[] = [];
  for (const more of [{ where: 'visible', worktree: true }, { where: 'visible' }, { where: 'hidden', reads: true }] as const)
    ids.push((await at.saved({ action: { ...action, ...more } })).id);
  rmSync(folder, { recursive: true });
  const told: unknown[] = [];
  for (const id of ids) {
    await at.runNow(id);
    const { status, problem } = await at.ended(id);
    told.push([status, problem?.code, problem?.message.includes(folder)]);
  }
  const { needs } = await at.automation.call('preflight', {
    draft: { ...at.draft, action: { ...action, where: 'visible', worktree: true } },
  });
  expect({
    told,
    needs: needs.filter(({ has }) => !has).map(({ what }) => what),
    asked: at.server.requests.length,
    shown: await at.shown(),
    there: existsSync(folder),
  }).toEqual({
    told: Array.from({ length: 3 }, () => ['failed', 'automation/folder-gone', true]),
    ...{ needs: ['project', 'worktree'], asked: 0, shown: 0, there: false },
  });
});
