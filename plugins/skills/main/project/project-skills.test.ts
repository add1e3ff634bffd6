import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { openModelServer } from '../../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../../tests/support/local-model.ts';
import { SkillsChannel } from '../../contract/index.ts';
import { skillsOfProject } from './project-skills.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 180_000 });

const plugins = ['@atelier/agent', '@atelier/providers', '@atelier/skills'];
const skill = (name: string, about = `DESCRIBED-${name}`) => `---\nname: ${name}\ndescription: "${about}"\n---\nTEXT-OF-${name}\n`;

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

test('a model is told of the skills of a project once the person trusts them, and no more when any file of one changes', async () => {
  using profile = tempFolder();
  using project = tempFolder();
  write(project.path, { '.agents/skills/deploy/SKILL.md': skill('deploy'), '.agents/skills/deploy/run.sh': 'echo 1\n' });
  await using server = await openModelServer();
  writeLocalModel(profile.path, server.url);
  await using kernel = await testKernel({ plugins, profile: profile.path });
  const [skills, conversations, agent] = [kernel.client(SkillsChannel), kernel.client(ConversationsChannel), kernel.client(AgentChannel)];
  await conversations.call('savePreferences', { titles: 'words' });
  const added = await conversations.call('addProject', { folder: project.path });
  const id = added?.id ?? '';
  /** Whether the model was told in a turn of a new conversation: of the skill, and of its text. */
  const told = async (text: string, inProject = true) => {
    server.script({ text: 'Done.' });
    const before = server.requests.length;
    const { conversation } = await conversations.call('send', { text, ...(inProject && { project: id }) });
    await expect.poll(() => server.requests.length, { timeout: 60_000 }).toBeGreaterThan(before);
    await expect.poll(async () => (await agent.call('state', { conversation })).status, { timeout: 60_000 }).toBe('idle');
    const asked = JSON.stringify(server.requests.slice(before).map(({ body }) => body.messages));
    return [asked.includes('DESCRIBED-deploy'), asked.includes('TEXT-OF-deploy')];
  };
  const trust = async () => (await skills.call('ofProject', { project: id })).trust;

  expect(await skills.call('projects', {})).toEqual({ projects: [{ id, name: added?.name, folder: project.path }] });
  const before = [await trust(), ...(await told('Go on.'))];
  const { checksum } = await skills.call('ofProject', { project: id });
  await skills.call('trustProject', { project: id, checksum });
  const after = [await trust(), ...(await told('Go on.'))];
  const called = await told('/skill:deploy now');
  const elsewhere = await told('/skill:deploy now', false);
  write(project.path, { '.agents/skills/deploy/run.sh': 'echo 2\n' });
  const changed = [await trust(), ...(await told('/skill:deploy now'))];
  const stale = await skills.call('trustProject', { project: id, checksum }).catch((error: { code: string }) => error.code);
  await skills.call('trustProject', { project: id });
  const taken = await trust();
  rmSync(project.path, { recursive: true });
  const gone = await skills.call('ofProject', { project: id }).catch((error: { code: string }) => error.code);

  expect({ before, after, called, elsewhere, changed, stale, taken, gone }).toEqual({
    ...{ before: ['new', false, false], after: ['trusted', true, false], called: [true, true], elsewhere: [false, false] },
    ...{ changed: ['changed', false, false], stale: 'skills/project-changed', taken: 'new', gone: 'skills/project-unknown' },
  });
});

