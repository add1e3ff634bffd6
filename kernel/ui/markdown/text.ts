const fr = {
  copy: 'Copier',
  copied: 'Copié',
  notCopied: 'La copie a été refusée : sélectionnez le texte et copiez-le au clavier.',
  wrap: 'Renvoyer les lignes à la ligne',
  code: 'Code',
  diagram: 'Source du diagramme',
  drawing: 'Diagramme',
  fold: 'Replier ou déplier',
  showSource: 'Source',
  showDrawing: 'Dessin',
  less: 'Replier',
  done: 'Fait',
  notDone: 'À faire',
  picture: 'Image',
  showPicture: (host: string) => `Charger l’image depuis ${host}`,
  pictureFailed: (host: string) => `L’image n’a pas pu être chargée depuis ${host}.`,
  noPicture: 'Image non affichée : son adresse n’est pas permise.',
  doubtful: (href: string) => `Attention, ce nom peut en imiter un autre : ${href}`,
  footnote: (label: string) => `Note ${label}`,
};

/** The kit's own texts in rendered markdown and code. */
export type MarkdownTexts = typeof fr;

const en: MarkdownTexts = {
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Copying was refused: select the text and copy it with the keyboard.',
  wrap: 'Wrap long lines',
  code: 'Code',
  diagram: 'Source of the diagram',
  drawing: 'Diagram',
  fold: 'Fold or unfold',
  showSource: 'Source',
  showDrawing: 'Drawing',
  less: 'Show less',
  done: 'Done',
  notDone: 'To do',
  picture: 'Image',
  showPicture: host => `Load the image from ${host}`,
  pictureFailed: host => `The image could not be loaded from ${host}.`,
  noPicture: 'Image not shown: its address is not allowed.',
  doubtful: href => `Careful, this name may imitate another: ${href}`,
  footnote: label => `Note ${label}`,
};

/** These texts in the language of the document. */
export function markdownTexts(): MarkdownTexts {
  return isEnglish() ? en : fr;
}

/** How many more lines a block of code has, in words. */
export function moreLines(count: number): string {
  const number = new Intl.NumberFormat(isEnglish() ? 'en' : 'fr').format(count);
  if (isEnglish()) return count === 1 ? '1 more line' : `${number} more lines`;
  return count === 1 ? '1 ligne de plus' : `${number} lignes de plus`;
}

function isEnglish(): boolean {
  return document.documentElement.lang.toLowerCase().startsWith('en');
}
