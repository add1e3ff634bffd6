import type { AppError, ExtensionState, Isolation } from '@atelier/kernel';
import type { BudgetedProcess } from '../costs/cost-watch.ts';
import { runtimeErrors } from '../errors/runtime.ts';
import type { IsolateExit } from '../isolate/isolate-exit.ts';
import type { Problem } from '../manifest/contributes.ts';
import type { Found } from '../manifest/manifest.ts';
import { Scope } from '../scope.ts';

/** The process of one start of an isolated extension. */
export interface ExtensionProcess extends BudgetedProcess {
  /** What isolates it; undefined if it runs without walls. */
  readonly isolation: Isolation | undefined;
  readonly exited: Promise<Pick<IsolateExit, 'code' | 'signal' | 'reason' | 'error'>>;
  /** Asks it to end, waits for a bounded time, then kills it. */
  stop(): Promise<void>;
}

/** One extension while the kernel runs: what was found on disk, and its state. Only `ExtensionRecords` writes it. */
export interface ExtensionRecord {
  readonly found: Found;
  readonly state: ExtensionState;
  readonly isolation: Isolation;
  /** Why it is refused, failed or quarantined. */
  readonly problem: AppError | undefined;
  /** Problems of single parts; the extension itself can run. */
  readonly problems: readonly Problem[];
  /** A number that differs for every record, so that a package can be distinguished from the one it replaced. */
  readonly taken: number;
  /** Counts its starts; whatever belongs to an earlier start is outdated. */
  readonly generation: number;
  /** The effects of the current start; undefined if it is not started. */
  readonly scope: Scope | undefined;
  /** Undefined if it is not started, and for an extension that shares the kernel's process. */
  readonly process: ExtensionProcess | undefined;
}

/** Every known extension, by id. */
export type KnownExtensions = ReadonlyMap<string, ExtensionRecord>;

/** The states that may follow each state. README.md has the diagram, with the cause of each transition. */
export const transitions: Readonly<Record<ExtensionState, readonly ExtensionState[]>> = {
  stopped: ['dormant', 'stopped', 'refused', 'quarantined'],
  refused: ['dormant', 'stopped', 'refused', 'quarantined'],
  quarantined: ['dormant', 'stopped', 'refused', 'quarantined'],
  dormant: ['waking', 'stopped', 'refused', 'quarantined'],
  waking: ['active', 'failed', 'dormant'],
  active: ['failed', 'dormant', 'stopped', 'refused', 'quarantined'],
  failed: ['dormant', 'stopped', 'refused', 'quarantined'],
};

/** A record as only this file may use it. */
type Writable = { -readonly [Key in keyof ExtensionRecord]: ExtensionRecord[Key] };

/** Every known extension, and the only writer of their records. */
export class ExtensionRecords {
  readonly #here = new Map<string, ExtensionRecord>();
  readonly #changed: (record: ExtensionRecord) => void;
  #taken = 0;

  /** `changed` is called after every transition. */
  constructor(changed: (record: ExtensionRecord) => void) {
    this.#changed = changed;
  }

  get here(): KnownExtensions {
    return this.#here;
  }

  /** Makes a record for a found extension; it is stopped, and not known before `put`. */
  make(found: Found): ExtensionRecord {
    this.#taken += 1;
    return {
      found,
      taken: this.#taken,
      state: 'stopped',
      isolation: found.bundled ? 'in-process' : 'permissions',
      problem: undefined,
      problems: found.problems,
      generation: 0,
      scope: undefined,
      process: undefined,
    };
  }

  put(record: ExtensionRecord): void {
    this.#here.set(record.found.id, record);
  }

  remove(record: ExtensionRecord): void {
    this.#here.delete(record.found.id);
  }

  /** Moves an extension to another state; throws for a transition that is not in the table, which is a defect. */
  move(record: Writable, to: ExtensionState, problem?: AppError): void {
    const { state: from, found } = record;
    if (!transitions[from].includes(to)) throw runtimeErrors['extension/impossible-transition']({ id: found.id, from, to });
    record.state = to;
    record.problem = problem;
    this.#changed(record);
  }

  /** Begins a start and returns the scope for its effects. */
  beginStart(record: Writable): Scope {
    record.generation += 1;
    record.scope = new Scope();
    return record.scope;
  }

  setProcess(record: Writable, process: ExtensionProcess): void {
    record.process = process;
    record.isolation = process.isolation ?? record.isolation;
  }

  /** Called when the process has ended by itself; ignored for a process of an earlier start. */
  processEnded(record: Writable, process: ExtensionProcess): void {
    if (record.process === process) record.process = undefined;
  }

  /** Removes scope and process from the record and returns them, to be closed. */
  endStart(record: Writable): Pick<ExtensionRecord, 'scope' | 'process'> {
    const { scope, process } = record;
    record.scope = undefined;
    record.process = undefined;
    return { scope, process };
  }

  setProblems(record: Writable, problems: readonly Problem[]): void {
    record.problems = problems;
  }
}
