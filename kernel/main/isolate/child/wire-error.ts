import { AppError, isAppError } from '@atelier/kernel';
import { bareReasonOf } from '../../reason.ts';
import type { WireError } from './wire.ts';

/** More than a log looks at, which cuts after it has redacted: a cut before that could leave half of a secret. */
const longest = 128 * 1024;
const codePattern = /^[a-z0-9-]+(?:\/[a-z0-9-]+)+$/;

/** What is sent of a failure. One that is not of ours is sent plain, so that the other side wraps it as it would one of its own. */
export function toWireError(error: unknown): WireError {
  if (!isAppError(error)) return { plain: bareReasonOf(error) };
  return { code: error.code, en: error.in('en'), fr: error.in('fr'), details: error.details };
}

/** Rebuilds a failure of the other side; what is no error of ours becomes a plain one with what could be read of it. */
export function fromWireError(error: unknown): Error {
  const { plain, code, en, fr, details } = Object(error) as Record<string, unknown>;
  if (typeof plain === 'string') return new Error(plain.slice(0, longest));
  if (typeof code !== 'string' || code.length > 200 || !codePattern.test(code) || typeof en !== 'string')
    return new Error(bareReasonOf(error));
  const texts = { en: sentence(en), fr: sentence(typeof fr === 'string' ? fr : en) };
  return new AppError(code, texts, typeof details === 'object' && details !== null ? { ...details } : undefined);
}

function sentence(text: string): string {
  return text.slice(0, longest).replaceAll('{', '{{');
}
