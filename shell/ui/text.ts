import { type SliceMap, spacedText } from '@atelier/kernel/ui';

const fr = {
  retry: 'Réessayer',
  backToOwn: 'Vue d’origine',
  keepOwn: 'Garder l’originale',
  skips: 'Accès direct',
  skip: 'Aller au contenu',
  sidebar: 'Barre latérale',
  content: 'Contenu',
  panel: 'Panneau',
  statusLine: 'Barre d’état',
  topbar: 'Barre du haut',
  close: 'Fermer',
  closePanel: 'Fermer le panneau',
  resizeSidebar: 'Largeur de la barre latérale',
  resizePanel: 'Largeur du panneau',
  showSidebar: 'Afficher la barre latérale',
  showPanel: 'Afficher le panneau',
  hidePanel: 'Masquer le panneau',
  nothing: 'Rien à afficher ici : aucune extension active ne propose de vue principale.',
  show: 'Afficher',
  notShown: (title: string) => `« ${title} » ne s’affiche pas`,
  shownBy: (title: string) => `Affiché par « ${title} »`,
  cameBack: (title: string) => `« ${title} » a échoué ; la vue d’origine est de retour.`,
  wentAway: (title: string, from: string) =>
    `« ${title} » ne s’affiche plus, car ${from} est arrêtée ou désinstallée ; la vue d’origine est de retour. Réactivez ${from} pour la revoir.`,
};

/** The texts of the page around the views. */
export type Words = typeof fr;

const en: Words = {
  retry: 'Try again',
  backToOwn: 'Original view',
  keepOwn: 'Keep the original',
  skips: 'Skip links',
  skip: 'Go to the content',
  sidebar: 'Sidebar',
  content: 'Content',
  panel: 'Panel',
  statusLine: 'Status line',
  topbar: 'Top bar',
  close: 'Close',
  closePanel: 'Close the panel',
  resizeSidebar: 'Width of the sidebar',
  resizePanel: 'Width of the panel',
  showSidebar: 'Show the sidebar',
  showPanel: 'Show the panel',
  hidePanel: 'Hide the panel',
  nothing: 'Nothing to show here: no extension that is switched on offers a main view.',
  show: 'Show',
  notShown: title => `“${title}” cannot be shown`,
  shownBy: title => `Shown by “${title}”`,
  cameBack: title => `“${title}” failed; the original view is back.`,
  wentAway: (title, from) =>
    `“${title}” is no longer shown, because ${from} is switched off or was removed; the original view is back. Switch ${from} on to see it again.`,
};

const all: Readonly<Record<SliceMap['locale'], Words>> = { fr: spaced(fr), en };

/** The texts in the person's language; French before it is known. */
export function words(locale: SliceMap['locale'] | undefined): Words {
  return all[locale ?? 'fr'];
}

/** The table with the spaces that French has before its signs. */
export function spaced<Table extends object>(table: Table): Table {
  const entries = Object.entries(table as Readonly<Record<string, string | ((...parts: string[]) => string)>>);
  const made = entries.map(([key, text]) => [
    key,
    typeof text === 'string' ? spacedText('fr', text) : (...parts: string[]) => spacedText('fr', text(...parts)),
  ]);
  return Object.fromEntries(made) as Table;
}
