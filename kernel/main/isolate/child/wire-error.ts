import { AppError, isAppError } from '@atelier/kernel';
import { bareReasonOf } from '../../reason.ts';
import { placeOf } from './place.ts';
import type { WireError } from './wire.ts';

/** More than the log keeps of a text. The log cuts after redaction: a shorter cut here could leave half of a secret. */
const maxLength = 128 * 1024;
const codePattern = /^[a-z0-9-]+(?:\/[a-z0-9-]+)+$/;

/** The wire form of an error. One that is not an AppError is sent as its reason, so that the other side wraps it like one of its own. */
export function toWireError(error: unknown): WireError {
  if (!isAppError(error)) return { plain: bareReasonOf(error) };
  return { code: error.code, en: error.in('en'), fr: error.in('fr'), details: error.details };
}

/** The same for one of the start, with its place in the package: its author reads it. */
export function toPlacedError(error: unknown, packageFolder: string): WireError {
  const place = isAppError(error) ? undefined : placeOf(error, packageFolder);
  return place === undefined ? toWireError(error) : { plain: `${bareReasonOf(error)} (${place})` };
}

/** Rebuilds an error of the other side; what is no AppError becomes a plain Error with the text that could be read. */
export function fromWireError(error: unknown): Error {
  const { plain, code, en, fr, details } = Object(error) as Record<string, unknown>;
  if (typeof plain === 'string') return new Error(plain.slice(0, maxLength));
  if (typeof code !== 'string' || code.length > 200 || !codePattern.test(code) || typeof en !== 'string')
    return new Error(bareReasonOf(error));
  const texts = { en: sentence(en), fr: sentence(typeof fr === 'string' ? fr : en) };
  return new AppError(code, texts, typeof details === 'object' && details !== null ? { ...details } : undefined);
}

function sentence(text: string): string {
  return text.slice(0, maxLength).replaceAll('{', '{{');
}
