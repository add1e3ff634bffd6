import { stat } from 'node:fs/promises';
import type { GitService } from '@atelier/agent/contract';
import type { FileChange, FileDiff, Summary } from '../contract/index.ts';
import type { Blobs } from './content/blobs.ts';
import { compared } from './content/compare.ts';
import { hunksOf } from './content/hunks.ts';
import { maxKept, readSnapshot, stampAt } from './content/snapshot.ts';
import { absent, isSameContent, type State, targetOf, unknown, unreadable } from './content/state.ts';
import { errors } from './errors.ts';
import type { ShellChanges } from './shell/shell-changes.ts';
import { type FileRecord, isChanged, type Records } from './tracking/records.ts';
import type { Journal } from './undo/journal.ts';
import type { Operations } from './undo/operations.ts';

export interface SummaryParts {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly journal: Journal;
  readonly operations: Operations;
  readonly shell: ShellChanges;
  readonly git: Pick<GitService, 'workTree'>;
}

const maxFiles = 10_000;
const atOnce = 64;

/** Summaries and diffs of a conversation's changes; read-only. */
export class Summaries {
  readonly #parts: SummaryParts;
  /** Whether files were edited since, by stamp, so that no file is read twice. */
  readonly #edited = new Map<string, { readonly stamp: string; readonly edited: boolean }>();

  constructor(parts: SummaryParts) {
    this.#parts = parts;
  }

  async of(conversation: string): Promise<Summary> {
    const { records, shell, journal, git } = this.#parts;
    const all = records.files(conversation).filter(isChanged);
    const files: FileChange[] = [];
    for (let at = 0; at < Math.min(all.length, maxFiles); at += atOnce) {
      files.push(...(await Promise.all(all.slice(at, Math.min(at + atOnce, maxFiles)).map(file => this.#change(conversation, file)))));
    }
    const folder = records.folderOf(conversation);
    const isGone =
      folder !== undefined &&
      !(await stat(folder).then(
        stats => stats.isDirectory(),
        () => false,
      ));
    const isInRepository = folder !== undefined && !isGone && (await git.workTree(folder)) !== undefined;
    const unfollowed = shell.limitationOf(folder);
    const rewind = journal.lastRewind(conversation);
    return {
      files: files.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      ...totalsOf(all),
      more: Math.max(0, all.length - maxFiles),
      ...(folder !== undefined && { folder }),
      ...(isInRepository && { repository: true }),
      ...(isGone && { gone: true }),
      ...(unfollowed !== undefined && { unfollowed }),
      ...(rewind !== undefined && { redo: { files: journal.steps(rewind).length, conversation: rewind.leaf !== undefined } }),
    };
  }

  totals(conversation: string): { files: number; added: number; removed: number } {
    const all = this.#parts.records.files(conversation).filter(isChanged);
    return { files: all.length, ...totalsOf(all) };
  }

  async diff(conversation: string, path: string): Promise<FileDiff> {
    const { records, operations } = this.#parts;
    const file = records.file(conversation, path);
    if (file === undefined || !isChanged(file)) {
      throw errors['file-changes/not-changed']({ name: operations.nameOf(conversation, path) });
    }
    const { kind, binary, conflict, unkept } = await this.#change(conversation, file);
    const facts = {
      path,
      kind,
      ...(binary && { binary }),
      ...(conflict && { conflict }),
      ...(unkept !== undefined && { unkept }),
    };
    const links = [targetOf(file.base), targetOf(file.leftAs)];
    if (links.some(target => target !== undefined)) return { ...facts, link: links.map(target => target ?? ''), hunks: [], more: 0 };
    const [base, kept] = [await operations.content(file.base), await operations.content(file.leftAs)];
    // If a crash prevented the content from being kept, it is still in the file itself, unless it was edited.
    const left = kept ?? (conflict ? undefined : (await readSnapshot(path)).bytes);
    const own = base && left && compared(base, left);
    if (!own) return { ...facts, hunks: [], more: 0 };
    const now = conflict ? (await readSnapshot(path)).bytes : undefined;
    const edits = now === undefined ? [] : (compared(left, now)?.regions ?? []);
    // In a deleted or unreadable file every line counts as edited.
    const isLost = conflict === true && now === undefined;
    const { hunks, more } = hunksOf(own, edits);
    return { ...facts, hunks: isLost ? hunks.map(hunk => ({ ...hunk, edited: true })) : hunks, more };
  }

  async #change(conversation: string, file: FileRecord): Promise<FileChange> {
    const { path, base, leftAs, added, removed, isBinary } = file;
    const conflict = await this.#isEdited(conversation, file);
    const unkept = this.#limitationOf(conversation, file);
    return {
      path,
      name: this.#parts.operations.nameOf(conversation, path),
      kind: base === absent ? 'added' : leftAs === absent ? 'removed' : 'modified',
      added,
      removed,
      ...(isBinary && { binary: true }),
      ...(conflict && { conflict }),
      ...(unkept !== undefined && { unkept }),
    };
  }

  #limitationOf(conversation: string, { base, leftAs }: FileRecord): FileChange['unkept'] {
    const { blobs } = this.#parts;
    if (base === unknown) return 'unknown';
    if (base === unreadable || leftAs === unreadable) return 'unreadable';
    const isLacking = (state: State) => !blobs.isKept(conversation, state);
    if (!isLacking(base) && !isLacking(leftAs)) return undefined;
    return blobs.isFull(conversation, maxKept) ? 'full' : 'large';
  }

  /** Compares the stamp, and the content only if the stamp differs. */
  async #isEdited(conversation: string, { path, leftAs, stamp }: FileRecord): Promise<boolean> {
    const now = await stampAt(path);
    if (now === stamp) return false;
    const key = `${conversation} ${path} ${leftAs}`;
    const known = this.#edited.get(key);
    if (known?.stamp === now) return known.edited;
    const edited = !isSameContent((await readSnapshot(path)).state, leftAs);
    if (this.#edited.size > maxFiles) this.#edited.clear();
    this.#edited.set(key, { stamp: now, edited });
    return edited;
  }
}

function totalsOf(files: readonly FileRecord[]): { added: number; removed: number } {
  return {
    added: files.reduce((sum, { added }) => sum + added, 0),
    removed: files.reduce((sum, { removed }) => sum + removed, 0),
  };
}
