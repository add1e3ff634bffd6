import type { ParentPortLike, PortLike, ProcessLike, ProcessOptions } from '../../../shell/electron/electron-like.ts';
import { FakePort } from './fake-ports.ts';

/** A program for a forked process; `exit` ends the process, `ended` resolves when it has ended. */
export type Program = (parentPort: ParentPortLike, exit: (code: number) => void, ended: Promise<void>) => void;

/** A fake process: its program runs in this process; messages are cloned and delivered asynchronously. */
export class FakeProcess implements ProcessLike {
  readonly pid = 4711;
  readonly file: string;
  readonly options: ProcessOptions;
  exited = false;
  #toMain: ((message: unknown) => void)[] = [];
  #toProcess: ((event: { data: unknown; ports: PortLike[] }) => void)[] = [];
  readonly #queued: { data: unknown; ports: PortLike[] }[] = [];
  readonly #onExit: ((code: number) => void)[] = [];
  readonly #ended = Promise.withResolvers<void>();

  constructor(file: string, options: ProcessOptions, program: Program) {
    this.file = file;
    this.options = options;
    const parentPort: ParentPortLike = {
      postMessage: message => this.#later(structuredClone(message), data => this.#toMain.forEach(listener => void listener(data))),
      on: (_event, listener) => {
        this.#toProcess.push(listener);
        // Documented: messages wait for the first listener.
        for (const event of this.#queued.splice(0)) listener(event);
      },
    };
    setImmediate(() => program(parentPort, code => this.end(code), this.#ended.promise));
  }

  postMessage(message: unknown, transfer: readonly PortLike[] = []): void {
    const ports = transfer.map(port => new FakePort((port as FakePort).giveAway()));
    this.#later(structuredClone(message), data => {
      if (this.#toProcess.length === 0) this.#queued.push({ data, ports });
      for (const listener of this.#toProcess) listener({ data, ports });
    });
  }

  on(event: 'message' | 'exit', listener: ((message: unknown) => void) | ((code: number) => void)): this {
    if (event === 'exit') this.#onExit.push(listener as (code: number) => void);
    else this.#toMain.push(listener as (message: unknown) => void);
    return this;
  }

  kill(): boolean {
    this.end(137);
    return true;
  }

  /** Ends with its parent, without an `exit` event. */
  vanish(): void {
    this.#onExit.length = 0;
    this.end(143);
  }

  end(code: number): void {
    if (this.exited) return;
    this.exited = true;
    this.#ended.resolve();
    for (const listener of this.#onExit) listener(code);
  }

  #later(data: unknown, deliver: (data: unknown) => void): void {
    setImmediate(() => {
      if (!this.exited) deliver(data);
    });
  }
}
