import type { AppError } from './error.ts';
import { defineToken } from './token.ts';

/** What the person is told, in both languages; a stable code names it. */
export interface PersonNotice {
  readonly code: string;
  readonly en: string;
  readonly fr: string;
  /** The command that shows more about it in the window, if there is one. */
  readonly command?: string;
}

export interface PersonNoticesService {
  /** Raises a notice of the calling extension: something that the person should know although nothing they did failed. */
  raise(notice: PersonNotice): Promise<void>;
}

/** Notices to the person. */
export const PersonNotices = defineToken<PersonNoticesService>('@atelier/kernel:PersonNotices@1', { raise: 'bundled-for-others' });

/** The text of an error as a notice. */
export function noticeOf(error: AppError): PersonNotice {
  return { code: error.code, en: error.in('en'), fr: error.in('fr') };
}
