import { text as whole } from 'node:stream/consumers';
import type { Locale } from '@atelier/kernel';
import { type Cause, explained, withCause } from './causes.ts';
import { Engine } from './engine.ts';
import { modelCalled } from './open-session.ts';
import { crossing, problemOf, recordOf } from './problems.ts';

/** What it is asked, as the one line it reads. */
interface Asked {
  readonly directory: string;
  readonly model: string;
  /** Providers whose requests carry no key. */
  readonly keyless: readonly string[];
  readonly language: Locale;
}

/** What it answers, as the one line it writes. */
interface Answered {
  readonly milliseconds: number;
  readonly text?: string;
  readonly input?: number;
  readonly output?: number;
  readonly problem?: { readonly code: string; readonly message: string };
}

const mostText = 400;
const question = 'This is a test of the connection. Answer with the one word: Ready';

/** One request, as a conversation would make it: the same engine, the same files, the same words for what fails. */
async function ask({ directory, model: name, keyless, language }: Asked): Promise<Answered> {
  const engine = new Engine();
  const cause: Cause = { failure: undefined, contentType: undefined };
  let began = performance.now();
  const took = (): number => Math.round(performance.now() - began);
  try {
    await engine.configure({ directory, forbidden: [], sandbox: undefined, keyless, language });
    const { runtime } = await engine.load();
    const model = modelCalled(runtime, name);
    const isKeyless = keyless.includes(model.provider);
    // What the engine needs to load is no part of how fast a model answers.
    began = performance.now();
    const answer = await withCause(cause, () =>
      runtime.completeSimple(
        model,
        { messages: [{ role: 'user', content: question, timestamp: Date.now() }] },
        { maxTokens: Math.min(model.maxTokens, 2048), ...(isKeyless && { headers: { Authorization: null } }) },
      ),
    );
    if (answer.stopReason === 'error' || answer.stopReason === 'aborted') {
      const said = explained(answer.errorMessage ?? 'unknown', cause);
      return { milliseconds: took(), problem: recordOf(problemOf(said, { model: name, secrets: engine.secrets() }), language) };
    }
    const text = answer.content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('');
    const { input, output, cacheRead, cacheWrite } = answer.usage;
    return { milliseconds: took(), text: text.trim().slice(0, mostText), input: input + cacheRead + cacheWrite, output };
  } catch (error) {
    return { milliseconds: took(), problem: recordOf(crossing(error, { model: name, secrets: engine.secrets() }), language) };
  }
}

const answered = await ask(JSON.parse(await whole(process.stdin)) as Asked);
process.stdout.write(`${JSON.stringify(answered)}\n`, () => process.exit(0));
