import { type Access, type Handle, isAppError } from '@atelier/kernel';
import type { CommandContribution } from '@atelier/schemas/points/commands.ts';
import { runtimeErrors } from '../errors/runtime.ts';
import { reasonOf } from '../reason.ts';
import { inBothLanguages, type Validator, type Violation } from '../schema/violations.ts';

type Run = (args: unknown, signal: AbortSignal) => Promise<unknown>;

interface Declared {
  readonly owner: string;
  readonly contribution: CommandContribution;
  validate: Promise<Validator> | undefined;
}

export interface CommandsParts {
  wake(owner: string, what: string): Promise<void>;
  compile(owner: string, name: string, schema: object): Promise<Validator>;
  counted(owner: string, failed: boolean, ms: number): void;
}

/** All commands: their owners, their handlers, and running one. */
export class Commands {
  readonly #declared = new Map<string, Declared>();
  readonly #handlers = new Map<string, Run>();
  readonly #parts: CommandsParts;

  constructor(parts: CommandsParts) {
    this.#parts = parts;
  }

  /** Declares a command; if it is declared already, the first owner keeps it and its id is returned. */
  declare(owner: string, contribution: CommandContribution): string | undefined {
    const there = this.#declared.get(contribution.id);
    if (there) return there.owner;
    this.#declared.set(contribution.id, { owner, contribution, validate: undefined });
    return undefined;
  }

  undeclare(owner: string): void {
    for (const [id, declared] of this.#declared) {
      if (declared.owner === owner) this.#declared.delete(id);
    }
  }

  ownerOf(command: string): string | undefined {
    return this.#declared.get(command)?.owner;
  }

  /** Who may run it, apart from the person, its owner and bundled plugins. */
  accessOf(command: string): Access | undefined {
    const declared = this.#declared.get(command);
    return declared && (declared.contribution.access ?? 'bundled');
  }

  handle(owner: string, command: string, run: Run): Handle {
    if (this.#handlers.has(command)) throw runtimeErrors['command/handled-twice']({ id: owner, command });
    this.#handlers.set(command, run);
    return { dispose: () => void this.#handlers.delete(command) };
  }

  /** Runs a command, waking its owner first. Rejects with AppErrors only. */
  async run(command: string, args: unknown, signal: AbortSignal): Promise<unknown> {
    const declared = this.#declared.get(command);
    if (!declared) throw runtimeErrors['command/unknown']({ command });
    const { owner } = declared;
    if (declared.contribution.runs === 'window') throw runtimeErrors['command/runs-in-window']({ command, owner });
    const violations = await this.#check(declared, args);
    if (violations.length > 0) throw runtimeErrors['command/invalid-arguments']({ command, violations: inBothLanguages(violations) });
    if (!this.#handlers.has(command)) await this.#parts.wake(owner, command);
    const run = this.#handlers.get(command);
    if (!run) throw runtimeErrors['command/not-handled']({ id: owner, command });
    let failed = true;
    const began = performance.now();
    try {
      const result = await run(args, signal);
      failed = false;
      return result;
    } catch (error) {
      if (isAppError(error)) throw error;
      throw runtimeErrors['channel/failed']({ owner, to: command, reason: reasonOf(error) }, error);
    } finally {
      this.#parts.counted(owner, failed, performance.now() - began);
    }
  }

  async #check(declared: Declared, args: unknown): Promise<readonly Violation[]> {
    const schema = declared.contribution.args;
    if (!schema) return [];
    declared.validate ??= this.#parts.compile(declared.owner, declared.contribution.id, schema);
    try {
      return (await declared.validate)(args);
    } catch (error) {
      declared.validate = undefined;
      throw error;
    }
  }
}
