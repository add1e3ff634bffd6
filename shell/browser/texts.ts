import type { Locale } from '@atelier/kernel';

/** What a start says in its terminal. */
const texts = {
  handedOver: {
    fr: 'Atelier est déjà ouvert ; il a reçu ces arguments.',
    en: 'Atelier is already open; it was given these arguments.',
  },
  ends: { fr: 'Atelier se termine.', en: 'Atelier is ending.' },
  opened: { fr: 'Atelier est ouvert dans sa fenêtre.', en: 'Atelier is open in its window.' },
  ready: { fr: 'Atelier est prêt : {url}', en: 'Atelier is ready: {url}' },
  windowClosed: {
    fr: 'La fenêtre est fermée ; Atelier continue en arrière-plan. « npm start » la rouvre ; Ctrl+C ici, ou « npm start -- --quit », l’arrête.',
    en: 'The window is closed; Atelier goes on in the background. "npm start" opens it again; Ctrl+C here, or "npm start -- --quit", ends it.',
  },
  otherPort: {
    fr: 'Le port habituel d’Atelier est pris par un autre programme ; il en a choisi un autre pour cette fois. Ce que sa page gardait dans le navigateur reviendra avec l’ancien port.',
    en: 'The usual port of Atelier is used by another program; it took another one for now. What its page kept in the browser comes back with the old port.',
  },
  restored: {
    fr: 'Vos données sont de nouveau telles qu’Atelier {version} les a laissées ; ce qui est venu après est gardé dans {aside}. Revenez maintenant à cette version : « git checkout v{version} && npm start ».',
    en: 'Your data are again as Atelier {version} left them; what came after is kept in {aside}. Now go back to that version: "git checkout v{version} && npm start".',
  },
  notRunning: { fr: 'Atelier n’était pas ouvert ; il n’y avait rien à arrêter.', en: 'Atelier was not open; there was nothing to end.' },
} as const satisfies Record<string, Record<Locale, string>>;

/** The language of a terminal: that of its environment, English where it names none of ours. */
export function terminalLocale(env: Readonly<Record<string, string | undefined>>): Locale {
  const wanted = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return wanted.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}

/** One line for the terminal. */
export function line(name: keyof typeof texts, locale: Locale, blanks: Readonly<Record<string, string>> = {}): string {
  return texts[name][locale].replaceAll(/\{(\w+)\}/g, (_whole, blank: string) => blanks[blank] ?? '');
}
