import type { Blobs } from '../content/blobs.ts';
import { countBetween } from '../content/compare.ts';
import { readSnapshot, type Snapshot } from '../content/snapshot.ts';
import { absent, isSameContent, type State, unknown } from '../content/state.ts';
import { errors } from '../errors.ts';
import { nameIn } from '../tracking/paths.ts';
import type { FileRecord, Records } from '../tracking/records.ts';
import { applyAll } from './apply.ts';
import type { Journal, Operation, Step } from './journal.ts';

export interface OperationParts {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly journal: Journal;
}

/** A file to change, with its current content. */
export interface Wanted {
  readonly path: string;
  readonly now: Snapshot;
  readonly becomes: State;
  readonly base?: State;
  readonly leftBecomes: State;
}

/** Runs file operations with the journal: written to the journal, applied, then recorded as done. */
export class Operations {
  readonly #parts: OperationParts;

  constructor(parts: OperationParts) {
    this.#parts = parts;
  }

  /** Writes an operation to the journal, with everything needed to reverse it. */
  async prepare(
    conversation: string,
    kind: Operation['kind'],
    wanted: readonly Wanted[],
    rewind?: { entry: string; leaf: string | undefined },
  ) {
    const { blobs, records, journal } = this.#parts;
    for (const { path, now } of wanted) {
      if (!(await blobs.keep(conversation, now))) throw errors['file-changes/no-room']({ name: this.nameOf(conversation, path) });
    }
    const steps = wanted.map(({ path, now, becomes, leftBecomes }): Step => {
      const file = records.file(conversation, path);
      return { path, was: now.state, becomes, baseWas: file?.base, leftWas: file?.leftAs, leftBecomes };
    });
    return journal.prepare(conversation, kind, steps, rewind);
  }

  async forwards(operation: Operation): Promise<void> {
    const changes = this.#parts.journal.steps(operation).map(({ path, was, becomes }) => ({ path, from: was, to: becomes }));
    await applyAll(changes, this.#parts.blobs, path => this.nameOf(operation.conversation, path));
  }

  /** Reverts the files that are still as the operation left them; returns these and the others. */
  async backwards(operation: Operation): Promise<{ moved: Step[]; left: Step[] }> {
    const { journal, blobs } = this.#parts;
    const [moved, left]: [Step[], Step[]] = [[], []];
    for (const step of journal.steps(operation)) {
      const { state } = await readSnapshot(step.path);
      (isSameContent(state, step.becomes) ? moved : left).push(step);
    }
    const changes = moved.map(({ path, was, becomes }) => ({ path, from: becomes, to: was }));
    await applyAll(changes, blobs, path => this.nameOf(operation.conversation, path));
    return { moved, left };
  }

  /** Updates the records, in one transaction with `mark`. */
  async settle(operation: Operation, steps: readonly Step[], to: 'becomes' | 'was', mark: () => void): Promise<void> {
    const { records } = this.#parts;
    const files = await Promise.all(steps.map(step => this.#file(operation.conversation, step, to)));
    records.transaction(() => {
      for (const file of files) if (file !== undefined) records.saveFile(operation.conversation, file);
      mark();
    });
  }

  nameOf(conversation: string, path: string): string {
    return nameIn(this.#parts.records.folderOf(conversation), path);
  }

  async content(state: State): Promise<Buffer | undefined> {
    if (state === absent) return Buffer.alloc(0);
    return state === unknown ? undefined : await this.#parts.blobs.read(state);
  }

  async #file(conversation: string, step: Step, to: 'becomes' | 'was'): Promise<FileRecord | undefined> {
    const file = this.#parts.records.file(conversation, step.path);
    if (file === undefined) return undefined;
    const leftAs = to === 'becomes' ? step.leftBecomes : (step.leftWas ?? step.was);
    const base = to === 'becomes' ? file.base : (step.baseWas ?? file.base);
    const now = await readSnapshot(step.path);
    const counts = countBetween(await this.content(base), await this.content(leftAs));
    return { path: step.path, base, leftAs, stamp: isSameContent(now.state, leftAs) ? now.stamp : '', ...counts };
  }
}
