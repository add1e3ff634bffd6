import { randomUUID } from 'node:crypto';
import type { HiddenRun, Usage } from '../../contract/index.ts';
import type { EngineEvent } from '../../engine/protocol.ts';
import type { EngineLink } from '../engine-link.ts';
import { agentErrors } from '../errors.ts';
import type { RuntimeRecords } from './records.ts';

interface Waiting {
  text: string;
  readonly done: PromiseWithResolvers<{ readonly text: string; readonly usage: Usage }>;
}

export interface HiddenOptions {
  readonly engine: EngineLink;
  readonly records: RuntimeRecords;
  readonly defaultModel: () => Promise<string | undefined>;
  readonly workspace: string;
  readonly charge: (run: HiddenRun, usage: Usage) => void;
}

/** Conversations that nobody sees: one instruction, one answer, and nothing of them is left. */
export class HiddenRuns {
  readonly #options: HiddenOptions;
  readonly #waiting = new Map<string, Waiting>();

  constructor(options: HiddenOptions) {
    this.#options = options;
  }

  /** Whether events of a conversation are ours. */
  owns(conversation: string): boolean {
    return this.#waiting.has(conversation);
  }

  /** In the order that the product states: row, runtime, model, prompt, reply read, runtime stopped, row gone. */
  async run(run: HiddenRun): Promise<{ text: string; usage: Usage }> {
    const { engine, records, defaultModel, workspace, charge } = this.#options;
    const conversation = `hidden-${randomUUID()}`;
    const model = run.model ?? (await defaultModel());
    if (model === undefined) throw agentErrors['agent/not-set-up']({});
    const waiting: Waiting = { text: '', done: Promise.withResolvers() };
    // Where opening fails nobody waits for it.
    waiting.done.promise.catch(() => undefined);
    records.hiddenBegun(conversation);
    this.#waiting.set(conversation, waiting);
    try {
      await engine.call('open', {
        conversation,
        sessionFile: undefined,
        cwd: run.cwd ?? workspace,
        accessMode: 'secure',
        network: false,
        model,
        thinkingLevel: run.thinkingLevel ?? 'off',
        sections: [{ title: 'Role', text: 'You work inside an application. Answer with exactly what is asked for and nothing else.' }],
        tools: run.tools ?? [],
        extraTools: [],
        unattended: true,
        ephemeral: true,
      });
      await engine.call('prompt', { conversation, text: run.instruction, images: [] });
      const answer = await waiting.done.promise;
      charge(run, answer.usage);
      return answer;
    } finally {
      this.#waiting.delete(conversation);
      if (engine.isRunning) await engine.call('close', { conversation }).catch(() => undefined);
      records.hiddenEnded(conversation);
    }
  }

  take(event: EngineEvent): void {
    const waiting = this.#waiting.get(event.conversation);
    if (waiting === undefined) return;
    if (event.kind === 'text') waiting.text += event.delta;
    // Only the last message is the answer; what was said between tools is not.
    if (event.kind === 'messageStarted' && event.role === 'assistant') waiting.text = '';
    if (event.kind !== 'settled') return;
    if (event.problem !== undefined) waiting.done.reject(agentErrors['agent/hidden-run-failed']({ reason: event.problem.message }));
    else waiting.done.resolve({ text: waiting.text, usage: event.usage });
  }

  lost(code: string): void {
    for (const { done } of this.#waiting.values()) done.reject(agentErrors['agent/engine-ended']({ code }));
  }

  /** Takes away what a crash left of earlier ones. */
  cleanUp(): void {
    for (const conversation of this.#options.records.hiddenLeft()) {
      this.#options.records.remove(conversation);
      this.#options.records.hiddenEnded(conversation);
    }
  }
}
