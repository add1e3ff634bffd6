import type { HiddenStep } from '../../contract/index.ts';
import type { EngineEvent } from '../../engine/protocol.ts';

/** How much of each is given away. */
const most = { steps: 60, text: 4000 };
/** So much more is kept until secrets are taken out, and then dropped where a text was cut: longer than any secret, of which a half may remain. */
const tail = 16_384;
const kept = (text: string) => text.slice(0, most.text + tail);

/** What was said and called in one hidden run: the beginning of each, and of more steps the latest. */
export class HiddenSteps {
  readonly #steps: { id: string; step: HiddenStep }[] = [];

  get all(): readonly HiddenStep[] {
    return this.#steps.map(({ step }) => step);
  }

  take(event: EngineEvent): void {
    if (event.kind === 'messageEnded' && event.entry.kind === 'assistant') {
      const text = (event.entry.parts ?? []).flatMap(part => (part.kind === 'text' ? [part.text ?? ''] : [])).join('\n');
      if (text.trim() !== '') this.#add(event.message, { kind: 'said', text: kept(text.trim()) });
    }
    if (event.kind === 'toolStarted')
      this.#add(event.tool, { kind: 'tool', name: event.name.slice(0, 100), text: kept(JSON.stringify(event.args)) });
    if (event.kind !== 'toolEnded') return;
    const found = this.#steps.find(({ id }) => id === event.tool);
    const { ok, text = '' } = event.outcome;
    if (found !== undefined) found.step = { ...found.step, ok, result: kept(text) };
  }

  #add(id: string, step: HiddenStep): void {
    this.#steps.push({ id, step });
    if (this.#steps.length > most.steps) this.#steps.shift();
  }
}

/** As they are given away: without secrets, and only then cut. */
export async function cleanSteps(
  steps: readonly HiddenStep[],
  redact: (texts: readonly string[]) => Promise<readonly string[]>,
): Promise<readonly HiddenStep[]> {
  const texts = steps.flatMap(({ text, result = '' }) => [text, result]);
  const clean = await redact(texts);
  const cut = (at: number) => {
    const [text = '', before = ''] = [clean[at], texts[at]];
    const isWhole = before.length < most.text + tail;
    return text.slice(0, isWhole ? most.text : Math.min(most.text, Math.max(0, text.length - tail)));
  };
  return steps.map((step, index) => ({
    ...step,
    text: cut(2 * index),
    ...(step.result !== undefined && { result: cut(2 * index + 1) }),
  }));
}

const mostNames = 50;

/** The steps of the latest hidden runs that have a name. */
export class KeptSteps {
  readonly #kept = new Map<string, HiddenSteps>();

  keep(name: string, steps: HiddenSteps): void {
    this.#kept.delete(name);
    this.#kept.set(name, steps);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostNames && oldest !== undefined) this.#kept.delete(oldest);
  }

  take(name: string): readonly HiddenStep[] {
    const steps = this.#kept.get(name)?.all ?? [];
    this.#kept.delete(name);
    return steps;
  }
}
