import { basename } from 'node:path';
import type { AgentService } from '@atelier/agent/contract';
import type { Log } from '@atelier/kernel';
import { newLines } from './new-lines.ts';
import type { Priced, Records } from './records.ts';
import { beginningIn, type Spent, spentIn } from './spent.ts';

export interface CatchUpParts {
  readonly records: Records;
  readonly agent: Pick<AgentService, 'sessionFile' | 'sessionFiles' | 'rootOf'>;
  readonly log: Pick<Log, 'warn'>;
  readonly signal: AbortSignal;
  /** Sets prices on what was read; called once for each piece of a file that holds an answer. */
  price(answers: readonly Spent[]): Promise<readonly Priced[]>;
  /** The project of a conversation; undefined if it is not known now. */
  projectOf(conversation: string): Promise<{ readonly id: string; readonly name: string } | undefined>;
  /** Something new was counted. */
  counted(): void;
}

const shortBytes = 65_536;

/**
 * Reads what session files have gained since they were last read. An event only says that a file has something new, so what happened
 * while the program did not run, or what a kill kept from being stored, is counted the same way.
 */
export class CatchUp {
  readonly #parts: CatchUpParts;
  readonly #waiting = new Set<string>();
  #running: Promise<void> = Promise.resolve();
  #isReadingAll = false;

  constructor(parts: CatchUpParts) {
    this.#parts = parts;
  }

  /** Whether there are files that were not looked at yet. */
  get isReadingAll(): boolean {
    return this.#isReadingAll;
  }

  /** Reads the file of a conversation, after what is being read now. Never rejects. */
  conversation(id: string): Promise<void> {
    if (this.#waiting.has(id)) return this.#running;
    this.#waiting.add(id);
    return this.#next(async () => {
      this.#waiting.delete(id);
      const file = await this.#parts.agent.sessionFile(id);
      if (file !== undefined) await this.#file(file, id, await this.#parts.agent.rootOf(id));
    });
  }

  /** Reads all files. The oldest is first, so that what a fork has copied belongs to the conversation that it is from. */
  all(): Promise<void> {
    this.#isReadingAll = true;
    return this.#next(async () => {
      try {
        for (const { file, conversation, root } of await this.#parts.agent.sessionFiles()) {
          if (this.#parts.signal.aborted) return;
          await this.#file(file, conversation, root).catch(error => this.#warn(error));
        }
        for (const id of this.#parts.records.unnamed()) await this.#nameProject(id);
      } finally {
        this.#isReadingAll = false;
        this.#parts.counted();
      }
    });
  }

  /** Resolves when nothing is being read. */
  async idle(): Promise<void> {
    await this.#running;
  }

  #next(work: () => Promise<void>): Promise<void> {
    this.#running = this.#running.then(async () => {
      if (!this.#parts.signal.aborted) await work().catch(error => this.#warn(error));
    });
    return this.#running;
  }

  /** What a child has used is counted for the conversation of the person that it belongs to. */
  async #file(file: string, of: string, root: string | undefined): Promise<void> {
    const { records, signal } = this.#parts;
    const name = `${of}/${basename(file)}`;
    const conversation = root ?? of;
    let begunAt = 0;
    let taken = 0;
    for await (const { lines, bytes } of newLines(file, records.readUpTo(name), '"usage"')) {
      if (signal.aborted) return;
      begunAt ||= beginningIn(lines[0] ?? '') ?? 0;
      const spent = lines.flatMap(line => spentIn(line, begunAt) ?? []);
      const priced = spent.length === 0 ? [] : await this.#parts.price(spent);
      if (signal.aborted) return;
      // Reading a short piece once more is cheaper than writing down that it held no answer.
      if (priced.length === 0 && bytes - records.readUpTo(name) < shortBytes) continue;
      taken += records.take(name, conversation, priced, bytes);
    }
    if (taken === 0) return;
    await this.#nameProject(conversation);
    this.#parts.counted();
  }

  async #nameProject(conversation: string): Promise<void> {
    const project = await this.#parts.projectOf(conversation).catch(() => undefined);
    if (project !== undefined && !this.#parts.signal.aborted) this.#parts.records.belongs(conversation, project.id, project.name);
  }

  #warn(error: unknown): void {
    if (!this.#parts.signal.aborted) this.#parts.log.warn('What a conversation has used could not be read now.', { why: String(error) });
  }
}
