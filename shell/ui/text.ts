import { type SliceMap, spacedText } from '@atelier/kernel/ui';

const fr = {
  retry: 'Réessayer',
  accept: 'Essayer',
  decline: 'Non',
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
  refused: 'Cette fenêtre n’est plus autorisée. Atelier a redémarré : ouvrez l’adresse que le terminal affiche, ou relancez `npm start`.',
  nothing: 'Rien à afficher ici : aucune extension active ne propose de vue principale.',
  openAddress: 'Ouvrir cette adresse ?',
  open: 'Ouvrir',
  show: 'Afficher',
  cancel: 'Annuler',
  chooseFolder: 'Choisir un dossier',
  folderAbove: 'Dossier parent',
  path: 'Chemin',
  noFolders: 'Aucun dossier ici.',
  hiddenToo: 'Dossiers cachés',
  choose: 'Choisir',
  asksToOpen: (from: string) => `${from} veut l’ouvrir hors d’Atelier.`,
  notShown: (title: string) => `« ${title} » ne s’affiche pas`,
  shownBy: (title: string) => `Affiché par « ${title} »`,
  cameBack: (title: string) => `« ${title} » a échoué ; la vue d’origine est de retour.`,
  wentAway: (title: string, from: string) =>
    `« ${title} » ne s’affiche plus, car ${from} est arrêtée ou désinstallée ; la vue d’origine est de retour. Réactivez ${from} pour la revoir.`,
  offerOf: (title: string) => `Proposition de « ${title} »`,
  offer: (title: string, surface: string) => `« ${title} » peut remplacer « ${surface} ».`,
  offerMeans: (from: string) => `${from} s’affichera ici, isolée. Vous pourrez revenir en un clic.`,
};

/** The texts of the page around the views. */
export type Words = typeof fr;

const en: Words = {
  retry: 'Try again',
  accept: 'Try it',
  decline: 'No',
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
  refused:
    'This window is no longer admitted. Atelier has restarted: open the address that the terminal printed, or run `npm start` again.',
  nothing: 'Nothing to show here: no extension that is switched on offers a main view.',
  openAddress: 'Open this address?',
  open: 'Open',
  show: 'Show',
  cancel: 'Cancel',
  chooseFolder: 'Choose a folder',
  folderAbove: 'Parent folder',
  path: 'Path',
  noFolders: 'No folders here.',
  hiddenToo: 'Hidden folders',
  choose: 'Choose',
  asksToOpen: from => `${from} wants to open it outside Atelier.`,
  notShown: title => `“${title}” cannot be shown`,
  shownBy: title => `Shown by “${title}”`,
  cameBack: title => `“${title}” failed; the original view is back.`,
  wentAway: (title, from) =>
    `“${title}” is no longer shown, because ${from} is switched off or was removed; the original view is back. Switch ${from} on to see it again.`,
  offerOf: title => `Offer of “${title}”`,
  offer: (title, surface) => `“${title}” can stand in for “${surface}”.`,
  offerMeans: from => `${from} would be shown here, isolated. One click brings the original back.`,
};

const all: Readonly<Record<SliceMap['locale'], Words>> = { fr: spaced(fr), en };

/** The texts in the person's language; French before it is known. */
export function words(locale: SliceMap['locale'] | undefined): Words {
  return all[locale ?? 'fr'];
}

function spaced(table: Words): Words {
  const entries = Object.entries(table as Readonly<Record<string, string | ((...parts: string[]) => string)>>);
  const made = entries.map(([key, text]) => [
    key,
    typeof text === 'string' ? spacedText('fr', text) : (...parts: string[]) => spacedText('fr', text(...parts)),
  ]);
  return Object.fromEntries(made) as Words;
}
