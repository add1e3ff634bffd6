import { randomUUID } from 'node:crypto';
import { defineExtension } from '@atelier/kernel';
import { TemplateChannel } from '../contract/index.ts';
import { errors } from './errors.ts';
import { migrations } from './migrations/index.ts';
import { openNotes } from './notes.ts';

export default defineExtension({
  activate(ctx) {
    const notes = openNotes(ctx.database(migrations));
    const channel = ctx.serve(TemplateChannel, {
      listNotes: async () => notes.all(),
    });
    ctx.handle('template.addNote', async args => {
      const text = textOf(args).trim();
      if (text === '') throw errors['template/note-empty']({});
      notes.add({ id: randomUUID(), text, createdAt: Date.now() });
      channel.emit('notesChanged', { count: notes.count() });
      return null;
    });
  },
});

/** The kernel has validated the arguments against the schema in the manifest. */
function textOf(args: unknown): string {
  return (args as { text: string }).text;
}
