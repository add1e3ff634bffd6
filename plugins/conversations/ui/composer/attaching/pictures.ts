import type { Attachment } from '../../../contract/index.ts';

const maxSide = 2048;
/** The limit of several models. */
const maxBytes = 3_500_000;
const known = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const side = 40;

/** Converts a picture of a type that models do not read to PNG; returns every other file as it is. */
export async function readable(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.type.startsWith('image/svg') || known.has(file.type)) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const blob = await drawn(bitmap, 1, 'image/png');
    return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.png`, { type: 'image/png' });
  } catch {
    // The upload reports why it is no picture.
    return file;
  }
}

/** A smaller copy of a picture for the model; undefined if the picture is small enough. */
export async function smallerOf(file: Blob, { width = 1, height = 1 }: Attachment): Promise<Blob | undefined> {
  if (Math.max(width, height) <= maxSide && file.size <= maxBytes) return undefined;
  // Only the width is set, because the orientation of a camera's picture may swap width and height.
  const bitmap = await createImageBitmap(file, { resizeWidth: Math.min(width, maxSide), resizeQuality: 'high' });
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const isPhoto = file.type === 'image/jpeg';
  const blob = await drawn(bitmap, scale, isPhoto ? 'image/jpeg' : 'image/png');
  return blob.size <= maxBytes ? blob : await drawn(await createImageBitmap(blob), 1, 'image/jpeg');
}

/** A small square of a picture, redrawn so that the page does not show the file itself. */
export async function thumbnailOf(file: Blob): Promise<string> {
  const whole = await createImageBitmap(file, { resizeWidth: side * 2, resizeQuality: 'medium' });
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const scale = Math.max(side / whole.width, side / whole.height);
  const [width, height] = [whole.width * scale, whole.height * scale];
  canvas.getContext('2d')?.drawImage(whole, (side - width) / 2, (side - height) / 2, width, height);
  whole.close();
  return canvas.toDataURL('image/png');
}

async function drawn(bitmap: ImageBitmap, scale: number, type: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale)));
  const context = canvas.getContext('2d');
  if (type === 'image/jpeg' && context !== null) {
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return await canvas.convertToBlob({ type, quality: 0.88 });
}
