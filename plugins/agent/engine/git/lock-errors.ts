import { defineErrors } from '@atelier/kernel';

/** Why the lock of an index was not removed. */
export const lockErrors = defineErrors({
  'agent/git-lock-held': {
    en: 'The lock {lock} was not removed: {program} is at work there. Wait for it, or end it, then try again.',
    fr: 'Le verrou {lock} n’a pas été supprimé : {program} y travaille. Attendez-le ou arrêtez-le, puis réessayez.',
  },
  'agent/git-lock-unknown': {
    en: 'The lock {lock} was not removed: on this system Atelier cannot tell whether a program still works with it. If none does, delete that file yourself.',
    fr: 'Le verrou {lock} n’a pas été supprimé : sur ce système, Atelier ne peut pas savoir si un programme s’en sert encore. Si ce n’est pas le cas, supprimez ce fichier vous-même.',
  },
  'agent/git-lock-changed': {
    en: 'The lock {lock} was not removed: it is not the one that you looked at, so a git has begun since. Look again.',
    fr: 'Le verrou {lock} n’a pas été supprimé : ce n’est pas celui que vous avez vu, un git a donc commencé depuis. Regardez de nouveau.',
  },
});
