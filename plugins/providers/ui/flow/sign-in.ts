import type { Client } from '@atelier/kernel';
import type { Locale } from '@atelier/kernel/ui';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ProvidersShape, SignInStep } from '../../contract/index.ts';

/** The present state of a sign-in. */
export interface SignInState {
  /** `idle` before a sign-in; with `over`, `end` is the last step. */
  readonly stage: 'idle' | 'running' | 'over';
  readonly auth: SignInStep | undefined;
  /** The open question to the person. */
  readonly prompt: SignInStep | undefined;
  readonly progress: readonly string[];
  readonly end: SignInStep | undefined;
}

const idle: SignInState = { stage: 'idle', auth: undefined, prompt: undefined, progress: [], end: undefined };

/** The sign-in of one element: starts it, follows its steps, answers its questions and cancels it. It ends with its element. */
export class SignIn implements ReactiveController {
  state: SignInState = idle;
  /** Why an answer could not be sent, or the sign-in could not be started. */
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

  /** Starts a sign-in and follows it to its end; `onStep` is called once for each step. */
  async begin(provider: string, locale: Locale, onStep: (step: SignInStep) => void): Promise<void> {
    this.forget();
    const turn = this.#turn;
    this.#show({ ...idle, stage: 'running' });
    const client = this.#client();
    try {
      const { flow } = await client.call('signIn', { provider, locale });
      // It was cancelled before its id was known.
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
    // A question is answered once; the next step shows whether the answer was right.
    this.#show({ ...this.state, prompt: undefined });
    try {
      await this.#client().call('answerSignIn', { flow: this.#flow, prompt: prompt.prompt, text });
    } catch (error) {
      this.problem = (error as Error).message;
      this.#host.requestUpdate();
    }
  }

  /** Cancels the sign-in; its last step then reports the end. */
  async cancel(): Promise<void> {
    if (this.#flow === undefined) return this.forget();
    await this.#client()
      .call('cancelSignIn', { flow: this.#flow })
      .catch(() => this.forget());
  }

  /** Resets the state, and cancels a running sign-in. */
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

/** The state after one more step. */
export function after(before: SignInState, step: SignInStep): SignInState {
  const { kind, text } = step;
  if (kind === 'auth') return { ...before, auth: step };
  if (kind === 'prompt') return { ...before, prompt: step };
  if (kind === 'progress')
    return text === undefined || before.progress.at(-1) === text ? before : { ...before, progress: [...before.progress, text] };
  return { ...before, stage: 'over', prompt: undefined, end: step };
}
