import type { Restored, RewindFile, RewindPreview } from '../../contract/index.ts';
import type { Blobs } from '../content/blobs.ts';
import { countBetween } from '../content/compare.ts';
import { type Look, look } from '../content/look.ts';
import { absent, isSameContent, type State } from '../content/state.ts';
import { errors } from '../errors.ts';
import type { Records } from '../tracking/records.ts';
import { settle } from './apply.ts';
import type { Journal, Operation } from './journal.ts';
import type { Operations, Wanted } from './operations.ts';

/** A tool call behind the point one goes back to. */
export interface DroppedCall {
  readonly tool: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly ok?: boolean;
}

/** What is asked of the agent; its own service has all of it. */
export interface ConversationWays {
  state(conversation: string): Promise<{ readonly status: string }>;
  callsAfter(conversation: string, entry: string): Promise<readonly DroppedCall[]>;
  rewind(conversation: string, entry: string): Promise<{ readonly leaf: string }>;
  redo(conversation: string, leaf: string): Promise<void>;
  /** The ids of the entries that the conversation has now, in order. */
  entries(conversation: string): Promise<readonly string[]>;
}

export interface RewindParts {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly journal: Journal;
  readonly operations: Operations;
  readonly ways: ConversationWays;
}

const busy = new Set(['starting', 'running', 'retrying', 'compacting']);
const mostListed = 2_000;
const mostCommands = 200;

/** What a rewind would do to one file. */
interface Planned extends RewindFile {
  readonly now: Look;
  readonly target: State;
}

/** Takes files and conversation back together, and forwards again. */
export class Rewinds {
  readonly #parts: RewindParts;

  constructor(parts: RewindParts) {
    this.#parts = parts;
  }

  async preview(conversation: string, entry: string): Promise<RewindPreview> {
    const { ways, records } = this.#parts;
    const [calls, { status }] = await Promise.all([ways.callsAfter(conversation, entry), ways.state(conversation)]);
    const files = await this.#plan(conversation, calls);
    const recorded = new Map(
      records
        .calls(
          conversation,
          calls.map(({ tool }) => tool),
        )
        .map(call => [call.call, call]),
    );
    const commands = calls.flatMap(({ tool, name, args, ok }) => {
      const record = recorded.get(tool);
      const isCommand = record === undefined ? name === 'bash' && ok === true : record.command !== undefined;
      if (!isCommand) return [];
      const command = record?.command ?? String(args.command ?? '');
      return [
        {
          command: command.slice(0, 500),
          files: record === undefined ? 0 : records.filesOf(record.place).length,
          known: record?.known === true,
        },
      ];
    });
    return {
      files: files.slice(0, mostListed).map(({ now: _now, target: _target, ...file }) => file),
      more: Math.max(0, files.length - mostListed),
      commands: commands.slice(0, mostCommands),
      calls: calls.length,
      busy: busy.has(status),
    };
  }

  async rewind(conversation: string, entry: string, chosen: readonly string[]): Promise<Restored> {
    const { ways, journal, operations } = this.#parts;
    await this.#checkFree(conversation);
    const files = await this.#plan(conversation, await ways.callsAfter(conversation, entry));
    const wants = (file: Planned) => file.state === 'ready' || (file.state === 'edited' && chosen.includes(file.path));
    const wanted = files.filter(wants).map(({ path, now, target }): Wanted => ({ path, now, becomes: target, leftBecomes: target }));
    const leaf = (await ways.entries(conversation)).at(-1);
    const operation = await operations.prepare(conversation, 'rewind', wanted, { entry, leaf });
    try {
      await operations.forwards(operation);
      const { leaf } = await ways.rewind(conversation, entry);
      await operations.settle(operation, journal.steps(operation), 'becomes', () => journal.move(operation, 'done', leaf));
    } catch (error) {
      if ((error as { code?: string }).code !== 'file-changes/half-written') await this.#undo(operation);
      throw error;
    }
    return { files: wanted.length, left: files.filter(file => !wants(file)).map(leftOf) };
  }

