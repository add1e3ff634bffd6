import type { KeptHappening, Locale } from '@atelier/kernel';
import type { Incident } from './story.ts';

type Bilingual = Readonly<Record<Locale, string>>;

const agentFile: Bilingual = {
  en: 'A file of your models, keys or agent settings was damaged, and its last good copy restored.',
  fr: 'Un fichier de vos modèles, de vos clés ou des réglages de l’agent était endommagé ; sa dernière bonne copie a été restaurée.',
};

/** By what happened, then by how where that matters. */
const lineTexts: Readonly<Record<string, Bilingual>> = {
  start: { en: 'Atelier started.', fr: 'Atelier a démarré.' },
  'start cut-off': {
    en: 'Atelier started, after it had stopped without closing.',
    fr: 'Atelier a démarré, après s’être arrêté sans se fermer.',
  },
  'start machine-off': {
    en: 'Atelier started, after the computer had gone off.',
    fr: 'Atelier a démarré, après l’arrêt de l’ordinateur.',
  },
  ending: { en: 'Atelier was closed.', fr: 'Atelier a été fermé.' },
  'turn-began': { en: 'A turn began.', fr: 'Un tour a commencé.' },
  'turn-ended': { en: 'A turn ended.', fr: 'Un tour s’est terminé.' },
  'turn-ended stopped': { en: 'A turn was stopped.', fr: 'Un tour a été arrêté.' },
  'turn-ended failed': { en: 'A turn failed.', fr: 'Un tour a échoué.' },
  'turn-ended budget': { en: 'A turn ended, because a budget was used up.', fr: 'Un tour s’est terminé, un budget étant épuisé.' },
  'turn-ended cut': { en: 'A turn was cut off.', fr: 'Un tour a été coupé.' },
  'engine-ended': { en: 'The agent’s process ended: {how}.', fr: 'Le processus de l’agent s’est arrêté : {how}.' },
  'sign-in-ended': { en: 'The process of a sign-in ended: {how}.', fr: 'Le processus d’une connexion s’est arrêté : {how}.' },
  'extension-ended': { en: 'The process of {of} ended: {how}.', fr: 'Le processus de {of} s’est arrêté : {how}.' },
  'store-ended': {
    en: 'The database process of {of} ended: {how}.',
    fr: 'Le processus de la base de données de {of} s’est arrêté : {how}.',
  },
  'server-ended': { en: 'A server of {of} ended: {how}.', fr: 'Un serveur de {of} s’est arrêté : {how}.' },
  'extension-failed': { en: '{of} failed.', fr: '{of} a échoué.' },
  'extension-quarantined': { en: '{of} was switched off.', fr: '{of} a été désactivé.' },
  'extension-again': { en: '{of} runs again.', fr: '{of} fonctionne à nouveau.' },
  'disk-full': { en: 'The disk was full when {of} was to be saved.', fr: 'Le disque était plein au moment d’enregistrer {of}.' },
  'notice notice/file-restored': {
    en: 'A file of choices was damaged, and its last good copy restored.',
    fr: 'Un fichier de choix était endommagé ; sa dernière bonne copie a été restaurée.',
  },
  'notice notice/file-set-aside': {
    en: 'A file of choices was damaged and had no good copy.',
    fr: 'Un fichier de choix était endommagé, sans bonne copie.',
  },
  'notice notice/database-restored': {
    en: 'The data of {of} were damaged or missing, and a backup was restored.',
    fr: 'Les données de {of} étaient endommagées ou manquaient ; une sauvegarde a été restaurée.',
  },
  'notice notice/database-salvaged': {
    en: 'The data of {of} were damaged, and what could be read was saved.',
    fr: 'Les données de {of} étaient endommagées ; ce qui était lisible a été sauvé.',
  },
  'notice notice/database-begun-anew': {
    en: 'The data of {of} were lost, and nothing could be restored.',
    fr: 'Les données de {of} sont perdues, et rien n’a pu être restauré.',
  },
  'notice notice/data-of-before': {
    en: 'The data of {of} are those from before its update.',
    fr: 'Les données de {of} sont celles d’avant sa mise à jour.',
  },
  'notice notice/profile-imported': {
    en: 'An import replaced everything here; what was there before is kept, see Settings > Storage.',
    fr: 'Un import a tout remplacé ici ; ce qu’il y avait avant est gardé, voir Réglages > Stockage.',
  },
  'notice notice/content-back': {
    en: 'What was here before an import came back; what was there since is kept, see Settings > Storage.',
    fr: 'Ce qu’il y avait avant un import est revenu ; ce qu’il y avait depuis est gardé, voir Réglages > Stockage.',
  },
  'notice providers/file-restored': agentFile,
  'notice providers/empty-file-restored': agentFile,
  'notice providers/file-moved-away': {
    en: 'In place of a file of the agent there was something else, and there was no good copy.',
    fr: 'À la place d’un fichier de l’agent se trouvait autre chose, sans bonne copie.',
  },
  'notice agent/records-lost': {
    en: 'Rules, budgets and waiting messages of the agent were missing.',
    fr: 'Les règles, les budgets et les messages en attente de l’agent manquaient.',
  },
  'notice conversations/rebuilt': {
    en: 'The list of conversations was missing, and was built again from their files.',
    fr: 'La liste des conversations manquait ; elle a été refaite à partir de leurs fichiers.',
  },
};

