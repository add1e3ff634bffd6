/** Longer than this, a text is a file. */
const longest = 100_000;

/** A pasted text that is too long for the field, as a file. */
export function pastedText(data: DataTransfer | null, name: string): File | undefined {
  const words = data?.getData('text/plain') ?? '';
  return words.length > longest ? new File([words], name, { type: 'text/plain' }) : undefined;
}

/** The files that were pasted or dropped. Words that come with a picture of themselves are words. */
export function filesIn(data: DataTransfer | null, isDropped: boolean): { readonly files: readonly File[]; readonly hasFolder: boolean } {
  const items = [...(data?.items ?? [])].filter(({ kind }) => kind === 'file');
  if (!isDropped && (data?.getData('text/plain') ?? '') !== '') return { files: [], hasFolder: false };
  const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry?.()?.isDirectory === true;
  const files = items.filter(item => !isFolder(item)).flatMap(item => item.getAsFile() ?? []);
  return { files, hasFolder: items.some(isFolder) };
}
