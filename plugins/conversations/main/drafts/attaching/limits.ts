import type { AccessMode } from '@atelier/agent/contract';
import type { AppError, Locale } from '@atelier/kernel';
import type { Attachment } from '../../../contract/index.ts';
import { errors } from '../../errors.ts';
import type { AttachmentRecord, Nature } from './records.ts';

export const limits = {
  image: 20_000_000,
  text: 500_000,
  file: 1_000_000,
  anything: 200_000_000,
  /** On the long side, for the model. */
  side: 2048,
  /** A larger picture would exhaust the memory of the page that shows it. */
  pixels: 100_000_000,
  count: 20,
} as const;

type Treatment = { readonly kind: Attachment['kind']; readonly limit?: AppError };

/** How a file is sent in an access mode, and which limit it exceeds. */
export function treatmentOf({ nature, name, size }: Pick<AttachmentRecord, 'nature' | 'name' | 'size'>, mode: AccessMode): Treatment {
  if (nature === 'image') return { kind: 'image' };
  const most = limits[nature === 'text' ? 'text' : 'file'];
  if (size <= most) return { kind: nature === 'text' ? 'text' : 'file' };
  const blanks = { name, size: sizeWords(size), most: sizeWords(most) };
  if (mode === 'open') return { kind: 'path', limit: errors['conversations/attachment-by-path'](blanks) };
  if (nature === 'text') return { kind: 'text', limit: errors['conversations/attachment-cut'](blanks) };
  return { kind: 'path', limit: errors['conversations/attachment-too-large'](blanks) };
}

/** Throws if a file may not be attached at all. */
export function checkSize(name: string, size: number, nature: Nature, mode: AccessMode): void {
  if (nature === 'image' && size > limits.image) {
    throw errors['conversations/picture-too-large']({ name, is: sizeWords(size), most: sizeWords(limits.image) });
  }
  if (size > limits.anything) {
    throw errors['conversations/attachment-too-large']({ name, size: sizeWords(size), most: sizeWords(limits.anything) });
  }
  if (nature === 'other' && size > limits.file && mode === 'secure') {
    throw errors['conversations/attachment-too-large']({ name, size: sizeWords(size), most: sizeWords(limits.file) });
  }
}

/** A size as text in both languages, for an error message. */
export function sizeWords(bytes: number): Readonly<Record<Locale, string>> {
  const unit = bytes >= 1e6 ? 'megabyte' : bytes >= 1e3 ? 'kilobyte' : 'byte';
  const value = bytes / { megabyte: 1e6, kilobyte: 1e3, byte: 1 }[unit];
  const words = (locale: Locale) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: 1,
    }).format(value);
  return { fr: words('fr'), en: words('en') };
}
