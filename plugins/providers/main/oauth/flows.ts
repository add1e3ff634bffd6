import { randomUUID } from 'node:crypto';
import type { Locale } from '@atelier/kernel';
import type { OauthStep } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { Flow } from './flow.ts';
import { named } from './sentences.ts';

/** Providers with a sign-in through the browser. */
export const signInProviders: readonly string[] = ['openai-codex', 'anthropic', 'github-copilot'];

export interface FlowsOptions {
  /** The arguments with which Node runs the engine's program. */
  readonly program: () => readonly string[];
  readonly keep: (provider: string, credential: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly limitMs?: number;
  /** The process of a sign-in has ended by itself and not well. */
  readonly crashed?: (how: string) => void;
}

export interface Flows {
  /** Begins one under the wanted name, or under another one if that is taken. */
  begin(provider: string, locale?: Locale, wanted?: string): string;
  after(flow: string, seen: number): Promise<readonly OauthStep[]>;
  reply(flow: string, prompt: string, text: string): void;
  cancelPrompt(flow: string, prompt: string): void;
  cancel(flow: string): Promise<void>;
  cancelAll(): Promise<void>;
}

const tenMinutes = 10 * 60_000;
// Ended flows are kept for callers that have not read the last step yet.
const maxKept = 20;

/** Sign-ins at the same time, each in a process of its own, so that they cannot interfere. */
export function openFlows({ program, keep, limitMs = tenMinutes, crashed }: FlowsOptions): Flows {
  const flows = new Map<string, Flow>();
  const found = (id: string): Flow => {
    const flow = flows.get(id);
    if (!flow) throw errors['providers/unknown-flow']({});
    return flow;
  };
  return {
    begin(provider, locale = 'fr', wanted = randomUUID()) {
      if (!signInProviders.includes(provider)) throw errors['providers/no-sign-in'](named(provider));
      for (const [id, old] of flows) if (old.ended && flows.size >= maxKept) flows.delete(id);
      const flow = flows.has(wanted) ? randomUUID() : wanted;
      const options = { flow, provider, program: program(), limitMs, locale, crashed };
      flows.set(flow, new Flow({ ...options, keep: credential => keep(provider, credential) }));
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
