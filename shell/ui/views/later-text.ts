import type { SliceMap } from '@atelier/kernel/ui';
import { spaced } from '../text.ts';

const fr = {
  openAddress: 'Ouvrir cette adresse ?',
  open: 'Ouvrir',
  cancel: 'Annuler',
  chooseFolder: 'Choisir un dossier',
  folderAbove: 'Dossier parent',
  path: 'Chemin',
  noFolders: 'Aucun dossier ici.',
  hiddenToo: 'Dossiers cachés',
  choose: 'Choisir',
  asksToOpen: (from: string) => `${from} veut l’ouvrir hors d’Atelier.`,
  offerOf: (title: string) => `Proposition de « ${title} »`,
  offer: (title: string, surface: string) => `« ${title} » peut remplacer « ${surface} ».`,
  offerMeans: (from: string) => `${from} s’affichera ici, isolée. Vous pourrez revenir en un clic.`,
  accept: 'Essayer',
  decline: 'Non',
  moreActions: 'Plus d’actions',
};

const en: typeof fr = {
  openAddress: 'Open this address?',
  open: 'Open',
  cancel: 'Cancel',
  chooseFolder: 'Choose a folder',
  folderAbove: 'Parent folder',
  path: 'Path',
  noFolders: 'No folders here.',
  hiddenToo: 'Hidden folders',
  choose: 'Choose',
  asksToOpen: from => `${from} wants to open it outside Atelier.`,
  offerOf: title => `Offer of “${title}”`,
  offer: (title, surface) => `“${title}” can stand in for “${surface}”.`,
  offerMeans: from => `${from} would be shown here, isolated. One click brings the original back.`,
  accept: 'Try it',
  decline: 'No',
  moreActions: 'More actions',
};

const all: Readonly<Record<SliceMap['locale'], typeof fr>> = { fr: spaced(fr), en };

/** The texts of the dialogs and of the offer of a replacement, which are loaded with them. */
export function laterWords(locale: SliceMap['locale'] | undefined): typeof fr {
  return all[locale ?? 'fr'];
}
