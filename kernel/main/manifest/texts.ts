import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Locale, visibleText } from '@atelier/kernel';
import type { Found } from './manifest.ts';

type Texts = Readonly<Record<string, string>>;

const placeholder = /^%([\w.-]+)%$/;

/** The texts of manifests: `%rules%` becomes the text in text/<language>.json, in English if a language lacks it. */
export class ManifestTexts {
  /** By `Found`: each reload of an extension has texts of its own, in the same files. */
  readonly #read = new WeakMap<Found, Partial<Record<Locale, Texts>>>();

  /** A copy of a value with every `%key%` in it resolved; a key that no file has is kept, to be noticed. Texts of others are made visible. */
  resolve<T>(found: Found, value: T, locale: Locale): T {
    if (typeof value === 'string') {
      const key = placeholder.exec(value)?.[1];
      const text = key === undefined ? value : String(this.#of(found, locale)[key] ?? this.#of(found, 'en')[key] ?? value);
      return (found.bundled ? text : visibleText(text, 'name')) as T;
    }
    if (Array.isArray(value)) return value.map(one => this.resolve(found, one, locale)) as T;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.resolve(found, one, locale)])) as T;
  }

  #of(found: Found, locale: Locale): Texts {
    const read = this.#read.get(found) ?? {};
    this.#read.set(found, read);
    read[locale] ??= readTexts(join(found.folder, 'text', `${locale}.json`));
    return read[locale];
  }
}

function readTexts(file: string): Texts {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Texts) : {};
  } catch {
    return {};
  }
}
