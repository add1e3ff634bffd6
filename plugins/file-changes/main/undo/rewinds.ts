import type { AgentService, Entry } from '@atelier/agent/contract';
import type { Restored, RewindFile, RewindPreview } from '../../contract/index.ts';
import type { Blobs } from '../content/blobs.ts';
import { countBetween } from '../content/compare.ts';
import { readSnapshot, type Snapshot } from '../content/snapshot.ts';
import { absent, isSameContent, keepingMode, type State } from '../content/state.ts';
import { errors } from '../errors.ts';
import type { Records } from '../tracking/records.ts';
import { applyWherePossible } from './apply.ts';
import type { Journal, Operation } from './journal.ts';
import type { Operations, Wanted } from './operations.ts';

/** A tool call after the entry to which a rewind goes back. */
export interface DroppedCall {
  readonly tool: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly ok?: boolean;
}

/** The methods of the agent that a rewind uses. */
export type ConversationAgent = Pick<AgentService, 'state' | 'callsAfter' | 'rewind' | 'redo' | 'transcript'>;

export interface RewindParts {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly journal: Journal;
  readonly operations: Operations;
  readonly agent: ConversationAgent;
}

const busy = new Set(['starting', 'running', 'retrying', 'compacting']);
const maxListed = 2_000;
const maxCommands = 200;

/** What a rewind would do to one file. */
interface Planned extends RewindFile {
  readonly now: Snapshot;
  readonly target: State;
}

/** Rewinds files and conversation together, and redoes rewinds. */
export class Rewinds {
  readonly #parts: RewindParts;

  constructor(parts: RewindParts) {
    this.#parts = parts;
  }

  async preview(conversation: string, entry: string): Promise<RewindPreview> {
    const { agent, records } = this.#parts;
    const [calls, { status }] = await Promise.all([agent.callsAfter(conversation, entry), agent.state(conversation)]);
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
      files: files.slice(0, maxListed).map(({ now: _now, target: _target, ...file }) => file),
      more: Math.max(0, files.length - maxListed),
      commands: commands.slice(0, maxCommands),
      calls: calls.length,
      busy: busy.has(status),
    };
  }

  async rewind(conversation: string, entry: string, chosen: readonly string[]): Promise<Restored> {
    const { agent, journal, operations } = this.#parts;
    await this.#checkFree(conversation);
    const files = await this.#plan(conversation, await agent.callsAfter(conversation, entry));
    const wants = (file: Planned) => file.state === 'ready' || (file.state === 'edited' && chosen.includes(file.path));
    const wanted = files.filter(wants).map(({ path, now, target }): Wanted => ({ path, now, becomes: target, leftBecomes: target }));
    const { entries } = await agent.transcript(conversation);
    const leaf = entries.at(-1)?.id;
    const operation = await operations.prepare(conversation, 'rewind', wanted, { entry, leaf });
    try {
      await operations.forwards(operation);
      const { leaf } = await agent.rewind(conversation, entry);
      await operations.settle(operation, journal.steps(operation), 'becomes', () => journal.setState(operation, 'done', leaf));
    } catch (error) {
      if ((error as { code?: string }).code !== 'file-changes/half-written') await this.#undo(operation);
      throw error;
    }
    const said = wordsOf(entries.find(({ id }) => id === entry));
    return { files: wanted.length, left: files.filter(file => !wants(file)).map(leftOf), ...(said !== '' && { said }) };
  }

  async redo(conversation: string): Promise<Restored> {
    const { agent, journal, operations } = this.#parts;
    const operation = journal.lastRewind(conversation);
    if (operation === undefined) throw errors['file-changes/nothing-to-redo']({});
    await this.#checkFree(conversation);
    journal.setState(operation, 'undoing');
    try {
      const { moved, left } = await operations.backwards(operation);
      try {
        if (operation.leaf !== undefined) await agent.redo(conversation, operation.leaf);
      } catch (error) {
        await applyWherePossible(
          moved.map(({ path, was, becomes }) => ({ path, from: was, to: becomes })),
          this.#parts.blobs,
        );
        throw error;
      }
      await operations.settle(operation, moved, 'was', () => journal.remove(operation));
      return { files: moved.length, left: left.map(({ path }) => ({ path, name: operations.nameOf(conversation, path), why: 'edited' })) };
    } catch (error) {
      if (journal.operation(conversation, operation.id) !== undefined) journal.setState(operation, 'done');
      throw error;
    }
  }

  /** Finishes operations that a crash interrupted: forward if the conversation was rewound already, else back. */
  async recover(): Promise<void> {
    const { journal, operations, agent, blobs } = this.#parts;
    for (const operation of journal.unfinished()) {
      const steps = journal.steps(operation);
      const forth = steps.map(({ path, was, becomes }) => ({ path, from: was, to: becomes }));
      const back = steps.map(({ path, was, becomes }) => ({ path, from: becomes, to: was }));
      const isThere = operation.entry === undefined || (await hasEntry(agent, operation.conversation, operation.entry));
      // If the message is still there, the conversation was not rewound, or was redone already.
      const goesBack = operation.kind === 'revert' || isThere;
      const failed = await applyWherePossible(goesBack ? back : forth, blobs);
      // Tried again at the next start.
      if (failed.length > 0) continue;
      if (goesBack) await operations.settle(operation, steps, 'was', () => journal.remove(operation));
      else await operations.settle(operation, steps, 'becomes', () => journal.setState(operation, 'done'));
    }
  }

  async #undo(operation: Operation): Promise<void> {
    const { journal, blobs } = this.#parts;
    const steps = journal.steps(operation);
    const failed = await applyWherePossible(
      steps.map(({ path, was, becomes }) => ({ path, from: becomes, to: was })),
      blobs,
    );
    if (failed.length === 0) journal.remove(operation);
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
        // A content between two calls that neither of them wrote is an edit of somebody else.
        else
          byPath.set(path, { ...known, last: after, isBroken: known.isBroken || !isSameContent(known.last, before), by: known.by && by });
      }
    }
    const planned: Planned[] = [];
    for (const [path, { target, last, isBroken, by }] of byPath) {
      const now = await readSnapshot(path);
      const left = records.file(conversation, path)?.leftAs ?? last;
      if (isSameContent(now.state, target)) continue;
      const isEdited = isBroken || !(isSameContent(now.state, last) || isSameContent(now.state, left));
      const canGoBack = (now.bytes !== undefined || now.state === absent || now.state.startsWith('l:')) && blobs.canKeep(conversation, now);
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
        target: keepingMode(target, isSameContent(now.state, last) ? last : left, now.state),
      });
    }
    return planned.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  async #checkFree(conversation: string): Promise<void> {
    const { status } = await this.#parts.agent.state(conversation);
    if (busy.has(status)) throw errors['file-changes/busy']({});
  }
}

function leftOf({ path, name, state }: Planned): Restored['left'][number] {
  return { path, name, why: state === 'unkept' ? 'unkept' : 'edited' };
}

/** The words of a message of the person; none of any other. */
function wordsOf(entry: Entry | undefined): string {
  const parts = entry?.kind === 'user' ? (entry.parts ?? []) : [];
  return parts.flatMap(({ kind, text = '' }) => (kind === 'text' ? [text] : [])).join('\n');
}

async function hasEntry(agent: ConversationAgent, conversation: string, entry: string): Promise<boolean> {
  const { entries } = await agent.transcript(conversation);
  return entries.some(({ id }) => id === entry);
}
