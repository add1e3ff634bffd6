import { mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateTo } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { holding } from '../../../../tests/support/outside-sources.ts';
import { changedBetween, runnableContent } from '../../engine/runnable-content.ts';
import { migrations } from '../migrations/index.ts';
import { type Answer, createApprovals } from './approvals.ts';
import { type Call, createDecide } from './decide.ts';
import { openRules } from './rules.ts';

/** Projects in open mode, where a command that publishes is asked about; the person answers as `answer` says. */
function place(answer: Answer) {
  const folder = tempFolder();
  const root = realpathSync(folder.path);
  const stored = migrateTo(migrations, 120);
  const asked: string[] = [];
  const approvals = createApprovals({
    asked: ({ id, why = '' }) => {
      asked.push(why);
      queueMicrotask(() => approvals.answer(id, answer));
    },
    answered: () => {},
  });
  const rules = openRules(stored.database);
  const decide = createDecide({
    rules,
    approvals,
    policy: async () => undefined,
    outside: holding([]),
    senderOf: async () => undefined,
    forbidden: [],
    locale: () => 'en',
  });
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('project/package.json', '{}');
  /** What the person was asked because of this call; empty where they were not. */
  const run = async (command: string, { project = 'project', ...more }: Partial<Call> = {}) => {
    const before = asked.length;
    const held = { mode: 'open', sandboxed: false, network: true, unattended: false, cwd: '/' } as const;
    const folder = join(root, project);
    await decide({ conversation: 'c', tool: 't', name: 'bash', args: { command }, ...held, folder, project: folder, ...more });
    return asked.slice(before).map(why => why.replace(/ ?In open mode you are asked.*$/, ''));
  };
  return {
    root,
    rules,
    run,
    write,
    [Symbol.dispose]: () => {
      stored[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

const publish = 'npm publish';
const changed = (...files: readonly string[]) => [`What this command runs has changed since you allowed it: ${files.join(', ')}.`];
const again = [''];
const told = { conversation: 'c', folder: '/', tool: 'bash', command: 'npm test' };

test('W4: a command that was allowed for a project is asked about again once anything that programs obey there has changed', async () => {
  using at = place({ allow: true, scope: 'project' });
  const seen: Record<string, readonly string[]> = {};
  const step = async (name: string, change: () => void, command = publish) => {
    change();
    seen[name] = await at.run(command);
  };
  await step('at first', () => {});
  await step('as it was', () => {});
  await step('a file that nothing runs', () => at.write('project/notes.md', 'x'));
  await step('a script', () => at.write('project/package.json', '{"scripts":{"prepublishOnly":"evil"}}'));
  await step('allowed as it is now', () => {});
  await step('back to what it was', () => at.write('project/package.json', '{}'));
  await step('a new hook of git', () => at.write('project/.git/hooks/pre-push', 'evil'));
  await step('a server for models', () => at.write('project/.mcp.json', '{}'));
  await step('what an engine loads', () => at.write('project/.pi/extensions/a.ts', 'evil'));
  await step('gone', () => rmSync(join(at.root, 'project/.mcp.json')));
  await step('a program, at first', () => at.write('project/tool.sh', 'fine'), './tool.sh && npm publish');
  await step('that program', () => at.write('project/tool.sh', 'evil'), './tool.sh && npm publish');
  await step('a part of a longer line', () => at.write('project/package.json', '{"a":1}'), 'npm publish && ls');
  expect({ seen, rules: at.rules.all().length }).toEqual({
    seen: {
      'at first': again,
      'as it was': [],
      'a file that nothing runs': [],
      'a script': changed('package.json'),
      'allowed as it is now': [],
      'back to what it was': changed('package.json'),
      'a new hook of git': changed('.git/hooks/pre-push'),
      'a server for models': changed('.mcp.json'),
      'what an engine loads': changed('.pi/extensions/a.ts'),
      gone: changed('.mcp.json'),
      'a program, at first': again,
      'that program': changed('./tool.sh'),
      'a part of a longer line': changed('package.json'),
    },
    rules: 3,
  });
});

test('W4: it is asked about again also where nothing else would ask any more', async () => {
  using at = place({ allow: true, scope: 'project' });
  at.rules.save({ id: 'cautious', decision: 'ask', tool: 'bash', scope: 'always' });
  at.rules.allow(
    { id: 'a', decision: 'allow', tool: 'bash', scope: 'project', pattern: 'npm test', of: at.root },
    { ...told, project: at.root },
  );
  at.rules.remove(['cautious']);
  const before = await at.run('npm test', { project: '.' });
  at.write('package.json', '{"scripts":{"test":"evil"}}');
  expect([before, await at.run('npm test', { project: '.' })]).toEqual([[], changed('package.json')]);
});

test('W4: what is allowed everywhere is bound to the programs that it names, and a rule in the person’s own words to nothing', async () => {
  using at = place({ allow: true, scope: 'always' });
  at.write('project/tool.sh', 'fine');
  at.write('other/tool.sh', 'evil');
  const line = 'sudo ./tool.sh';
  const seen = [await at.run(line), await at.run(line, { project: 'other' })];
  at.write('other/package.json', '{"scripts":{}}');
  seen.push(await at.run(line, { project: 'other' }));
  at.rules.save({ id: 'own', decision: 'allow', tool: 'bash', pattern: 'npm *', scope: 'always' });
  at.write('project/package.json', '{"scripts":{"prepublishOnly":"evil"}}');
  seen.push(await at.run(publish));
  expect(seen).toEqual([again, changed('./tool.sh'), [], []]);
});

test('W4: a change through the settings leaves a rule bound to what it let run', async () => {
  using at = place({ allow: true, scope: 'project' });
  await at.run(publish);
  const [rule] = at.rules.all();
  at.rules.save({ ...rule!, scope: 'project' });
  at.write('project/package.json', '{"scripts":{}}');
  expect(await at.run(publish)).toEqual(changed('package.json'));
});

test('W3: a project is trusted by where it really lies, by the app’s own record, and by nothing that is in it', async () => {
  using at = place({ allow: true, scope: 'project' });
  const rule = JSON.stringify({
    rules: [{ id: 'x', decision: 'allow', tool: 'bash', scope: 'always' }],
    trusted: true,
    accessMode: 'open',
  });
  for (const file of [
    '.atelier/rules.json',
    '.pi/settings.json',
    '.pi/trust.json',
    '.agents/settings.json',
    '.claude/settings.json',
    '.vscode/settings.json',
  ]) {
    at.write(`evil/${file}`, rule);
  }
  const seen: Record<string, readonly string[]> = {};
  seen['a project that says it is trusted'] = await at.run(publish, { project: 'evil' });
  await at.run(publish);
  symlinkSync(join(at.root, 'project'), join(at.root, 'link'));
  seen['by another name'] = await at.run(publish, { project: 'link' });
  at.rules.save({ id: 'own', decision: 'allow', tool: 'bash', pattern: 'sudo ls*', scope: 'project', of: join(at.root, 'link') });
  seen['by a rule for that other name'] = await at.run('sudo ls');
  at.write('twin/package.json', '{}');
  seen['a folder of the same content'] = await at.run(publish, { project: 'twin' });
  renameSync(join(at.root, 'project'), join(at.root, 'moved'));
  symlinkSync(join(at.root, 'unknown'), join(at.root, 'project'));
  at.write('unknown/package.json', '{}');
  seen['another folder under its name'] = await at.run(publish);
  expect({ seen, of: new Set(at.rules.all().map(({ of = '' }) => of.slice(at.root.length + 1))) }).toEqual({
    seen: {
      'a project that says it is trusted': again,
      'by another name': [],
      'by a rule for that other name': [],
      'a folder of the same content': again,
      'another folder under its name': again,
    },
    of: new Set(['evil', 'project', 'twin', 'unknown']),
  });
});

test('an unreadable file differs from a missing one, and a folder that is the whole disk is not read', () => {
  using folder = tempFolder();
  symlinkSync('package.json', join(folder.path, 'package.json'));
  const looped = runnableContent('npm test', 'project', folder.path);
  expect([
    looped,
    changedBetween(looped, {}),
    runnableContent('npm test', 'project', '/'),
    runnableContent('ls', 'project', undefined),
  ]).toEqual([{ 'package.json': 'ELOOP' }, ['package.json'], {}, {}]);
});

test('a rule says where it was given and how often it decided; once removed it asks again, and comes back bound as it was', async () => {
  using at = place({ allow: true, scope: 'project' });
  at.write('project/tool.sh', 'fine');
  const line = 'sudo ./tool.sh';
  await at.run(line, { project: 'project' });
  await at.run(line, { project: 'project' });
  const [kept] = at.rules.kept();
  const ids = [kept?.rule.id ?? ''];
  at.rules.remove(ids);
  const gone = at.rules.kept();
  const again = (await at.run(line, { project: 'project' })).length;
  at.rules.remove(at.rules.kept().map(({ rule }) => rule.id));
  at.rules.restore(ids);
  const back = at.rules.kept();
  const covered = (await at.run(line, { project: 'project' })).length;
  at.write('project/tool.sh', 'evil');
  const changedNow = (await at.run(line, { project: 'project' })).length;
  expect({ kept, gone, again, back, covered, changedNow }).toMatchObject({
    kept: { rule: { scope: 'project', of: join(at.root, 'project') }, givenIn: 'c', uses: 1, isBound: true },
    gone: [],
    again: 1,
    back: [kept],
    covered: 0,
    changedNow: 1,
  });
});

test('a rule that the person changes is one that they wrote: bound to no file, and it has decided nothing yet; said again as it was it keeps both', async () => {
  using at = place({ allow: true, scope: 'project' });
  at.write('project/tool.sh', 'fine');
  const line = 'sudo ./tool.sh';
  await at.run(line, { project: 'project' });
  await at.run(line, { project: 'project' });
  const given = at.rules.kept()[0]!;
  at.rules.save(given.rule);
  const again = at.rules.kept()[0];
  at.rules.save({ ...given.rule, pattern: 'sudo ./tool.sh *' });
  at.write('project/tool.sh', 'changed');
  const changed = at.rules.kept()[0];
  const asked = await at.run(`${line} now`, { project: 'project' });
  expect({ again, changed, asked }).toMatchObject({
    again: { uses: 1, isBound: true },
    changed: { rule: { id: given.rule.id, pattern: 'sudo ./tool.sh *' }, uses: 0, isBound: false },
    asked: [],
  });
  expect(changed).not.toHaveProperty('usedAt');
});
