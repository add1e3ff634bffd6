import { closeSync, fstatSync, readdirSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openRegularSync, toAppend } from '../../children/regular-file.ts';
import { makePrivateFolder } from '../storage/atomic-write.ts';

/** Writes lines to the files. */
export interface LogFiles {
  /** True if the whole line is in the file. Never throws. */
  write(line: string, time: number): boolean;
  close(): void;
}

interface Current {
  readonly date: string;
  readonly descriptor: number;
  size: number;
}

/** Lines in `<folder>/<date>.log`, then `<date>.2.log` and so on; the oldest files are deleted if there are too many. */
export function openLogFiles(folder: string, limits: { readonly fileBytes: number; readonly files: number }): LogFiles {
  let current: Current | undefined;
  let closed = false;

  const openFor = (date: string, bytes: number): Current => {
    if (current?.date === date && current.size + bytes <= limits.fileBytes) return current;
    if (current) closeSync(current.descriptor);
    current = undefined;
    makePrivateFolder(folder);
    current = openNewest(folder, date, bytes, limits.fileBytes);
    removeOldest(folder, limits.files);
    return current;
  };

  return {
    write(line, time) {
      if (closed) return false;
      try {
        const bytes = Buffer.from(`${line}\n`);
        const file = openFor(new Date(time).toISOString().slice(0, 10), bytes.length);
        for (let offset = 0; offset < bytes.length; ) {
          const written = writeSync(file.descriptor, bytes, offset);
          if (written === 0) return false;
          offset += written;
          file.size += written;
        }
        return true;
      } catch {
        return false;
      }
    },
    close() {
      closed = true;
      if (current) closeSync(current.descriptor);
      current = undefined;
    },
  };
}

function openNewest(folder: string, date: string, bytes: number, fileBytes: number): Current {
  for (let count = newestCount(folder, date); ; count += 1) {
    const path = join(folder, nameOf(date, count));
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > 0 && size + bytes > fileBytes) continue;
    const descriptor = openRegularSync(path, toAppend);
    const file = { date, descriptor, size: fstatSync(descriptor).size };
    endTornLine(file);
    return file;
  }
}

/** A crash may have truncated the last line; the next one must begin on a new line. */
function endTornLine(file: Current): void {
  if (file.size === 0) return;
  const last = Buffer.alloc(1);
  readSync(file.descriptor, last, 0, 1, file.size - 1);
  if (last.toString() !== '\n') file.size += writeSync(file.descriptor, '\n');
}

function removeOldest(folder: string, kept: number): void {
  for (const name of logNames(readdirSync(folder)).slice(0, -kept)) rmSync(join(folder, name), { force: true });
}

function newestCount(folder: string, date: string): number {
  const counts = logNames(readdirSync(folder))
    .filter(name => name.startsWith(date))
    .map(countOf);
  return Math.max(1, ...counts);
}

/** The names of log files, oldest first. */
export function logNames(names: readonly string[]): string[] {
  return names
    .filter(name => /^\d{4}-\d\d-\d\d(?:\.\d+)?\.log$/.test(name))
    .sort((a, b) => a.slice(0, 10).localeCompare(b.slice(0, 10)) || countOf(a) - countOf(b));
}

function nameOf(date: string, count: number): string {
  return count === 1 ? `${date}.log` : `${date}.${count}.log`;
}

function countOf(name: string): number {
  return Number(/\.(\d+)\.log$/.exec(name)?.[1] ?? 1);
}
