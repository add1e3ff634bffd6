import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { type AppError, type Locale, type Log, type Notification, visibleText } from '@atelier/kernel';
import type { NoticesFile } from '@atelier/schemas/files/notices.ts';
import { validateNoticesFile } from '@atelier/schemas/files/notices.validate.js';
import { noticeTexts } from './errors/notice.ts';
import { describeViolations } from './schema/violations.ts';
import { JsonFile, type JsonRead, type Validate } from './storage/json-file.ts';
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
  readonly args?: Readonly<Record<string, unknown>>;
}

interface Kept {
  readonly id: string;
  readonly code: string;
  readonly say: (locale: Locale) => string;
  readonly at: number;
  readonly extension: string | undefined;
  readonly command: string | undefined;
  readonly args?: Notification['args'];
  /** As it stands in the file; undefined for what concerns this run only. */
  readonly stored?: Stored | undefined;
}

type Stored = NoticesFile['notices'][number];

/** The person would not read more. */
const maxKept = 100;
const maxWords = 300;
/** The length of one that is written. */
const maxStored = 8000;

/** The notices to the person, oldest first: those of this run, and the notifications that were not dismissed yet. */
export class Notices {
  #kept: Kept[] = [];
  #count = 0;
  #file: JsonFile<NoticesFile> | undefined;
  #log: Log | undefined;
  readonly #raised: (count: number, code: string, extension: string | undefined) => void;

  /** `raised` is called after each new notice, with how many there are, its code and its extension. */
  constructor(raised: (count: number, code: string, extension: string | undefined) => void) {
    this.#raised = raised;
  }

  /** Reads the notifications of earlier runs; from then on they are written to this file. */
  async open(path: string, log: Log): Promise<void> {
    const fallback = { version: 1, notices: [] };
    const file = new JsonFile<NoticesFile>({ path, validate: checked, fallback, log, version: 1 });
    const read = await file.read();
    this.read(path, read);
    this.#kept = [...read.value.notices.map(fromFile), ...this.#kept];
    this.#log = log;
    if (read.state !== 'newer') this.#file = file;
  }

  raise(error: AppError, extension: string | undefined, command?: string): void {
    this.#add({ code: error.code, say: locale => error.in(locale), extension, command });
  }

  /**
   * A notification that stays until it is dismissed, also over a restart. One that does not come with the app is said to be its
   * extension's. Resolves once it is written; a disk that does not take it is logged, and it stays for this run.
   */
  async keep({ title, body, command, args }: Notification, extension: string, isBundled: boolean): Promise<void> {
    const words = [title, ...(body === undefined ? [] : [body])].map(part => visibleText(part, 'name').slice(0, maxWords)).join(': ');
    const text = isBundled ? words : `${words} (${extension})`;
    const about = { ...(command !== undefined && { command }), ...(args !== undefined && { args }) };
    const stored = { id: randomUUID(), at: Date.now(), message: text, extension, ...about };
    // One that the file cannot hold would keep all others out of it.
    const fits = checked({ version: 1, notices: [stored] }).ok && JSON.stringify(stored).length <= maxStored;
    this.#add({ ...fromFile(stored), ...(!fits && { stored: undefined }) });
    await this.#write(this.#kept).catch(error => this.#log?.warn(String(error)));
  }

  /** The person has done with these; what has come since they were shown stays. Rejects if that could not be written, and they stay. */
  async dismiss(ids: readonly string[]): Promise<void> {
    const left = (all: readonly Kept[]) => all.filter(({ id }) => !ids.includes(id));
    await this.#write(left(this.#kept));
    this.#kept = left(this.#kept);
    this.#raised(this.#kept.length, 'notice/dismissed', undefined);
  }

  #add(notice: Omit<Kept, 'id' | 'at'> & Partial<Pick<Kept, 'id' | 'at'>>): void {
    this.#count += 1;
    this.#kept = [...this.#kept.slice(1 - maxKept), { id: `notice-${this.#count}`, at: Date.now(), ...notice }];
    this.#raised(this.#kept.length, notice.code, notice.extension);
  }

  async #write(kept: readonly Kept[]): Promise<void> {
    await this.#file?.update(file => ({ ...file, notices: kept.flatMap(({ stored }) => stored ?? []) }));
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
    return this.#kept.map(({ id, code, say, at, extension, command, args }) => ({
      ...{ id, code, message: say(locale), at },
      ...(extension !== undefined && { extension }),
      ...(command !== undefined && { command }),
      ...(args !== undefined && { args }),
    }));
  }
}

const checked: Validate<NoticesFile> = value =>
  validateNoticesFile(value) ? { ok: true, value } : { ok: false, why: describeViolations(validateNoticesFile.errors, value).en };

function fromFile(stored: Stored): Kept {
  const { id, at, message, extension, command, args } = stored;
  return { id, at, code: 'notice/notified', say: () => message, extension, command, ...(args !== undefined && { args }), stored };
}

const damageTexts = {
  damaged: { en: 'damaged', fr: 'endommagées' },
  lost: { en: 'missing', fr: 'perdues' },
} as const;
