import type { AgentShape } from '@atelier/agent/contract';
import type { Client } from '@atelier/kernel';
import type { Locale } from '@atelier/kernel/ui';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** One step of a sign-in. */
export type SignInStep = AgentShape['events']['oauthEvent'];

/** The present state of a sign-in. */
export interface SignInState {
  /** `idle` before a sign-in and after one that failed; `over` after one that ended well. */
  readonly stage: 'idle' | 'running' | 'over';
  readonly auth: SignInStep | undefined;
  /** The open question to the person. */
  readonly prompt: SignInStep | undefined;
  readonly progress: readonly string[];
  /** Why an answer could not be sent, or what the sign-in failed with. */
  readonly problem: string;
}

const idle: SignInState = { stage: 'idle', auth: undefined, prompt: undefined, progress: [], problem: '' };

/** The sign-in of one element: starts it, follows its steps, answers its questions and cancels it. It ends with its element. */
export class SignIn implements ReactiveController {
  state: SignInState = idle;
  readonly #host: ReactiveControllerHost;
  readonly #client: () => Client<AgentShape>;
  #running: { readonly flow: string; readonly left: AbortController } | undefined;

  constructor(host: ReactiveControllerHost, client: () => Client<AgentShape>) {
    this.#host = host;
    this.#client = client;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.forget();
  }

  /** Starts a sign-in and follows it to its end, of which it says whether it was a good one; `onStep` is called once for each step. */
  async begin(provider: string, locale: Locale, onStep: (step: SignInStep) => void): Promise<boolean> {
    this.forget();
    const running = { flow: crypto.randomUUID(), left: new AbortController() };
    this.#running = running;
    this.#show({ ...idle, stage: 'running' });
    const client = this.#client();
    const steps = client.on('oauthEvent', step => {
      if (step.flow !== running.flow || this.#running !== running) return;
      this.#show(after(this.state, step));
      onStep(step);
    });
    let end: SignInState = { ...idle, stage: 'over' };
    try {
      await client.call('oauthLogin', { provider, locale, flow: running.flow }, running.left.signal);
    } catch (error) {
      end = { ...idle, problem: (error as Error).message };
    } finally {
      steps.dispose();
    }
    if (this.#running !== running) return false;
    this.#running = undefined;
    this.#show(end);
    return end.stage === 'over';
  }

  async answer(text: string): Promise<void> {
    const prompt = this.state.prompt?.prompt;
    const running = this.#running;
    if (running === undefined || prompt === undefined) return;
    // A question is answered once; the next step shows whether the answer was right.
    this.#show({ ...this.state, prompt: undefined });
    try {
      await this.#client().call('oauthPromptReply', { flow: running.flow, prompt, text });
    } catch (error) {
      if (this.#running === running) this.#show({ ...this.state, problem: (error as Error).message });
    }
  }

  /** Cancels the sign-in, which then ends with the words for that. */
  async cancel(): Promise<void> {
    if (this.#running === undefined) return this.forget();
    await this.#client()
      .call('oauthLoginCancel', { flow: this.#running.flow })
      .catch(() => this.forget());
  }

  /** Resets the state, and leaves a running sign-in, which ends it. */
  forget(): void {
    const running = this.#running;
    this.#running = undefined;
    this.#show(idle);
    running?.left.abort();
  }

  #show(state: SignInState): void {
    this.state = state;
    this.#host.requestUpdate();
  }
}

/** The state after one more step of a running sign-in. */
function after(before: SignInState, step: SignInStep): SignInState {
  const { kind, text } = step;
  const now = { ...before, problem: '' };
  if (kind === 'auth') return { ...now, auth: step };
  if (kind === 'prompt') return { ...now, prompt: step };
  if (kind === 'progress' && text !== undefined && now.progress.at(-1) !== text) return { ...now, progress: [...now.progress, text] };
  return now;
}
