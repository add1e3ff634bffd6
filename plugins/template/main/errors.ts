import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'template/note-empty': {
    en: 'The note was not added, because it contains no text. Write something, then add it again.',
    fr: 'La note n’a pas été ajoutée, car elle ne contient aucun texte. Écrivez quelque chose, puis ajoutez-la de nouveau.',
  },
});