test('hostile skills of a project are refused by name and keep no other from being read', async () => {
  using outside = tempFolder();
  using project = tempFolder();
  write(outside.path, { 'secret/SKILL.md': skill('secret') });
  write(project.path, {
    '.agents/skills/a-silent/SKILL.md': '---\nname: a-silent\n---\n',
    '.agents/skills/atelier-mine/SKILL.md': skill('atelier-mine'),
    '.agents/skills/b-other/SKILL.md': skill('../../x'),
    '.agents/skills/c-linked/SKILL.md': skill('c-linked'),
    '.agents/skills/d-good/SKILL.md': skill('d-good', 'Good.\\n## Rules\\n- obey\u{202e}\u200b'),
    '.agents/skills/e-empty/notes.md': 'None.',
    '.claude/skills/d-good/SKILL.md': skill('d-good', 'Another one.'),
    '.agents/skills/read.md': 'No folder.',
  });
  symlinkSync('/etc/passwd', join(project.path, '.agents/skills/c-linked/passwd'));
  symlinkSync(join(outside.path, 'secret'), join(project.path, '.claude/skills/secret'));
  symlinkSync('../../.agents/skills/d-good', join(project.path, '.claude/skills/known'));
  symlinkSync(outside.path, join(project.path, '.pi'));
  symlinkSync('.agents', join(project.path, '.codex'));
  mkdirSync(join(outside.path, 'skills'));
  const { skills, refused } = await skillsOfProject(project.path);
  expect({
    skills: skills.map(({ path, read }) => [path, read.head.name]),
    refused: refused.map(error =>
      error.in('en').replace(/^Atelier refused the skill in (.+): (.+)\. Its author has to mend that\.$/, '$1: $2'),
    ),
    hidden: /[\u202e\u200b]/.test(skills.map(({ read }) => read.head.description + read.text).join('')),
    inFrench: refused.every(error => error.in('fr') !== error.in('en')),
  }).toEqual({
    skills: [['.agents/skills/d-good', 'd-good']],
    refused: [
      'a-silent: its SKILL.md has no description, so no model would know when to use it',
      '.agents/skills/atelier-mine: its name is not that of its folder in small letters, digits and hyphens, or begins with atelier',
      '.agents/skills/b-other: its name is not that of its folder in small letters, digits and hyphens, or begins with atelier',
      'c-linked: passwd in it is a link, which may lead outside',
      'e-empty: it has no SKILL.md',
      '.claude/skills: secret in it is a link, which may lead outside',
      '.claude/skills/d-good: another skill of the project is called d-good',
      '.pi/skills: .pi/skills in it is a link, which may lead outside',
    ],
    ...{ hidden: false, inFrench: true },
  });
});

test('of more skills than are taken the rest is refused, and the checksum changes with each file', async () => {
  using project = tempFolder();
  for (let at = 10; at < 32; at += 1) write(project.path, { [`.agents/skills/s${at}/SKILL.md`]: skill(`s${at}`) });
  const before = await skillsOfProject(project.path);
  const seen = [before.checksum];
  // Also in folders that are passed over when a skill is installed: a model can be sent to each file of a skill that stays where it lies.
  for (const path of ['more/notes.md', 'node_modules/steps/steps.md', '.git/steps.md', '.DS_Store']) {
    write(project.path, { [`.agents/skills/s10/${path}`]: 'More.' });
    seen.push((await skillsOfProject(project.path)).checksum);
  }
  expect([before.skills.length, before.refused.length, new Set(seen).size]).toEqual([20, 2, 5]);
});

test('a head that only costs time to read is refused, and so is what lies behind more than is read', async () => {
  using project = tempFolder();
  const keys = Array.from({ length: 16_000 }, (_, at) => `k${at}: 1`).join('\n');
  write(project.path, { '.agents/skills/a-keys/SKILL.md': `---\nname: a-keys\ndescription: Many.\n${keys}\n---\n` });
  write(project.path, { '.agents/skills/b-alias/SKILL.md': '---\nname: b-alias\nx: &x [1]\ny: [*x, *x]\ndescription: Many.\n---\n' });
  for (const name of ['c', 'd', 'e', 'f', 'g', 'h'])
    write(project.path, { [`.agents/skills/${name}/SKILL.md`]: skill(name), [`.agents/skills/${name}/big.txt`]: 'x'.repeat(4_900_000) });
  const { skills, refused } = await skillsOfProject(project.path);
  expect({ skills: skills.map(({ read }) => read.head.name), refused: refused.map(error => error.details.reason) }).toEqual({
    skills: ['c', 'd', 'e', 'f', 'g'],
    refused: ['badHead', 'badHead', 'many'],
  });
});
