import { realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import type { ConversationsService } from '@atelier/conversations/contract';
import { type Contribution, visibleText } from '@atelier/kernel';
import type { Editor, Editors, Found, IdeLauncherShape, Opened } from '../contract/index.ts';
import { argumentsOf, type Target } from './arguments.ts';
import type { Choices } from './choices.ts';
import { type KnownEditor, knownEditors } from './editors.ts';
import { errors } from './errors.ts';
import { findEditor, type Machine, type Start } from './find.ts';
import { launch } from './launch.ts';

export interface LauncherParts {
  readonly conversations: Pick<ConversationsService, 'describe' | 'projectFolder'>;
  readonly choices: Choices;
  /** The editors that extensions add. */
  readonly added: () => readonly Contribution<Editor>[];
  readonly machine: () => Machine;
  /** How long an editor is waited for that may still fail. */
  readonly whileMs?: number;
}

interface Here extends Found {
  readonly editor: Editor;
  readonly start: Start;
}

interface Place {
  readonly off?: NonNullable<Editors['off']>;
  readonly project?: string;
  readonly folder?: string;
  /** The real paths of the working folder and of the project. */
  readonly roots: readonly string[];
}

type Wanted = IdeLauncherShape['calls']['open']['params'];

/** The editors of this computer, and what opens files of conversations in them. */
export class Launcher {
  readonly #parts: LauncherParts;
  #found: readonly Here[] | undefined;

  constructor(parts: LauncherParts) {
    this.#parts = parts;
  }

  /** What was found before is looked for again at the next use. */
  forget(): void {
    this.#found = undefined;
  }

  async list(conversation: string, again = false): Promise<Editors> {
    if (again) this.forget();
    const { off, project, roots } = await this.#place(conversation);
    const editors = this.#editors(roots);
    const chosen = this.#chosen(editors, project)?.id;
    return {
      ...(off !== undefined && { off }),
      editors: editors.map(({ id, title, from }) => ({ id, title, ...(from !== undefined && { from }) })),
      ...(chosen !== undefined && { chosen }),
    };
  }

  async open({ conversation, path, line, column, editor: id }: Wanted): Promise<Opened> {
    const { off, project = '', folder = '', roots } = await this.#place(conversation);
    if (off === 'no-folder') throw errors['ide-launcher/no-folder']({ folder: shown(folder) });
    if (off !== undefined) throw errors[`ide-launcher/${off}`]({});
    const target = {
      ...targetIn(roots, resolve(folder, path ?? '.')),
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
    };
    const before = this.#wanted(roots, project, id);
    if (before === undefined) throw id === undefined ? errors['ide-launcher/none']({}) : errors['ide-launcher/gone']({ editor: shown(id) });
    const used = this.#stillThere(before, roots);
    await this.#start(used, target, folder);
    if (id !== undefined) this.#parts.choices.keep(project, id);
    return { editor: used.title, path: target.path };
  }

  async #start({ editor, start, title }: Here, target: Target, folder: string): Promise<void> {
    const args = [...start.before, ...argumentsOf(editor, target)];
    const ended = await launch(start.program, args, folder, this.#parts.whileMs ?? 3_000);
    if (ended === undefined || (ended.code === 0 && ended.failure === undefined)) return;
    if (ended.code === null && ended.signal === null)
      throw errors['ide-launcher/not-started']({
        editor: title,
        program: shown(start.program),
        reason: shown(ended.failure?.message ?? ''),
      });
    const how = { editor: title, path: shown(target.path), code: ended.code ?? ended.signal };
    throw ended.said === ''
      ? errors['ide-launcher/failed-silently'](how)
      : errors['ide-launcher/failed']({ ...how, said: shown(ended.said) });
  }

  /** An update may have put it elsewhere since it was found. */
  #stillThere(found: Here, roots: readonly string[]): Here {
    if (statSync(found.start.program, { throwIfNoEntry: false }) !== undefined) return found;
    this.forget();
    const again = this.#editors(roots).find(({ id }) => id === found.id);
    if (again === undefined) throw errors['ide-launcher/gone']({ editor: found.title });
    return again;
  }

  #wanted(roots: readonly string[], project: string, id: string | undefined): Here | undefined {
    const editors = this.#editors(roots);
    return id === undefined ? this.#chosen(editors, project) : editors.find(one => one.id === id);
  }

  #chosen(editors: readonly Here[], project: string | undefined): Here | undefined {
    const { choices } = this.#parts;
    const ids = [project === undefined ? undefined : choices.of(project), choices.newest()];
    return ids.map(id => editors.find(one => one.id === id)).find(one => one !== undefined) ?? editors[0];
  }

  /** Without programs of the project itself: what a model wrote is not started for a click on an editor's name. */
  #editors(roots: readonly string[]): readonly Here[] {
    this.#found ??= this.#look();
    return this.#found.filter(({ start }) => [start.program, ...start.before].every(part => !isInside(roots, real(part) ?? part)));
  }

  #look(): readonly Here[] {
    const { added } = this.#parts;
    const machine = this.#parts.machine();
    const own = knownEditors.map(editor => ({ id: editor.id, title: editor.title, editor, from: undefined }));
    const others = added().map(({ from, value }) => ({
      id: `${from}/${value.id}`,
      title: visibleText(value.title, 'name'),
      editor: value,
      from,
    }));
    return [...own, ...others].flatMap(({ from, ...one }) => {
      const start = findEditor(one.editor as KnownEditor, machine);
      return start === undefined ? [] : [{ ...one, ...(from !== undefined && { from }), start }];
    });
  }

  async #place(conversation: string | undefined): Promise<Place> {
    if (conversation === undefined) return { off: 'no-project', roots: [] };
    const { conversations } = this.#parts;
    const { folder, row } = await conversations.describe(conversation);
    const { project } = row;
    const ofProject = await conversations.projectFolder(conversation);
    if (folder === undefined || project === undefined || ofProject === undefined) return { off: 'no-project', roots: [] };
    const roots = [folder, ofProject].map(real).filter(path => path !== undefined);
    const place = { project, folder, roots };
    if (real(folder) === undefined || !statSync(folder).isDirectory()) return { ...place, off: 'no-folder' };
    return place;
  }
}

/** A file or folder of the conversation; links are followed first, so that none leads out. */
function targetIn(roots: readonly string[], asked: string): Target {
  const path = real(asked);
  const found = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  if (path === undefined || found === undefined || !(found.isFile() || found.isDirectory()))
    throw errors['ide-launcher/no-file']({ path: shown(asked) });
  if (!isInside(roots, path)) throw errors['ide-launcher/outside']({ path: shown(asked) });
  return { path, isFolder: found.isDirectory() };
}

function isInside(roots: readonly string[], path: string): boolean {
  return roots.some(root => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep));
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function shown(text: string): string {
  return visibleText(text.length > 300 ? `${text.slice(0, 300)}…` : text, 'code');
}
