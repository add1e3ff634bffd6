import { defineChannel } from '@atelier/kernel';

/** A note as both sides know it. */
export interface Note {
  readonly id: number;
  readonly text: string;
  readonly createdAt: number;
}

/** What the view says to the main side; contract/notes.channel.json says the same, and is what the kernel checks. */
export type NotesShape = {
  calls: {
    list: { params: Record<string, never>; result: readonly Note[] };
    add: { params: { text: string }; result: Note };
    remove: { params: { id: number }; result: null };
  };
  events: { notesChanged: { count: number } };
};

export const NotesChannel = defineChannel<NotesShape>('notes-sidebar');
