import { homedir } from 'node:os';
import { join } from 'node:path';
import { Agent } from '@atelier/agent/contract';
import { Conversations } from '@atelier/conversations/contract';
import { Backups, defineExtension } from '@atelier/kernel';
import { ExchangeChannel } from '../contract/index.ts';
import { errors } from './errors.ts';
import { exportsIn, openExports } from './export/exports.ts';
import { openPreviews } from './import/previews.ts';
import { localPlaces } from './import/walk.ts';
import { openUploads } from './uploads.ts';

const changedByImport = ['@atelier/conversations', '@atelier/agent'];

export default defineExtension({
  activate(ctx) {
    const library = ctx.get(Conversations);
    const now = (): number => Date.now();
    const uploads = openUploads(join(ctx.paths.data, 'uploads'));
    const exported = openExports({ agent: ctx.get(Agent), library, folder: exportsIn(ctx.paths.data), now });
    const uploadOf = new Map<string, string>();
    const previews = openPreviews({
      library,
      now,
      progress: (ticket, done, conversations) => channel.emit('progress', { ticket, conversations, ...(done !== undefined && { done }) }),
    });
    const channel = ctx.serve(ExchangeChannel, {
      places: async (_, signal) => [...(await localPlaces(homedir(), process.env, signal))],
      beginUpload: async ({ name, size }) => ({ upload: await uploads.begin(name, size) }),
      sendPiece: async ({ upload, data }) => {
        await uploads.add(upload, data);
        return null;
      },
      preview: async ({ ticket, locale, path, upload }, signal) => {
        if (upload !== undefined) uploadOf.set(ticket, upload);
        const place = upload === undefined ? path && homeOf(path) : await uploads.path(upload);
        if (place === undefined) throw errors['exchange/missing']({ file: '' });
        return previews.preview(ticket, place, locale, signal);
      },
      listFound: async ({ ticket, from }) => [...previews.page(ticket, from)],
      carry: async ({ ticket, locale, chosen }, signal) => {
        await ctx.get(Backups).make(changedByImport);
        return await previews.carry(ticket, chosen, locale, signal);
      },
      stop: async ({ ticket }) => {
        previews.stop(ticket);
        return null;
      },
      forget: async ({ ticket }) => {
        previews.forget(ticket);
        const upload = uploadOf.get(ticket);
        uploadOf.delete(ticket);
        if (upload !== undefined) await uploads.drop(upload);
        return null;
      },
      measure: async (order, signal) => exported.measure(order, signal),
      save: async ({ order, folder }, signal) => {
        if (folder === undefined) {
          const { name, bytes, files, download } = await exported.saveForPage(order, signal);
          return { name, bytes, files, download };
        }
        return exported.saveInto(order, homeOf(folder), signal);
      },
      readPiece: async ({ download, from }) => ({ data: await exported.piece(download, from) }),
    });
  },
});

/** Expands `~` in a path that the person entered. */
function homeOf(path: string): string {
  const trimmed = path.trim();
  return /^~(?=$|[\\/])/.test(trimmed) ? join(homedir(), trimmed.slice(1)) : trimmed;
}
