import { defineChannel } from '@atelier/kernel';

/** A note, as both sides exchange it. */
export interface Note {
  readonly id: number;
  readonly text: string;
  readonly createdAt: number;
}

/** The channel between view and main side; the kernel checks the same in contract/notes.channel.json. */
export type NotesShape = {
  calls: {
    list: { params: Record<string, never>; result: readonly Note[] };
    add: { params: { text: string }; result: Note };
    remove: { params: { id: number }; result: null };
  };
  events: { notesChanged: { count: number } };
};

export const NotesChannel = defineChannel<NotesShape>('notes-sidebar');
