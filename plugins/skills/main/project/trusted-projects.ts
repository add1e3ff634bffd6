import { realpath } from 'node:fs/promises';
import type { AgentService, BeginningTurn, PromptSections } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import { type Database, visibleText } from '@atelier/kernel';
import type { OfProject, SkillsOfProjects } from '../../contract/index.ts';
import { bilingual } from '../bilingual.ts';
import { errors } from '../errors.ts';
import { type ProjectSkill, type ProjectSkills, skillsOfProject } from './project-skills.ts';

export interface TrustedProjectsParts {
  readonly db: Database;
  readonly agent: { state(conversation: string): Promise<Pick<Awaited<ReturnType<AgentService['state']>>, 'cwd'>> };
  readonly conversations: Pick<ConversationsService, 'projects' | 'folderOfProject' | 'projectFolder'>;
  /** Whether an installed skill of this name is on; that one is the one. */
  isOn(name: string): boolean;
  now(): number;
}

/** The skills of projects. A model is told of them only if the person trusts the project's, and only as they were then. */
export class TrustedProjects {
  readonly #parts: TrustedProjectsParts;

  constructor(parts: TrustedProjectsParts) {
    this.#parts = parts;
  }

  async projects(): Promise<SkillsOfProjects> {
    const { conversations } = this.#parts;
    const all = await conversations.projects();
    const placed = await Promise.all(all.map(async ({ id, name }) => ({ id, name, folder: await conversations.folderOfProject(id) })));
    return { projects: placed.flatMap(({ folder, ...one }) => (folder === undefined ? [] : [{ ...one, folder }])) };
  }

  /** What the folder of a project brings, for the person. */
  async found(project: string): Promise<OfProject> {
    const { folder, skills, refused, checksum } = await this.#read(project);
    const trusted = this.#trusted(folder);
    return {
      ...{ checksum, refused: refused.map(bilingual) },
      trust: trusted === undefined ? 'new' : trusted === checksum ? 'trusted' : 'changed',
      skills: skills.map(({ path, read }) => ({
        ...{ name: read.head.name, description: read.head.description, path, text: read.text },
        files: read.files.map(file => ({ path: visibleText(file.path, 'code'), bytes: file.bytes.length })),
        allowedTools: [...read.head.allowedTools],
        hidden: this.#parts.isOn(read.head.name),
      })),
    };
  }

  /** Trusts the skills that the person saw, or takes that back. */
  async trust(project: string, checksum: string | undefined): Promise<void> {
    const { db, now } = this.#parts;
    const found = await this.#read(project);
    if (checksum === undefined) {
      db.prepare('DELETE FROM trusted_projects WHERE folder = ?').run(found.folder);
      return;
    }
    if (found.checksum !== checksum) throw errors['skills/project-changed']({});
    db.prepare('INSERT OR REPLACE INTO trusted_projects (folder, checksum, trusted_at) VALUES (?, ?, ?)').run(
      ...([found.folder, checksum, now()] as const),
    );
  }

  /** The skills that a model in this conversation is told of. A worktree has its own, which must be the same. */
  async of(conversation: string): Promise<readonly ProjectSkill[]> {
    const { agent, conversations, isOn, db } = this.#parts;
    if (db.prepare('SELECT 1 FROM trusted_projects LIMIT 1').get() === undefined) return [];
    try {
      const folder = await conversations.projectFolder(conversation);
      // Nothing of a folder is read before the person trusts it.
      const trusted = folder === undefined ? undefined : this.#trusted(await realpath(folder));
      if (folder === undefined || trusted === undefined) return [];
      const { cwd } = await agent.state(conversation);
      const { skills, checksum } = await skillsOfProject(cwd ?? folder);
      return checksum === trusted ? skills.filter(({ read }) => !isOn(read.head.name)) : [];
    } catch {
      // A conversation or a folder that is gone has no skills.
      return [];
    }
  }

  async tell(prompt: PromptSections): Promise<PromptSections> {
    const skills = await this.of(prompt.conversation);
    if (skills.length === 0) return prompt;
    const lines = skills.map(({ path, read: { head } }) => `- ${head.name}: ${line(head.description)} (${path}/SKILL.md)`);
    const text = [
      'The person trusts these skills of the project. When a task fits a description, read its file first and follow it; paths in it are relative to its folder.',
      ...lines,
    ].join('\n');
    return { ...prompt, sections: [...prompt.sections, { title: 'Skills of the project', text }] };
  }

  /** A skill that the person calls by its name is given whole. */
  async call(turn: BeginningTurn, name: string): Promise<BeginningTurn> {
    const skill = (await this.of(turn.conversation)).find(({ read }) => read.head.name === name);
    if (skill === undefined) return turn;
    const text = `The person calls this skill of the project with /skill:${name}. Its folder is ${skill.path}.\n\n${skill.read.text}`;
    return { ...turn, sections: [...turn.sections, { title: `Skill ${name}`, text }] };
  }

  async #read(project: string): Promise<ProjectSkills> {
    const folder = await this.#parts.conversations.folderOfProject(project);
    if (folder === undefined) throw errors['skills/project-unknown']({});
    return await skillsOfProject(folder).catch(error => {
      throw errors['skills/project-unknown']({}, error);
    });
  }

  #trusted(folder: string): string | undefined {
    return this.#parts.db.prepare<{ checksum: string }>('SELECT checksum FROM trusted_projects WHERE folder = ?').get(folder)?.checksum;
  }
}

const line = (text: string): string => text.replace(/\s+/g, ' ').trim();
