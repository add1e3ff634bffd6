import { createInterface } from 'node:readline';
import { type AppError, isAppError, type Locale } from '@atelier/kernel';
import { type Child, plainNode, startProgram } from '@atelier/kernel/children';
import type { OauthStep } from '../../contract/index.ts';
import { plainEnvironment } from '../engine-programs.ts';
import { errors } from '../errors.ts';
import { type Heard, heard } from './lines.ts';
import { failureError, named, progressText, promptText } from './sentences.ts';

export interface FlowOptions {
  readonly flow: string;
  readonly provider: string;
  /** The engine's program, with arguments of Node before it. */
  readonly program: readonly string[];
  readonly limitMs: number;
  readonly locale: Locale;
  /** Stores the credential; the step `success` is sent only afterwards. */
  readonly keep: (credential: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Its process has ended by itself and not well: by this signal or with this code. */
  readonly crashed?: ((how: string) => void) | undefined;
}

/** A sign-in: its process, its steps so far, and its open prompts. */
export class Flow {
  readonly steps: OauthStep[] = [];
  ended = false;
  readonly #options: FlowOptions;
  readonly #child: Child;
  readonly #over: Promise<void>;
  readonly #clock: NodeJS.Timeout;
  readonly #prompts = new Set<string>();
  #changed = Promise.withResolvers<void>();
  #work: Promise<void> = Promise.resolve();
  #why: AppError | undefined;

  constructor(options: FlowOptions) {
    this.#options = options;
    this.#child = startProgram(plainNode(), options.program, {
      env: plainEnvironment(process.env),
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    });
    this.#clock = setTimeout(() => void this.#timeOut(), options.limitMs).unref();
    const lines = createInterface({ input: this.#child.stdout });
    lines.on('line', line => {
      this.#work = this.#work.then(() => this.#hear(heard(line)));
    });
    void this.#child.exited.then(({ code, signal }) => {
      if (this.#why === undefined && code !== 0) options.crashed?.(String(signal ?? code ?? ''));
    });
    this.#over = this.#child.closed.then(() => this.#work).then(() => this.#fail(this.#why ?? failureError(options.provider, other)));
    this.#write({ kind: 'begin', provider: options.provider });
  }

  /** The steps after the first `seen`, as soon as there is one; an empty list if the flow has ended. */
  async after(seen: number): Promise<readonly OauthStep[]> {
    while (this.steps.length <= seen && !this.ended) await this.#changed.promise;
    return this.steps.slice(seen);
  }

  reply(prompt: string, text: string): void {
    this.#take(prompt);
    this.#write({ kind: 'reply', prompt, text });
  }

  cancelPrompt(prompt: string): void {
    this.#take(prompt);
    this.#write({ kind: 'cancelPrompt', prompt });
  }

  /** Ends the flow. The last step is sent when the process has ended and its port is free. */
  cancel(): Promise<void> {
    return this.#stop(errors['providers/sign-in-cancelled'](named(this.#options.provider)));
  }

  #take(prompt: string): void {
    if (!this.#prompts.delete(prompt)) throw errors['providers/prompt-gone'](named(this.#options.provider));
  }

  #write(line: object): void {
    this.#child.stdin.write(`${JSON.stringify(line)}\n`);
  }

  async #hear(line: Heard | undefined): Promise<void> {
    if (line === undefined || this.ended) return;
    const { locale, provider, keep } = this.#options;
    if (line.kind === 'auth') {
      const { url, userCode, expires } = line;
      this.#step({ kind: 'auth', url, ...(userCode !== undefined && { userCode }), ...(expires !== undefined && { expires }) });
    } else if (line.kind === 'prompt') {
      this.#prompts.add(line.prompt);
      const { prompt, options } = line;
      this.#step({ kind: 'prompt', prompt, text: promptText(line, locale), secret: line.what === 'secret', ...(options && { options }) });
    } else if (line.kind === 'promptGone') this.#prompts.delete(line.prompt);
    else if (line.kind === 'progress') this.#step({ kind: 'progress', text: progressText(line, locale) });
    else if (line.kind === 'error') this.#fail(failureError(provider, line));
    else await this.#succeed(keep(line.credential));
  }

  async #succeed(kept: Promise<void>): Promise<void> {
    try {
      await kept;
      this.#end({ kind: 'success' });
    } catch (error) {
      this.#fail(isAppError(error) ? error : failureError(this.#options.provider, other));
    }
  }

  #timeOut(): Promise<void> {
    const { provider, limitMs } = this.#options;
    return this.#stop(errors['providers/sign-in-timeout']({ ...named(provider), minutes: Math.ceil(limitMs / 60_000) }));
  }

  async #stop(why: AppError): Promise<void> {
    this.#why = why;
    this.#child.kill('SIGKILL');
    await this.#over;
  }

  #fail(error: AppError): void {
    this.#end({ kind: 'error', problem: error.toRecord(this.#options.locale) });
  }

  #end(step: Pick<OauthStep, 'kind' | 'problem'>): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.#clock);
    this.#prompts.clear();
    this.#step(step);
    this.#child.stdin.end();
  }

  #step(step: Omit<OauthStep, 'flow' | 'provider'>): void {
    const { flow, provider } = this.#options;
    this.steps.push({ flow, provider, ...step });
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

const other = { kind: 'error', reason: 'other', status: undefined, cause: undefined, from: undefined, to: undefined } as const;