  async redo(conversation: string): Promise<Restored> {
    const { ways, journal, operations } = this.#parts;
    const operation = journal.lastRewind(conversation);
    if (operation === undefined) throw errors['file-changes/nothing-to-redo']({});
    await this.#checkFree(conversation);
    journal.move(operation, 'undoing');
    try {
      const { moved, left } = await operations.backwards(operation);
      try {
        if (operation.leaf !== undefined) await ways.redo(conversation, operation.leaf);
      } catch (error) {
        await settle(
          moved.map(({ path, was, becomes }) => ({ path, from: was, to: becomes })),
          this.#parts.blobs,
        );
        throw error;
      }
      await operations.settle(operation, moved, 'was', () => journal.remove(operation));
      return { files: moved.length, left: left.map(({ path }) => ({ path, name: operations.nameOf(conversation, path), why: 'edited' })) };
    } catch (error) {
      if (journal.operation(conversation, operation.id) !== undefined) journal.move(operation, 'done');
      throw error;
    }
  }

  /** Brings to an end what a crash left half way: with the conversation where it was rewound already, else back. */
  async recover(): Promise<void> {
    const { journal, operations, ways, blobs } = this.#parts;
    for (const operation of journal.unfinished()) {
      const steps = journal.steps(operation);
      const forth = steps.map(({ path, was, becomes }) => ({ path, from: was, to: becomes }));
      const back = steps.map(({ path, was, becomes }) => ({ path, from: becomes, to: was }));
      const isThere = operation.entry === undefined || (await ways.entries(operation.conversation)).includes(operation.entry);
      // With its message still there, a conversation was not rewound, or was redone already.
      const goesBack = operation.kind === 'revert' || isThere;
      const stuck = await settle(goesBack ? back : forth, blobs);
      // Tried again at the next start.
      if (stuck.length > 0) continue;
      if (goesBack) await operations.settle(operation, steps, 'was', () => journal.remove(operation));
      else await operations.settle(operation, steps, 'becomes', () => journal.move(operation, 'done'));
    }
  }

  async #undo(operation: Operation): Promise<void> {
    const { journal, blobs } = this.#parts;
    const steps = journal.steps(operation);
    const stuck = await settle(
      steps.map(({ path, was, becomes }) => ({ path, from: becomes, to: was })),
      blobs,
    );
    if (stuck.length === 0) journal.remove(operation);
  }

  async #plan(conversation: string, calls: readonly DroppedCall[]): Promise<Planned[]> {
    const { records, operations, blobs } = this.#parts;
    const byPath = new Map<string, { target: State; last: State; isBroken: boolean; by: boolean }>();
    for (const record of records.calls(
      conversation,
      calls.map(({ tool }) => tool),
    )) {
      for (const { path, before, after } of records.filesOf(record.place)) {
        const known = byPath.get(path);
        const by = record.command !== undefined;
        if (known === undefined) byPath.set(path, { target: before, last: after, isBroken: false, by });
        // What stood there between two calls, and neither of them wrote, is somebody else's.
        else
          byPath.set(path, { ...known, last: after, isBroken: known.isBroken || !isSameContent(known.last, before), by: known.by && by });
      }
    }
    const planned: Planned[] = [];
    for (const [path, { target, last, isBroken, by }] of byPath) {
      const now = await look(path);
      const left = records.file(conversation, path)?.leftAs ?? last;
      if (isSameContent(now.state, target)) continue;
      const isEdited = isBroken || !(isSameContent(now.state, last) || isSameContent(now.state, left));
      const canGoBack = now.bytes !== undefined || now.state === absent || now.state.startsWith('l:');
      const isKept = blobs.isKept(conversation, target) && canGoBack;
      const content = now.state === absent ? Buffer.alloc(0) : now.bytes;
      const { added, removed } = countBetween(content, isKept ? await operations.content(target) : undefined);
      planned.push({
        path,
        name: operations.nameOf(conversation, path),
        does: target === absent ? 'remove' : now.state === absent ? 'recreate' : 'restore',
        added,
        removed,
        state: !isKept ? 'unkept' : isEdited ? 'edited' : 'ready',
        ...(by && { by }),
        now,
        target,
      });
    }
    return planned.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  async #checkFree(conversation: string): Promise<void> {
    const { status } = await this.#parts.ways.state(conversation);
    if (busy.has(status)) throw errors['file-changes/busy']({});
  }
}

function leftOf({ path, name, state }: Planned): Restored['left'][number] {
  return { path, name, why: state === 'unkept' ? 'unkept' : 'edited' };
}
