import type { Left, Restored, Reverted } from '../../contract/index.ts';
import type { Blobs } from '../content/blobs.ts';
import { bytesOf, type Compared, compared } from '../content/compare.ts';
import { groups, isUnedited, type RegionGroup } from '../content/hunks.ts';
import type { Region } from '../content/lines.ts';
import { uneditedPosition, withRevertedRegions } from '../content/merge.ts';
import { readSnapshot, type Snapshot, snapshotOf } from '../content/snapshot.ts';
import { absent, isSameContent, keepingMode, modeOf } from '../content/state.ts';
import { errors } from '../errors.ts';
import { type FileRecord, isChanged, type Records } from '../tracking/records.ts';
import type { Journal } from './journal.ts';
import type { Operations, Wanted } from './operations.ts';

export interface RevertParts {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly journal: Journal;
  readonly operations: Operations;
}

/** Reverts changes of a conversation, and never what somebody else wrote. */
export class Reverts {
  readonly #parts: RevertParts;

  constructor(parts: RevertParts) {
    this.#parts = parts;
  }

  async file(conversation: string, path: string, standing: boolean): Promise<Reverted> {
    const file = this.#file(conversation, path);
    const now = await readSnapshot(path);
    if (isSameContent(now.state, file.leftAs)) {
      const wanted = this.#whole(conversation, file, now);
      if (wanted === undefined) throw errors['file-changes/not-kept']({ name: this.#name(conversation, path) });
      return await this.#revert(conversation, [wanted], []);
    }
    const parts = await this.#comparison(conversation, file, now);
    const all = groups(parts.own);
    const kept = all.filter(({ regions }) => isUnedited(regions, parts.edits));
    if (!standing || kept.length === 0) {
      throw errors['file-changes/edited-since']({ name: this.#name(conversation, path), standing: kept.length, all: all.length });
    }
    return await this.#revert(conversation, [await this.#without(conversation, file, now, parts, kept)], []);
  }

  async hunk(conversation: string, path: string, id: string): Promise<Reverted> {
    const file = this.#file(conversation, path);
    const now = await readSnapshot(path);
    const parts = await this.#comparison(conversation, file, now);
    const all = groups(parts.own);
    const hunk = all.find(group => group.id === id);
    const name = this.#name(conversation, path);
    if (hunk === undefined) throw errors['file-changes/hunk-gone']({ name });
    if (!isUnedited(hunk.regions, parts.edits)) throw errors['file-changes/hunk-edited-since']({ name });
    // The only hunk of a new file is the file.
    const isWhole = all.length === 1 && isSameContent(now.state, file.leftAs);
    const wanted = isWhole ? this.#whole(conversation, file, now) : await this.#without(conversation, file, now, parts, [hunk]);
    if (wanted === undefined) throw errors['file-changes/not-kept']({ name });
    return await this.#revert(conversation, [wanted], []);
  }

  async all(conversation: string): Promise<Reverted> {
    const [wanted, left]: [Wanted[], Left[]] = [[], []];
    for (const file of this.#parts.records.files(conversation).filter(isChanged)) {
      const now = await readSnapshot(file.path);
      const isAsLeft = isSameContent(now.state, file.leftAs);
      const whole = isAsLeft ? this.#whole(conversation, file, now) : undefined;
      if (whole !== undefined) wanted.push(whole);
      else left.push({ path: file.path, name: this.#name(conversation, file.path), why: isAsLeft ? 'unkept' : 'edited' });
    }
    return await this.#revert(conversation, wanted, left);
  }

  async undo(conversation: string, id: number): Promise<Restored> {
    const { journal, operations } = this.#parts;
    const operation = journal.operation(conversation, id);
    if (operation?.kind !== 'revert' || operation.state !== 'done') throw errors['file-changes/nothing-to-undo']({});
    journal.setState(operation, 'undoing');
    try {
      const { moved, left } = await operations.backwards(operation);
      await operations.settle(operation, moved, 'was', () => journal.remove(operation));
      return { files: moved.length, left: left.map(({ path }) => ({ path, name: this.#name(conversation, path), why: 'edited' })) };
    } catch (error) {
      journal.setState(operation, 'done');
      throw error;
    }
  }

  async #revert(conversation: string, wanted: readonly Wanted[], left: Left[]): Promise<Reverted> {
    if (wanted.length === 0) return { files: 0, left };
    const { journal, operations } = this.#parts;
    const operation = await operations.prepare(conversation, 'revert', wanted);
    try {
      await operations.forwards(operation);
    } catch (error) {
      if ((error as { code?: string }).code === 'file-changes/not-written') journal.remove(operation);
      throw error;
    }
    await operations.settle(operation, journal.steps(operation), 'becomes', () => journal.setState(operation, 'done'));
    return { undo: operation.id, files: wanted.length, left };
  }

  /** The file as it was before the conversation; undefined if that, or the current content, was not kept. */
  #whole(conversation: string, file: FileRecord, now: Snapshot): Wanted | undefined {
    const { blobs } = this.#parts;
    const isBack = now.bytes !== undefined || now.state === absent || now.state.startsWith('l:');
    if (!blobs.isKept(conversation, file.base) || !isBack || !blobs.canKeep(conversation, now)) return undefined;
    return { path: file.path, now, becomes: keepingMode(file.base, file.leftAs, now.state), leftBecomes: file.base };
  }

  /** The current file without some hunks; they are removed from the state that the conversation left as well. */
  async #without(conversation: string, file: FileRecord, now: Snapshot, parts: Parts, hunks: readonly RegionGroup[]): Promise<Wanted> {
    const { own, edits, lines } = parts;
    const regions = hunks.flatMap(group => group.regions);
    const linesBack = ({ oldAt, oldCount }: Region) => own.old.slice(oldAt, oldAt + oldCount);
    const inNow = regions.map(region => ({
      at: uneditedPosition(region.newAt, region.newCount, edits)!,
      count: region.newCount,
      lines: linesBack(region),
    }));
    const inLeft = regions.map(region => ({ at: region.newAt, count: region.newCount, lines: linesBack(region) }));
    const [becomes, left] = await Promise.all(
      [withRevertedRegions(lines, inNow), withRevertedRegions(own.now, inLeft)].map(async content => {
        const seen = snapshotOf(bytesOf(content), modeOf(now.state));
        if (!(await this.#parts.blobs.keep(conversation, seen)))
          throw errors['file-changes/no-room']({ name: this.#name(conversation, file.path) });
        return seen.state;
      }),
    );
    return { path: file.path, now, becomes: becomes!, leftBecomes: left! };
  }

  async #comparison(conversation: string, file: FileRecord, now: Snapshot): Promise<Parts> {
    const { operations } = this.#parts;
    const [base, left] = [await operations.content(file.base), await operations.content(file.leftAs)];
    const own = base && left && compared(base, left);
    if (!own) throw errors['file-changes/not-kept']({ name: this.#name(conversation, file.path) });
    const foreign = now.bytes && compared(left, now.bytes);
    // In a deleted or binary file every line counts as edited.
    const everythingEdited = [{ oldAt: 0, oldCount: own.now.length, newAt: 0, newCount: 0 }];
    return { own, edits: foreign?.regions ?? everythingEdited, lines: foreign?.now ?? [] };
  }

  #file(conversation: string, path: string): FileRecord {
    const file = this.#parts.records.file(conversation, path);
    if (file === undefined || !isChanged(file)) throw errors['file-changes/not-changed']({ name: this.#name(conversation, path) });
    return file;
  }

  #name(conversation: string, path: string): string {
    return this.#parts.operations.nameOf(conversation, path);
  }
}

interface Parts {
  readonly own: Compared;
  /** The person's changes since, relative to what the conversation left. */
  readonly edits: readonly Region[];
  /** The lines of the current file. */
  readonly lines: readonly string[];
}
