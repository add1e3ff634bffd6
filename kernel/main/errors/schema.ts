import { defineErrors } from '@atelier/kernel';

/** Errors of a schema from an extension: it is refused as a whole, before anything is checked with it. */
export const schemaErrors = defineErrors({
  'schema/too-large': {
    fr: 'Le schéma {name} de {owner} est refusé : il fait {size} caractères et {most} au plus sont permis. Réduisez-le.',
    en: 'The schema {name} of {owner} is refused: it has {size} characters, and at most {most} are allowed. Make it smaller.',
  },
  'schema/too-deep': {
    fr: 'Le schéma {name} de {owner} est refusé : il est imbriqué sur plus de {most} niveaux. Déplacez des parties sous $defs.',
    en: 'The schema {name} of {owner} is refused: it is nested more than {most} levels deep. Move parts of it to $defs.',
  },
  'schema/pattern-too-long': {
    fr: 'Le schéma {name} de {owner} est refusé : à {path}, le motif fait {length} caractères et {most} au plus sont permis. Simplifiez-le.',
    en: 'The schema {name} of {owner} is refused: at {path}, the pattern has {length} characters, and at most {most} are allowed. Simplify it.',
  },
  'schema/pattern-slow': {
    fr: 'Le schéma {name} de {owner} est refusé : à {path}, le motif {pattern} pourrait bloquer le programme. Écrivez-le sans regard en avant ou en arrière ((?=, (?!, (?<=, (?<!), sans renvoi (\\1, \\k) et sans grand nombre de répétitions.',
    en: 'The schema {name} of {owner} is refused: at {path}, the pattern {pattern} could block the program. Write it without look-ahead and look-behind ((?=, (?!, (?<=, (?<!), without back references (\\1, \\k) and without a large count.',
  },
  'schema/remote-ref': {
    fr: 'Le schéma {name} de {owner} est refusé : à {path}, il renvoie à {ref}. Seul "#/$defs/Name" du même fichier est permis ; placez-y ce dont vous avez besoin.',
    en: 'The schema {name} of {owner} is refused: at {path}, it refers to {ref}. Only "#/$defs/Name" of the same file is allowed; put there what you need.',
  },
  'schema/invalid': {
    fr: 'Le schéma {name} de {owner} est refusé : il n’est pas valide. {violations} Corrigez cela dans son fichier.',
    en: 'The schema {name} of {owner} is refused: it is not valid. {violations} Correct that in its file.',
  },
});
