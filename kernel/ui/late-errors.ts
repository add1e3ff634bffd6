import { defineErrors } from '@atelier/kernel';

/** Errors that are loaded when they happen, so that the first screen does not carry their texts. */
export const lateErrors = defineErrors({
  'link/too-long': {
    fr: 'Atelier n’a pas envoyé {call} : cela pèse {size} Mo, et un envoi ne peut dépasser {limit} Mo. Joignez-le en tant que fichier, ou raccourcissez-le ; rien n’a été perdu.',
    en: 'Atelier did not send {call}: it has {size} MB, and at most {limit} MB can be sent at once. Attach it as a file, or shorten it; nothing was lost.',
  },
});

const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);

/** Why a call was not sent. */
export function tooLong(call: unknown, size: number, limit: number): Error {
  return lateErrors['link/too-long']({ call, size: megabytes(size), limit: megabytes(limit) });
}
