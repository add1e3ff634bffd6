/** The texts of the view, in the person's language. */
export const texts = {
  fr: {
    notes: 'Notes',
    add: 'Nouvelle note',
    empty: 'Rien de noté pour l’instant.',
    remove: 'Supprimer la note',
    removed: 'Note supprimée.',
    undo: 'Annuler',
  },
  en: { notes: 'Notes', add: 'New note', empty: 'Nothing noted yet.', remove: 'Delete the note', removed: 'Note deleted.', undo: 'Undo' },
};
