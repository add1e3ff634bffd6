import type { Locale } from '@atelier/kernel';
import { plainNode, runProgram } from '@atelier/kernel/children';
import type { TestResult } from '../contract/index.ts';
import { plainEnvironment } from './engine-programs.ts';
import { errors } from './errors.ts';
import { isObject, textAt } from './files/json-text.ts';

export interface TestQuestion {
  readonly directory: string;
  readonly model: string;
  readonly keyless: readonly string[];
  readonly locale: Locale;
}

const limitMs = 60_000;
const maxBytes = 8 * 1024 * 1024;

/** Sends one real request through the engine, in a process of its own. A failed request is a result and does not throw. */
export async function testModel(program: string | undefined, question: TestQuestion, signal: AbortSignal): Promise<TestResult> {
  const { directory, model, keyless, locale } = question;
  if (program === undefined) throw errors['providers/no-engine']({ model });
  const began = Date.now();
  const { stdout, failure, isLate } = await runProgram(plainNode(), [program], {
    env: plainEnvironment(process.env),
    input: JSON.stringify({ directory, model, keyless, language: locale }),
    signal,
    limitMs,
    maxBytes,
  });
  if (isLate) {
    const problem = errors['providers/test-timeout']({ model, seconds: limitMs / 1000 });
    return { model, milliseconds: Date.now() - began, problem: { code: problem.code, message: problem.in(locale) } };
  }
  if (failure) throw failure;
  return { model, ...answerIn(stdout, model) };
}

/** Parses the process's only line. */
function answerIn(line: string, model: string): Omit<TestResult, 'model'> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw errors['providers/test-broke']({ model });
  }
  if (!isObject(value) || typeof value.milliseconds !== 'number') throw errors['providers/test-broke']({ model });
  const { milliseconds, input, output, problem } = value;
  const answer = textAt(value, 'text');
  return {
    milliseconds,
    ...(answer !== undefined && { text: answer }),
    ...(typeof input === 'number' && { input }),
    ...(typeof output === 'number' && { output }),
    ...(isObject(problem) && { problem: { code: textAt(problem, 'code') ?? 'agent/failed', message: textAt(problem, 'message') ?? '' } }),
  };
}
