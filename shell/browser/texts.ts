import type { Locale } from '@atelier/kernel';

/** The texts that a start prints in its terminal. */
const texts = {
  handedOver: {
    fr: 'Atelier est déjà ouvert ; il a reçu ces arguments.',
    en: 'Atelier is already open; it received these arguments.',
  },
  safeLater: {
    fr: 'Atelier est déjà ouvert. Arrêtez-le avec « npm start -- --quit », puis relancez « npm start -- --safe ».',
    en: 'Atelier is already open. End it with "npm start -- --quit", then run "npm start -- --safe" again.',
  },
  safe: {
    fr: 'C’est un démarrage sûr : les extensions que vous avez installées ne tournent pas. La page permet de revenir au démarrage habituel.',
    en: 'This is a safe start: the extensions that you installed do not run. The page has the way back to an ordinary start.',
  },
  ends: { fr: 'Atelier s’arrête.', en: 'Atelier is shutting down.' },
  opened: { fr: 'Atelier est ouvert dans sa fenêtre.', en: 'Atelier is open in its window.' },
  ready: { fr: 'Atelier est prêt : {url}', en: 'Atelier is ready: {url}' },
  windowClosed: {
    fr: 'La fenêtre est fermée ; Atelier continue en arrière-plan. « npm start » la rouvre ; Ctrl+C ici, ou « npm start -- --quit », l’arrête.',
    en: 'The window is closed; Atelier keeps running in the background. "npm start" opens it again; Ctrl+C here, or "npm start -- --quit", ends it.',
  },
  otherPort: {
    fr: 'Le port habituel d’Atelier est utilisé par un autre programme ; Atelier en a choisi un autre pour cette fois. Ce que sa page gardait dans le navigateur sera de nouveau là avec le port habituel.',
    en: 'The usual port of Atelier is used by another program; Atelier uses another one this time. What its page stores in the browser is back when the usual port is.',
  },
  restored: {
    fr: 'Vos données sont restaurées telles qu’Atelier {version} les a laissées ; les données plus récentes sont gardées dans {aside}. Revenez maintenant à cette version : « git checkout v{version} && npm start ».',
    en: 'Your data are restored to what Atelier {version} left; newer data are kept in {aside}. Now go back to that version: "git checkout v{version} && npm start".',
  },
  waiting: {
    fr: 'Atelier est déjà ouvert et n’a pas encore répondu ; il travaille peut-être. J’attends encore un peu.',
    en: 'Atelier is already open and has not answered yet; it may be busy. Waiting a little longer.',
  },
  newPassphrase: {
    fr: 'Phrase secrète pour les clés (12 caractères au moins) : ',
    en: 'Passphrase for the keys (at least 12 characters): ',
  },
  samePassphrase: { fr: 'La même, encore une fois : ', en: 'The same again: ' },
  passphrase: { fr: 'Phrase secrète des clés : ', en: 'Passphrase of the keys: ' },
  endIt: { fr: 'L’arrêter maintenant et démarrer à sa place ? [o/N]', en: 'End it now, and start in its place? [y/N]' },
  quitsNone: {
    fr: 'Rien n’a été arrêté : en mode d’automatisation (ATELIER_ALLOW_AUTOMATION_INSTANCE=1), un lancement ne voit pas les autres. Arrêtez Atelier là où il a été lancé, par Ctrl+C ou par son pid.',
    en: 'Nothing was ended: in automation mode (ATELIER_ALLOW_AUTOMATION_INSTANCE=1) a start does not see the others. End Atelier where it was started, by Ctrl+C or by its pid.',
  },
  notRunning: { fr: 'Atelier n’était pas ouvert ; il n’y avait rien à arrêter.', en: 'Atelier was not open; there was nothing to quit.' },
} as const satisfies Record<string, Record<Locale, string>>;

/** The language of a terminal: that of its environment, English where the app does not have it. */
export function terminalLocale(env: Readonly<Record<string, string | undefined>>): Locale {
  const wanted = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return wanted.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}

/** One line for the terminal. */
export function line(name: keyof typeof texts, locale: Locale, blanks: Readonly<Record<string, string>> = {}): string {
  return texts[name][locale].replaceAll(/\{(\w+)\}/g, (_whole, blank: string) => blanks[blank] ?? '');
}
