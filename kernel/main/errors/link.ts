import { defineErrors } from '@atelier/kernel';

/** Errors of a link to a page or to a child process. */
export const linkErrors = defineErrors({
  'link/too-slow': {
    fr: 'La connexion {link} a été fermée : {held} Mo attendent et l’autre côté ne lit plus. Rechargez la page ; si cela se reproduit, fermez ce qui l’occupe.',
    en: 'The connection {link} was closed: {held} MB are waiting and the other side has stopped reading. Reload the page; if it happens again, close what keeps it busy.',
  },
});
