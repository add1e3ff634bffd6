import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { repositoryFiles } from './tree.ts';

export const snapshotPath = 'tests/messages.snap.md';

/** One error message for the person, and the file that defines it. */
export interface Message {
  readonly code: string;
  readonly file: string;
  readonly en: string;
  readonly fr: string;
}

interface MadeError {
  readonly message: string;
  in(locale: 'fr' | 'en'): string;
}

/** The files that define errors, found by their content, so that a new folder is included too. */
export function errorFiles(files: readonly string[], read: (path: string) => string): readonly string[] {
  return files
    .filter(path => /^(?:kernel|plugins|shell|schemas|registry-dev)\/.+\.ts$/.test(path))
    .filter(path => {
      if (path.endsWith('.test.ts') || path.endsWith('.d.ts') || path === 'kernel/api/error.ts') return false;
      return /\bdefineErrors\(/.test(read(path));
    });
}

/** Every message of the repository, by code. */
export async function collectMessages(): Promise<readonly Message[]> {
  const files = errorFiles(repositoryFiles(), path => readFileSync(path, 'utf8'));
  const tables = await Promise.all(files.map(async file => messagesOf(file, await import(pathToFileURL(file).href))));
  return tables.flat().toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

/** The sentences of one module's exported tables, with their placeholders. */
export function messagesOf(file: string, exported: Readonly<Record<string, unknown>>): readonly Message[] {
  const found = Object.values(exported)
    .filter(isTable)
    .flatMap(table => {
      return Object.entries(table).map(([code, make]) => {
        const error = make({});
        return { code, file, en: error.message, fr: error.in('fr') };
      });
    });
  if (found.length === 0)
    throw new Error(`${file} calls defineErrors and exports no table. Export it, so that its sentences are reviewed.`);
  return found;
}

function isTable(value: unknown): value is Record<string, (details: object) => MadeError> {
  if (typeof value !== 'object' || value === null) return false;
  const entries = Object.entries(value);
  return entries.length > 0 && entries.every(([code, make]) => code.includes('/') && typeof make === 'function');
}

/** The faults of the messages, one sentence each. */
export function faultsOf(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message, index) => {
    const twin = messages.findIndex(other => other.code === message.code);
    return [
      ...(twin === index ? [] : [`${message.code} stands in ${messages[twin]?.file} and in ${message.file}.`]),
      ...(/^[a-z][a-z0-9-]*\/[a-z0-9-]+$/.test(message.code) ? [] : [`${message.code} is not of the form area/what-happened.`]),
      ...(blanksOf(message.en) === blanksOf(message.fr) ? [] : [`${message.code} leaves other blanks in French than in English.`]),
      ...(message.en === message.fr ? [`${message.code} says the same in both languages.`] : []),
      ...(['en', 'fr'] as const)
        .filter(locale => !isWhole(message[locale]))
        .map(locale => `${message.code} does not end as a sentence (${locale}).`),
    ];
  });
}

function isOneBlank(sentence: string): boolean {
  return /^\{\w+\}$/.test(sentence);
}

/** A message that is only one placeholder was composed per language, so the placeholder may have the language's name. */
function blanksOf(sentence: string): string {
  if (isOneBlank(sentence)) return 'one';
  return [...new Set(sentence.match(/\{\w+\}/g) ?? [])].toSorted().join();
}

/** Ends with a full stop; a message that is only one placeholder already contains it. */
function isWhole(sentence: string): boolean {
  return isOneBlank(sentence) || (sentence.length >= 10 && /[.!?](?:["”»]|\s»)?$/.test(sentence.trim()));
}

/** All messages as a page. */
export function messagesPage(messages: readonly Message[]): string {
  const parts = messages.map(({ code, file, en, fr }) => `## ${code}\n\n${file}\n\n- en: ${en}\n- fr: ${fr}\n`);
  return `# Messages\n\nEvery error a person may read. Written by \`npm run generate\`.\n\n${parts.join('\n')}`;
}
