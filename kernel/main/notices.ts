import { basename } from 'node:path';
import type { AppError, Locale } from '@atelier/kernel';
import { noticeTexts } from './errors/notice.ts';
import type { JsonRead } from './storage/json-file.ts';
import type { Recovered } from './storage/recover.ts';

/** Something the person should know, in their language. `at` is in milliseconds. */
export interface Notice {
  readonly id: string;
  readonly code: string;
  readonly message: string;
  readonly at: number;
  readonly extension?: string;
  /** The command that shows more about it. */
  readonly command?: string;
}

interface Kept {
  readonly id: string;
  readonly error: AppError;
  readonly at: number;
  readonly extension: string | undefined;
  readonly command: string | undefined;
}

/** The person would not read more. */
const maxKept = 100;

/** The notices to the person in this run, oldest first. */
export class Notices {
  #kept: Kept[] = [];
  #count = 0;
  readonly #raised: (count: number, code: string, extension: string | undefined) => void;

  /** `raised` is called after each new notice, with how many there are, its code and its extension. */
  constructor(raised: (count: number, code: string, extension: string | undefined) => void) {
    this.#raised = raised;
  }

  raise(error: AppError, extension: string | undefined, command?: string): void {
    this.#count += 1;
    const notice: Kept = { id: `notice-${this.#count}`, error, at: Date.now(), extension, command };
    this.#kept = [...this.#kept.slice(1 - maxKept), notice];
    this.#raised(this.#kept.length, error.code, extension);
  }

  /** Takes the result of reading one of the kernel's files; raises a notice if it was damaged. */
  read(path: string, { state, why = '', keptAs = '' }: JsonRead<unknown>): void {
    const file = basename(path);
    if (state === 'restored') this.raise(noticeTexts['notice/file-restored']({ file, why, keptAs }), undefined);
    if (state === 'damaged') this.raise(noticeTexts['notice/file-set-aside']({ file, why, keptAs }), undefined);
  }

  /** An extension's database had to be repaired to open it. */
  recovered(id: string, { why, reason, keptAs = '-', restored, salvaged }: Recovered): void {
    if (why === 'asked') {
      const time = restored && new Date(restored.time).toISOString();
      return this.raise(noticeTexts[time ? 'notice/backup-restored' : 'notice/backup-not-restored']({ id, time, keptAs, reason }), id);
    }
    const details = { id, why: damageTexts[why], keptAs };
    if (restored) this.raise(noticeTexts['notice/database-restored']({ ...details, time: new Date(restored.time).toISOString() }), id);
    else if (salvaged) this.raise(noticeTexts['notice/database-salvaged']({ ...details, rows: salvaged.rows }), id);
    else this.raise(noticeTexts['notice/database-begun-anew'](details), id);
  }

  /** An extension's database can only be read, because a newer version wrote it. */
  newer(id: string): void {
    this.raise(noticeTexts['notice/database-newer']({ id }), id);
  }

  /** The weekly check found damage in an extension's database. */
  damaged(id: string, reason: string): void {
    this.raise(noticeTexts['notice/database-damaged']({ id, reason }), id);
  }

  list(locale: Locale): readonly Notice[] {
    return this.#kept.map(({ id, error, at, extension, command }) => ({
      id,
      code: error.code,
      message: error.in(locale),
      at,
      ...(extension !== undefined && { extension }),
      ...(command !== undefined && { command }),
    }));
  }
}

const damageTexts = {
  damaged: { en: 'damaged', fr: 'endommagées' },
  lost: { en: 'missing', fr: 'perdues' },
} as const;
