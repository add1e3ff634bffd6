import type { Client } from '@atelier/kernel';
import type { Locale } from '@atelier/kernel/ui';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ProvidersShape, SignInStep } from '../../contract/index.ts';

/** Everything that a sign-in says of itself, as it stands now. */
export interface SignInState {
  /** `idle` before the first; `over` has a last step that says how. */
  readonly stage: 'idle' | 'running' | 'over';
  readonly auth: SignInStep | undefined;
  /** The question that waits for an answer. */
  readonly prompt: SignInStep | undefined;
  readonly progress: readonly string[];
  readonly end: SignInStep | undefined;
}

const idle: SignInState = { stage: 'idle', auth: undefined, prompt: undefined, progress: [], end: undefined };

/** One sign-in of one element: begun, followed step by step, answered, given up. Taken out of the page, it ends. */
export class SignIn implements ReactiveController {
  state: SignInState = idle;
  /** An answer that could not be given, or a beginning that failed. */
  problem = '';
  readonly #host: ReactiveControllerHost;
  readonly #client: () => Client<ProvidersShape>;
  #flow: string | undefined;
  #turn = 0;

  constructor(host: ReactiveControllerHost, client: () => Client<ProvidersShape>) {
    this.#host = host;
    this.#client = client;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.forget();
  }

  /** Begins and follows it to its end; `onStep` hears each step once. */
  async begin(provider: string, locale: Locale, onStep: (step: SignInStep) => void): Promise<void> {
    this.forget();
    const turn = this.#turn;
    this.#show({ ...idle, stage: 'running' });
    const client = this.#client();
    try {
      const { flow } = await client.call('signIn', { provider, locale });
      // Given up before it had a name: it is ended as soon as it has one.
      if (turn !== this.#turn) return void (await client.call('cancelSignIn', { flow }));
      this.#flow = flow;
      for (let seen = 0; turn === this.#turn; ) {
        const steps = await client.call('signInSteps', { flow, after: seen });
        if (turn !== this.#turn) return;
        seen += steps.length;
        for (const step of steps) {
          this.#show(after(this.state, step));
          onStep(step);
        }
        if (steps.length === 0 || this.state.stage === 'over') return;
      }
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#flow = undefined;
      this.problem = (error as Error).message;
      this.#show(idle);
    }
  }

  async answer(text: string): Promise<void> {
    const { prompt } = this.state;
    if (this.#flow === undefined || prompt?.prompt === undefined) return;
    // Asked once, answered once: what comes next says whether it was right.
    this.#show({ ...this.state, prompt: undefined });
    try {
      await this.#client().call('answerSignIn', { flow: this.#flow, prompt: prompt.prompt, text });
    } catch (error) {
      this.problem = (error as Error).message;
      this.#host.requestUpdate();
    }
  }

  /** Gives it up; that it is over is told by its last step. */
  async cancel(): Promise<void> {
    if (this.#flow === undefined) return this.forget();
    await this.#client()
      .call('cancelSignIn', { flow: this.#flow })
      .catch(() => this.forget());
  }

  /** As if it had never been begun. */
  forget(): void {
    const flow = this.#flow;
    const wasRunning = this.state.stage === 'running';
    this.#turn += 1;
    this.#flow = undefined;
    this.problem = '';
    this.#show(idle);
    if (flow === undefined || !wasRunning) return;
    void this.#client()
      .call('cancelSignIn', { flow })
      .catch(() => undefined);
  }

  #show(state: SignInState): void {
    this.state = state;
    if (state.stage !== 'idle') this.problem = '';
    this.#host.requestUpdate();
  }
}

/** What is known after one more step. */
export function after(before: SignInState, step: SignInStep): SignInState {
  const { kind, text } = step;
  if (kind === 'auth') return { ...before, auth: step };
  if (kind === 'prompt') return { ...before, prompt: step };
  if (kind === 'progress')
    return text === undefined || before.progress.at(-1) === text ? before : { ...before, progress: [...before.progress, text] };
  return { ...before, stage: 'over', prompt: undefined, end: step };
}
