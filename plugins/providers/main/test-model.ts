import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Locale } from '@atelier/kernel';
import type { TestResult } from '../contract/index.ts';
import { plainEnvironment, plainNode } from './engine-programs.ts';
import { errors } from './errors.ts';
import { isObject, textAt } from './files/json-text.ts';

export interface TestQuestion {
  readonly directory: string;
  readonly model: string;
  readonly keyless: readonly string[];
  readonly locale: Locale;
}

const limitMs = 60_000;

/** Sends one real request through the engine, in a process of its own. A failed request is a result and does not throw. */
export async function testModel(program: string | undefined, question: TestQuestion, signal: AbortSignal): Promise<TestResult> {
  const { directory, model, keyless, locale } = question;
  if (program === undefined) throw errors['providers/no-engine']({ model });
  const limit = AbortSignal.timeout(limitMs);
  const began = Date.now();
  const child = spawn(plainNode, [program], {
    env: plainEnvironment(process.env),
    stdio: ['pipe', 'pipe', 'ignore'],
    signal: AbortSignal.any([signal, limit]),
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  const failed = new Promise<never>((_resolve, reject) => child.once('error', reject));
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify({ directory, model, keyless, language: locale }));
  try {
    return { model, ...answerIn(await Promise.race([text(child.stdout), failed]), model) };
  } catch (error) {
    if (!limit.aborted) throw error;
    const problem = errors['providers/test-timeout']({ model, seconds: limitMs / 1000 });
    return { model, milliseconds: Date.now() - began, problem: { code: problem.code, message: problem.in(locale) } };
  }
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
