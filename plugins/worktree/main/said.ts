import { isAppError } from '@atelier/kernel';
import type { Said } from '../contract/index.ts';
import { errors } from './errors.ts';

/** An error as it is kept and shown, in both languages; `otherwise` is for one without a code. */
export function said(error: unknown, otherwise: 'worktree/try-failed' | 'worktree/setup-failed'): Said {
  const known = isAppError(error) ? error : errors[otherwise]({ reason: String(error) });
  return { code: known.code, fr: known.in('fr'), en: known.in('en') };
}
