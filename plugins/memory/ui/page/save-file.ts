/** Offers the parts of a text as a file to keep. */
export function saveFile(page: Document, name: string, type: string, parts: BlobPart[]): void {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = page.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
