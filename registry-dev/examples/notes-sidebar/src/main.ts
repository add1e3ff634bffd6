import { defineExtension } from '@atelier/kernel';
import { NotesChannel } from './contract.ts';
import { migrations, openNotes } from './notes.ts';

export default defineExtension({
  activate(ctx) {
    const notes = openNotes(ctx.database(migrations));
    const changed = () => channel.emit('notesChanged', { count: notes.all().length });
    const channel = ctx.serve(NotesChannel, {
      list: async () => notes.all(),
      add: async ({ text }) => {
        const note = notes.add(text, Date.now());
        changed();
        return note;
      },
      remove: async ({ id }) => {
        notes.remove(id);
        changed();
        return null;
      },
    });
  },
});
