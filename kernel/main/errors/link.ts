import { defineErrors } from '@atelier/kernel';

/** What the kernel says about a link to a page or to a child process. */
export const linkErrors = defineErrors({
  'link/too-slow': {
    fr: 'La liaison {link} est fermée : {held} Mo attendent et l’autre côté ne lit plus. Rechargez la page ; si cela revient, fermez ce qui l’occupe.',
    en: 'The link {link} is closed: {held} MB are waiting and the other side has stopped reading. Reload the page; if it happens again, close what keeps it busy.',
  },
});
