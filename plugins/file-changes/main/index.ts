import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, type AgentEvent, afterToolCall, agentEvent, beforeToolCall, conversationForgotten, Git } from '@atelier/agent/contract';
import { defineExtension } from '@atelier/kernel';
import { FileChangesChannel } from '../contract/index.ts';
import { fileChangesCalls } from './calls.ts';
import { openBlobs } from './content/blobs.ts';
import { loadDiff } from './content/diff.ts';
import { migrations } from './migrations/index.ts';
import { openShellChanges } from './shell/shell-changes.ts';
import { Summaries } from './summaries.ts';
import { openRecords } from './tracking/records.ts';
import { Tracker } from './tracking/tracker.ts';
import { openJournal } from './undo/journal.ts';
import { Operations } from './undo/operations.ts';
import { Reverts } from './undo/reverts.ts';
import { Rewinds } from './undo/rewinds.ts';

export default defineExtension({
  activate(ctx) {
    // Paths of files are kept without links.
    const profile = realpathSync(ctx.paths.profile('profile'));
    const db = ctx.database(migrations(profile));
    const blobs = openBlobs(join(ctx.paths.data, 'contents'), db);
    const [records, journal] = [openRecords(db, Date.now, profile), openJournal(db, Date.now, profile)];
    const git = ctx.get(Git);
    const shell = openShellChanges(git);
    const operations = new Operations({ records, blobs, journal });
    const summaries = new Summaries({ records, blobs, journal, operations, shell, git });
    const reverts = new Reverts({ records, blobs, journal, operations });
    const rewinds = new Rewinds({ records, blobs, journal, operations, agent: ctx.get(Agent) });
    const changed = (conversation: string) => channel.emit('changed', { conversation, ...summaries.totals(conversation) });
    const tracker = new Tracker({ records, blobs, shell, git, changed });
    const warn = (error: unknown) => ctx.log.warn(String(error));
    const ready = loadDiff()
      .catch(warn)
      .then(() => rewinds.recover())
      .then(() => blobs.sweep())
      .catch(warn);
    const channel = ctx.serve(FileChangesChannel, fileChangesCalls({ summaries, reverts, rewinds, tracker, ready, changed }));
    ctx.handle('file-changes.redo', async args => await redo((args as OfConversation).conversation));
    ctx.handle('file-changes.undoRevert', async args => {
      const { conversation, undo } = args as OfConversation & { readonly undo: number };
      await tracker.inTurn(conversation, () => reverts.undo(conversation, undo)).finally(() => changed(conversation));
      return null;
    });

    // Returns no decision and never throws: either would deny the call.
    ctx.tap(beforeToolCall, async call => {
      await ready;
      await tracker.before(call).catch(warn);
      return undefined;
    });
    ctx.tap(afterToolCall, async value => {
      const files = await tracker.after(value.call).catch(error => {
        warn(error);
        return [];
      });
      return files.length === 0 ? value : { ...value, files: [...value.files, ...files] };
    });
    ctx.tap(agentEvent, async event => onAgentEvent(event));
    ctx.tap(conversationForgotten, async ({ conversation }) => {
      await tracker.inTurn(conversation, async () => {
        records.forget(conversation);
        await blobs.forget(conversation);
      });
    });
    ctx.defer('folder watches', () => shell.close());
    ctx.defer('contents that are being written', () => ready.then(() => blobs.settled()));

    function onAgentEvent({ kind, role, conversation }: AgentEvent): void {
      if (kind === 'turnEnded' || kind === 'failed') tracker.turnEnded(conversation);
      if (kind === 'turnStarted') {
        const folder = records.folderOf(conversation);
        if (folder !== undefined) shell.follow(folder);
      }
      // After the next message a rewind cannot be redone.
      const isMessage = kind === 'turnStarted' || (kind === 'messageStarted' && role === 'user');
      if (isMessage && journal.closeRewinds(conversation)) changed(conversation);
    }

    async function redo(conversation: string): Promise<null> {
      await ready;
      await tracker.inTurn(conversation, () => rewinds.redo(conversation)).finally(() => changed(conversation));
      return null;
    }
  },
});

interface OfConversation {
  readonly conversation: string;
}
