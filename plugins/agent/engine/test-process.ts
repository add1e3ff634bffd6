import { text as whole } from 'node:stream/consumers';
import type { Locale } from '@atelier/kernel';
import { type Cause, withCause, withReason } from './causes.ts';
import { Engine } from './engine.ts';
import { modelNamed } from './open-session.ts';
import { recordOf } from './problem-records.ts';
import { problemOf, toAppError } from './problems.ts';

/** The request, read as one line of JSON from stdin. */
interface TestRequest {
  readonly directory: string;
  readonly model: string;
  /** Providers whose requests carry no key. */
  readonly keyless: readonly string[];
  readonly language: Locale;
}

/** The result, written as one line of JSON to stdout. */
interface TestResult {
  readonly milliseconds: number;
  readonly text?: string;
  readonly input?: number;
  readonly output?: number;
  readonly problem?: { readonly code: string; readonly message: string };
}

const maxTextLength = 400;
const question = {
  fr: 'Ceci est un essai de la connexion. Réponds par un seul mot : Prêt',
  en: 'This is a test of the connection. Answer with the one word: Ready',
} as const;

/** Sends one request the way a conversation does: with the same engine, files and errors. */
async function ask({ directory, model: name, keyless, language }: TestRequest): Promise<TestResult> {
  const engine = new Engine();
  const cause: Cause = { failure: undefined, contentType: undefined };
  let start = performance.now();
  const elapsed = (): number => Math.round(performance.now() - start);
  try {
    await engine.configure({ directory, forbidden: [], opened: [], readable: [], sandbox: undefined, firstMark: 0, keyless, language });
    const { runtime } = await engine.load();
    const model = modelNamed(runtime, name);
    const isKeyless = keyless.includes(model.provider);
    // Loading the engine does not count as the model's response time.
    start = performance.now();
    const answer = await withCause(cause, () =>
      runtime.completeSimple(
        model,
        { messages: [{ role: 'user', content: question[language], timestamp: Date.now() }] },
        { maxTokens: Math.min(model.maxTokens, 2048), ...(isKeyless && { headers: { Authorization: null } }) },
      ),
    );
    if (answer.stopReason === 'error' || answer.stopReason === 'aborted') {
      const message = withReason(answer.errorMessage ?? 'unknown', cause);
      return { milliseconds: elapsed(), problem: recordOf(problemOf(message, { model: name, secrets: engine.secrets() }), language) };
    }
    const text = answer.content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('');
    const { input, output, cacheRead, cacheWrite } = answer.usage;
    return { milliseconds: elapsed(), text: text.trim().slice(0, maxTextLength), input: input + cacheRead + cacheWrite, output };
  } catch (error) {
    return { milliseconds: elapsed(), problem: recordOf(toAppError(error, { model: name, secrets: engine.secrets() }), language) };
  }
}

const result = await ask(JSON.parse(await whole(process.stdin)) as TestRequest);
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
