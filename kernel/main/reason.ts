import { isAppError } from '@atelier/kernel';

const maxLength = 4000;

/** The message of what was thrown, without a full stop: for brackets, and for sentences that add their own. */
export function bareReasonOf(thrown: unknown): string {
  if (isAppError(thrown) && typeof thrown.details.reason === 'string') return thrown.details.reason;
  return wordsOf(thrown).slice(0, maxLength);
}

/** The message of what was thrown, ending in a full stop so that it can be part of another text. */
export function reasonOf(thrown: unknown): string {
  const text = wordsOf(thrown).slice(0, maxLength);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function wordsOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message || thrown.name;
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  try {
    return JSON.stringify(thrown);
  } catch {
    return 'nothing that can be told';
  }
}
