import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'specialists/bad-order': {
    en: 'Nothing was handed over: {what}. Correct the call, then make it again.',
    fr: 'Rien n’a été confié : {what}. Corrigez l’appel, puis refaites-le.',
  },
  'specialists/no-role': {
    en: 'Nothing was handed over: there is no role {role}. There are: {roles}.',
    fr: 'Rien n’a été confié : le rôle {role} n’existe pas. Il y a : {roles}.',
  },
  'specialists/too-deep': {
    en: 'Nothing was handed over: specialists of specialists begin no others (depth {most}). Do this part yourself.',
    fr: 'Rien n’a été confié : les spécialistes de spécialistes n’en lancent pas d’autres (profondeur {most}). Faites cette partie vous-même.',
  },
  'specialists/too-many': {
    en: 'Nothing was handed over: one turn begins at most {most} specialists, and {begun} have begun. Do the rest yourself, or ask one that has finished to go on.',
    fr: 'Rien n’a été confié : un tour lance au plus {most} spécialistes, et {begun} sont déjà lancés. Faites le reste vous-même, ou demandez à un spécialiste qui a fini de continuer.',
  },
  'specialists/asks-itself': {
    en: 'Nothing was handed over: {name} is the one that asks, or waits for it, so it would wait for itself. Do this part yourself.',
    fr: 'Rien n’a été confié : {name} est celui qui demande, ou l’attend ; il s’attendrait lui-même. Faites cette partie vous-même.',
  },
  'specialists/not-finished': {
    en: 'Nothing was handed over: no specialist called {name} of this turn has finished. Begin one, or wait.',
    fr: 'Rien n’a été confié : aucun spécialiste nommé {name} de ce tour n’a fini. Lancez-en un, ou attendez.',
  },
  'specialists/interrupted': {
    en: 'The specialist was interrupted, because Atelier or its engine ended while it worked. What it did is kept; let it go on, or do without it.',
    fr: 'Le spécialiste a été interrompu, car Atelier ou son moteur s’est arrêté pendant son travail. Ce qu’il a fait est conservé ; faites-le continuer, ou continuez sans lui.',
  },
  'specialists/not-run': {
    en: 'The specialist could not work: {reason}. Try again, or do this part without it.',
    fr: 'Le spécialiste n’a pas pu travailler : {reason}. Réessayez, ou faites cette partie sans lui.',
  },
  'specialists/unknown': {
    en: 'That specialist is not there any more: its conversation was deleted. Look at the list again.',
    fr: 'Ce spécialiste n’existe plus : sa conversation a été supprimée. Regardez à nouveau la liste.',
  },
  'specialists/not-working': {
    en: '{name} does not work now, so it cannot be told anything. Write to the conversation instead.',
    fr: '{name} ne travaille pas en ce moment : on ne peut rien lui dire. Écrivez plutôt dans la conversation.',
  },
  'specialists/not-interrupted': {
    en: '{name} was not interrupted, so there is nothing to go on with. Write to the conversation instead.',
    fr: '{name} n’a pas été interrompu : il n’y a rien à continuer. Écrivez plutôt dans la conversation.',
  },
  'specialists/role-gone': {
    en: '{name} does not go on, because there is no role {role} any more: its extension was switched off, or the project’s roles are no longer trusted. Allow it again, or begin another specialist.',
    fr: '{name} ne continue pas, car le rôle {role} n’existe plus : son extension a été désactivée, ou les rôles du projet n’ont plus votre confiance. Autorisez-le de nouveau, ou lancez un autre spécialiste.',
  },
  'specialists/role-refused': {
    en: 'The role {file} of this project is not used: {why}. Correct the file.',
    fr: 'Le rôle {file} de ce projet n’est pas utilisé : {why}. Corrigez le fichier.',
  },
  'specialists/roles-changed': {
    en: 'The roles of this folder were not trusted, because they are not those that you saw. Look at them again.',
    fr: 'Les rôles de ce dossier n’ont pas reçu votre confiance, car ce ne sont plus ceux que vous avez vus. Regardez-les à nouveau.',
  },
});
