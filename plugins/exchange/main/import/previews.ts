import type { ConversationsService } from '@atelier/conversations/contract';
import { isAppError, type Locale } from '@atelier/kernel';
import type { FoundRow, Loss, Preview, Report } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import type { Found, Reading } from './found.ts';
import { openTally } from './losses.ts';
import { type Recognised, recognise } from './recognise.ts';

export interface PreviewParts {
  readonly library: Pick<ConversationsService, 'adopt' | 'adopted'>;
  readonly now: () => number;
  progress(ticket: string, done: number | undefined, conversations: number): void;
}

/** The results of previews by ticket, until they are discarded. */
export interface Previews {
  preview(ticket: string, path: string, locale: Locale, signal: AbortSignal): Promise<Preview>;
  page(ticket: string, from: number): readonly FoundRow[];
  carry(ticket: string, chosen: readonly number[], locale: Locale, signal: AbortSignal): Promise<Report>;
  stop(ticket: string): void;
  forget(ticket: string): void;
}

interface PreviewRow extends FoundRow {
  readonly sourceId: string;
  readonly begun?: number;
}

interface Task {
  readonly recognised: Recognised;
  readonly rows: readonly PreviewRow[];
  running?: AbortController;
}

const pageLength = 500;
const maxTasks = 4;
const batchSize = 500;

export function openPreviews({ library, now, progress }: PreviewParts): Previews {
  const tasks = new Map<string, Task>();
  const find = (ticket: string): Task => {
    const task = tasks.get(ticket);
    if (task === undefined) throw errors['exchange/unknown-task']({});
    return task;
  };
  const readingOf = (
    ticket: string,
    { bytes }: Recognised,
    signal: AbortSignal,
    count: () => number,
  ): Omit<Reading, 'images' | 'wanted'> => {
    let read = 0;
    return {
      signal,
      now: now(),
      progress(more) {
        read += more;
        progress(ticket, bytes > 0 ? Math.min(1, read / bytes) : undefined, count());
      },
    };
  };
  return {
    async preview(ticket, path, locale, signal) {
      const recognised = await recognise(path, signal);
      const rows: PreviewRow[] = [];
      const aside = openTally();
      const reading = { ...readingOf(ticket, recognised, signal, () => rows.length), images: false, wanted: () => true };
      for await (const step of recognised.read(reading)) {
        if (step.step === 'aside') aside.addAll(step.losses);
        else if (step.step === 'found') rows.push(rowOf(rows.length, step));
        else {
          const { sourceId, title, source, problem } = step;
          rows.push({ row: rows.length, sourceId, title, messages: 0, losses: [], problem: problem.in(locale), ...(source && { source }) });
        }
      }
      await markImported(rows, library);
      const [oldest] = tasks.keys();
      if (tasks.size >= maxTasks && oldest !== undefined) tasks.delete(oldest);
      tasks.set(ticket, { recognised, rows });
      return { source: recognised.kind, how: recognised.how, path, rows: rows.length, ...totalsOf(rows), losses: [...aside.list()] };
    },
    page(ticket, from) {
      return find(ticket)
        .rows.slice(from, from + pageLength)
        .map(({ sourceId: _, begun: _begun, ...row }) => row);
    },
    async carry(ticket, chosen, locale, signal) {
      const task = find(ticket);
      const wanted = new Map(chosen.flatMap(row => (task.rows[row] === undefined ? [] : [[keyOf(task.rows[row]), task.rows[row]]])));
      if (wanted.size === 0) throw errors['exchange/nothing-chosen']({});
      const ids = new Set([...wanted.values()].map(({ sourceId }) => sourceId));
      const running = new AbortController();
      task.running = running;
      const report: Report = { created: [], there: 0, failed: [], losses: [], cancelled: false };
      const losses = openTally();
      const cancelSignal = AbortSignal.any([signal, running.signal]);
      let handled = 0;
      const base = readingOf(ticket, task.recognised, cancelSignal, () => handled);
      try {
        for await (const step of task.recognised.read({ ...base, images: true, wanted: id => ids.has(id) })) {
          cancelSignal.throwIfAborted();
          if (step.step === 'aside') losses.addAll(step.losses);
          else if (wanted.has(keyOf(step))) {
            wanted.delete(keyOf(step));
            if (step.step === 'broken') report.failed.push({ title: step.title, problem: step.problem.in(locale) });
            else if (await adopt(step, report, locale)) losses.addAll(step.losses);
            handled++;
          }
        }
        // It was in the preview, but is no longer in the file.
        for (const { title } of wanted.values()) report.failed.push({ title, problem: errors['exchange/gone']({ title }).in(locale) });
      } catch (error) {
        if (!cancelSignal.aborted) throw error;
        report.cancelled = true;
      } finally {
        delete task.running;
      }
      return { ...report, losses: [...losses.list()] };
    },
    stop: ticket => tasks.get(ticket)?.running?.abort(),
    forget: ticket => void tasks.delete(ticket),
  };

  async function adopt(found: Found, report: Report, locale: Locale): Promise<boolean> {
    const { step: _, losses: _losses, sessionFile, messages, ...rest } = found;
    try {
      const { conversation, was } = await library.adopt({ ...rest, ...(sessionFile === undefined ? { messages } : { sessionFile }) });
      if (was === 'there') report.there++;
      else report.created.push({ conversation, title: found.title });
      return was === 'created';
    } catch (error) {
      const why = isAppError(error) ? error.in(locale) : String(error);
      report.failed.push({ title: found.title, problem: errors['exchange/not-carried']({ title: found.title, why }, error).in(locale) });
      return false;
    }
  }
}

const keyOf = ({ source, sourceId }: { readonly source?: string | undefined; readonly sourceId: string }): string =>
  `${source} ${sourceId}`;

function rowOf(row: number, { sourceId, source, title, messages, createdAt, updatedAt, folder, losses }: Found): PreviewRow {
  const kept: Loss[] = [...losses];
  return {
    row,
    sourceId,
    source,
    title,
    messages: messages.length,
    at: updatedAt,
    begun: createdAt,
    ...(folder !== undefined && { folder }),
    losses: kept,
  };
}

async function markImported(rows: readonly PreviewRow[], library: PreviewParts['library']): Promise<void> {
  for (const [source, group] of Map.groupBy(rows, row => row.source)) {
    if (source === undefined) continue;
    for (let from = 0; from < group.length; from += batchSize) {
      const batch = group.slice(from, from + batchSize);
      const imported = new Set(
        await library.adopted(
          source,
          batch.map(({ sourceId }) => sourceId),
        ),
      );
      for (const row of batch) if (imported.has(row.sourceId)) row.isThere = true;
    }
  }
}

function totalsOf(rows: readonly PreviewRow[]): Pick<Preview, 'messages' | 'from' | 'to'> {
  let [messages, from, to] = [0, Number.POSITIVE_INFINITY, 0];
  for (const row of rows) {
    messages += row.messages;
    if (row.at === undefined) continue;
    from = Math.min(from, row.begun ?? row.at);
    to = Math.max(to, row.at);
  }
  return { messages, ...(to > 0 && { from, to }) };
}
