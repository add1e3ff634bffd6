import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
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
    await at.automation.call('runNow', { id });
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

test('where there is no git a run that needs a worktree fails with the reason, and nothing happens in the project', async () => {
  await using at = await opened(['@atelier/worktree']);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-rule-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const project = await at.addProject(folder);
  const { id } = await at.saved({
    action: { kind: 'instruction', instruction: 'Turn the tide.', where: 'visible', model: 'local/m1', worktree: true, project },
  });
  await at.automation.call('runNow', { id });
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
    await at.automation.call('runNow', { id });
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
