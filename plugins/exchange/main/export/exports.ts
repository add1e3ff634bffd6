import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AgentService } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import type { Order } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import type { Transcript, WriteOptions } from './transcript.ts';
import { measure, type Saved, saveForPage, saveInto } from './write.ts';

export interface ExportParts {
  readonly agent: Pick<AgentService, 'transcript'>;
  readonly library: Pick<ConversationsService, 'describe' | 'isPrivate' | 'projectFolder'>;
  readonly folder: string;
  readonly now: () => number;
}

export interface Exports {
  measure(order: Order, signal: AbortSignal): Promise<{ bytes: number; files: number }>;
  saveInto(order: Order, folder: string, signal: AbortSignal): Promise<Saved>;
  /** Writes one file, which `piece` reads. */
  saveForPage(order: Order, signal: AbortSignal): Promise<Saved & { readonly download: string }>;
  piece(download: string, from: number): Promise<string>;
}

const pieceLength = 3 * 1024 * 1024;
const maxDownloads = 8;

export function openExports({ agent, library, folder, now }: ExportParts): Exports {
  // Remove exports that were not downloaded before the app ended.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const downloads = new Map<string, string>();

  const drop = async (download: string): Promise<void> => {
    const path = downloads.get(download);
    downloads.delete(download);
    if (path !== undefined) await rm(dirname(path), { recursive: true, force: true });
  };
  async function* transcriptsOf({ conversations }: Order): AsyncGenerator<Transcript> {
    for (const conversation of conversations) {
      const { row } = await library.describe(conversation);
      const place = await library.projectFolder(conversation);
      const { entries } = await agent.transcript(conversation);
      const project = place === undefined ? undefined : { name: place.split(/[\\/]/).at(-1) ?? place, folder: place };
      const about = { conversation, title: row.title, createdAt: row.createdAt, ...(project !== undefined && { project }) };
      yield { ...about, entries, ...((await library.isPrivate(conversation)) && { private: true }) };
    }
  }
  const optionsOf = ({ conversations: _, ...options }: Order): WriteOptions => ({ ...options, exportedAt: now() });

  return {
    measure: (order, signal) => measure(transcriptsOf(order), optionsOf(order), signal),
    saveInto: (order, target, signal) => saveInto(target, transcriptsOf(order), optionsOf(order), signal),
    async saveForPage(order, signal) {
      const saved = await saveForPage(folder, transcriptsOf(order), optionsOf(order), signal);
      const [oldest] = downloads.keys();
      if (downloads.size >= maxDownloads && oldest !== undefined) await drop(oldest);
      const download = randomUUID();
      downloads.set(download, saved.path);
      return { ...saved, download };
    },
    async piece(download, from) {
      const path = downloads.get(download);
      if (path === undefined) throw errors['exchange/unknown-task']({});
      const file = await open(path);
      let data: Buffer;
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(pieceLength), 0, pieceLength, from);
        data = buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
      if (data.length === 0) await drop(download);
      return data.toString('base64');
    },
  };
}

/** The folder of exports that a window downloads. */
export const exportsIn = (data: string): string => join(data, 'exports');