const hows: Readonly<Record<string, Bilingual>> = {
  'heap-full': { en: 'it ran out of memory', fr: 'la mémoire lui a manqué' },
  'not-answering': { en: 'it did not answer any more, and you ended it', fr: 'il ne répondait plus, et vous l’avez arrêté' },
  hung: {
    en: 'it did not answer any more, while nobody but the app itself waited for it, and Atelier ended it',
    fr: 'il ne répondait plus, alors que seule l’application l’attendait, et Atelier l’a arrêté',
  },
  SIGKILL: {
    en: 'it was killed from outside, as a system does that runs out of memory',
    fr: 'il a été tué de l’extérieur, comme le fait un système à court de mémoire',
  },
};
const signalled: Bilingual = { en: 'it crashed ({how})', fr: 'il a planté ({how})' };
const exited: Bilingual = { en: 'it ended itself with code {how}', fr: 'il s’est terminé avec le code {how}' };
const unknown: Bilingual = { en: 'the reason is not known', fr: 'la raison n’est pas connue' };

const headlines: Readonly<Record<Incident['kind'] | 'quiet', Bilingual>> = {
  'cut-off': {
    en: 'Atelier stopped without closing, shortly after {time}.',
    fr: 'Atelier s’est arrêté sans se fermer, peu après {time}.',
  },
  'machine-off': {
    en: 'The computer went off or was restarted while Atelier was running, shortly after {time}.',
    fr: 'L’ordinateur s’est arrêté ou a redémarré pendant qu’Atelier fonctionnait, peu après {time}.',
  },
  engine: { en: 'The agent’s process ended {at}: {how}.', fr: 'Le processus de l’agent s’est arrêté {at} : {how}.' },
  quiet: {
    en: 'Neither Atelier nor the agent has stopped unexpectedly since {time}.',
    fr: 'Ni Atelier ni l’agent ne se sont arrêtés de façon inattendue depuis {time}.',
  },
};

/** Where the rest is read. */
export const pointer: Bilingual = {
  en: 'Settings > Diagnostics says what was lost and what can go on.',
  fr: 'Réglages > Diagnostic dit ce qui est perdu et ce qui peut reprendre.',
};

const lostTexts = {
  nothing: {
    en: 'Nothing that Atelier had acknowledged was lost: what you sent, whole answers and settings are all there.',
    fr: 'Rien de ce qu’Atelier avait confirmé n’est perdu : ce que vous avez envoyé, les réponses entières et les réglages sont tous là.',
  },
  second: {
    en: 'Of an answer that was being written, at most the words of the last second are missing.',
    fr: 'D’une réponse en cours d’écriture, il manque tout au plus les mots de la dernière seconde.',
  },
  noWord: {
    en: 'Of an answer that was being written, no word that was on the screen is missing.',
    fr: 'D’une réponse en cours d’écriture, il ne manque aucun mot qui était à l’écran.',
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** A sentence for a line; undefined for one that only a newer version knows. */
export function lineText({ is, of = '?', how = '' }: KeptHappening, locale: Locale): string | undefined {
  const text = lineTexts[`${is} ${how}`] ?? lineTexts[is];
  return text?.[locale].replace('{of}', of).replace('{how}', howText(how)[locale]);
}

/** What happened last that nobody asked for; without an incident that nothing did since then. */
export function headline(incident: Incident | undefined, since: number, now: number): Bilingual {
  const { kind, at, how } = incident ?? { kind: 'quiet', at: since, how: '' };
  const time = timeText(at, now);
  const filled = (locale: Locale): string =>
    headlines[kind][locale].replace('{time}', time.bare[locale]).replace('{at}', time.at[locale]).replace('{how}', howText(how)[locale]);
  return { en: filled('en'), fr: filled('fr') };
}

/** How a process ended, as a part of a sentence. */
function howText(how: string): Bilingual {
  const known = hows[how];
  if (known !== undefined) return known;
  const text = how.startsWith('SIG') ? signalled : /^\d+$/.test(how) ? exited : unknown;
  return { en: text.en.replace('{how}', how), fr: text.fr.replace('{how}', how) };
}

export function lostText(what: keyof typeof lostTexts, locale: Locale): string {
  return lostTexts[what][locale];
}

/** The time of a line. */
export function lineTime(at: number, now: number, locale: Locale): string {
  const day = isSameDay(at, now) ? {} : ({ day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat(languages[locale], { ...day, hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(at);
}

/** A time within a sentence: `at` it, and `bare` after a preposition. The day is named unless it is today. */
function timeText(time: number, now: number): { readonly at: Bilingual; readonly bare: Bilingual } {
  const clock = (locale: Locale) => new Intl.DateTimeFormat(languages[locale], { timeStyle: 'short' }).format(time);
  const day = (locale: Locale) => new Intl.DateTimeFormat(languages[locale], { dateStyle: 'medium' }).format(time);
  const [en, fr] = [clock('en'), clock('fr')];
  if (isSameDay(time, now)) return { at: { en: `at ${en}`, fr: `à ${fr}` }, bare: { en, fr } };
  const french = `le ${day('fr')} à ${fr}`;
  return { at: { en: `on ${day('en')} at ${en}`, fr: french }, bare: { en: `${en} on ${day('en')}`, fr: french } };
}

/** British dates, because the order of month and day in an American one can be read both ways. */
const languages: Readonly<Record<Locale, string>> = { en: 'en-GB', fr: 'fr' };

function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}
