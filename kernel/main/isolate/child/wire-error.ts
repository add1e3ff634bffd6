import { AppError, isAppError } from '@atelier/kernel';
import type { WireError } from './wire.ts';

const longest = 4000;
const codePattern = /^[a-z0-9-]+(?:\/[a-z0-9-]+)+$/;

/** What is sent of an error; `wrap` names the failing call where the error is not one of ours. */
export function toWireError(error: unknown, wrap: (reason: string) => AppError): WireError {
  const ours = isAppError(error) ? error : wrap(reasonOf(error));
  return { code: ours.code, en: ours.in('en'), fr: ours.in('fr'), details: ours.details };
}

/** Rebuilds an error of the other side; what is no error of the right shape becomes `wrap` of what could be read. */
export function fromWireError(error: unknown, wrap: (reason: string) => AppError): AppError {
  const { code, en, fr, details } = Object(error) as Partial<WireError>;
  if (typeof code !== 'string' || code.length > 200 || !codePattern.test(code) || typeof en !== 'string') return wrap(reasonOf(error));
  const texts = { en: sentence(en), fr: sentence(typeof fr === 'string' ? fr : en) };
  return new AppError(code, texts, typeof details === 'object' && details !== null ? { ...details } : undefined);
}

/** The one line of anything thrown that a sentence can quote. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : typeof error === 'string' ? error : JSON.stringify(error);
  return (text ?? 'nothing was said').slice(0, longest);
}

function sentence(text: string): string {
  return text.slice(0, longest).replaceAll('{', '{{');
}
