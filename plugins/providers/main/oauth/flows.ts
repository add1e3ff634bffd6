import { randomUUID } from 'node:crypto';
import type { Locale } from '@atelier/kernel';
import type { OauthStep } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { Flow } from './flow.ts';
import { named } from './sentences.ts';

/** Providers that are signed in to through the browser. */
export const signInProviders: readonly string[] = ['openai-codex', 'anthropic', 'github-copilot'];

export interface FlowsOptions {
  /** How the engine's program is run; undefined where there is none. */
  readonly program: () => readonly string[] | undefined;
  readonly keep: (provider: string, credential: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly limitMs?: number;
}

export interface Flows {
  begin(provider: string, locale?: Locale): string;
  after(flow: string, seen: number): Promise<readonly OauthStep[]>;
  reply(flow: string, prompt: string, text: string): void;
  cancelPrompt(flow: string, prompt: string): void;
  cancel(flow: string): Promise<void>;
  cancelAll(): Promise<void>;
}

const tenMinutes = 10 * 60_000;
// Ended ones are kept for whoever has not yet read their last step.
const mostKept = 20;

/** Sign-ins that go on at the same time, each in a process of its own, so that they cannot cross. */
export function openFlows({ program, keep, limitMs = tenMinutes }: FlowsOptions): Flows {
  const flows = new Map<string, Flow>();
  const found = (id: string): Flow => {
    const flow = flows.get(id);
    if (!flow) throw errors['providers/unknown-flow']({});
    return flow;
  };
  return {
    begin(provider, locale = 'fr') {
      const command = program();
      if (!signInProviders.includes(provider) || command === undefined) throw errors['providers/no-sign-in'](named(provider));
      for (const [id, old] of flows) if (old.ended && flows.size >= mostKept) flows.delete(id);
      const flow = randomUUID();
      flows.set(flow, new Flow({ flow, provider, program: command, limitMs, locale, keep: credential => keep(provider, credential) }));
      return flow;
    },
    after: async (flow, seen) => found(flow).after(seen),
    reply: (flow, prompt, text) => found(flow).reply(prompt, text),
    cancelPrompt: (flow, prompt) => found(flow).cancelPrompt(prompt),
    cancel: flow => found(flow).cancel(),
    async cancelAll() {
      await Promise.all([...flows.values()].map(flow => flow.cancel()));
    },
  };
}
