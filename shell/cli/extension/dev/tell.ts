import { isAppError } from '@atelier/kernel';
import { readAuthored } from '@atelier/kernel/authoring';
import type { Sentence } from '../../texts.mjs';
import { examineWorking } from '../check/examine.ts';
import { snapshotOf } from './changes.ts';
import type { RunningApp } from './running-app.ts';

/** Says something in the terminal: a sentence to a person, a record to a program. */
export type Tell = (sentence: Sentence, record: object, values: Readonly<Record<string, unknown>>) => void;

const finding: Sentence = { en: '  {message} [{code}]', fr: '  {message} [{code}]' };
const ungranted: Sentence = {
  en: 'It asks for rights that nobody has granted here: {rights}. Grant them in Extensions, or start again with --grant.',
  fr: 'Elle demande des droits que personne n’a accordés ici : {rights}. Accordez-les dans Extensions, ou relancez avec --grant.',
};
const granted: Sentence = {
  en: 'Granted for development: {rights}.',
  fr: 'Accordé pour le développement : {rights}.',
};

/** Says what can be found in its files: what cannot be read or is not there, with file and line, and what has no effect. */
export async function tellFindings(root: string, folder: string, locale: 'en' | 'fr', tell: Tell): Promise<void> {
  const files = new Set(snapshotOf(folder).keys());
  const found = await examineWorking(root, folder, files).catch(error => (isAppError(error) ? [error] : []));
  for (const error of found) {
    const { code, message } = error.toRecord(locale);
    tell(finding, { finding: { code, message } }, { code, message });
  }
}

/** Says which rights it asks for and has not; grants them if that was asked for. */
export async function tellRights(app: RunningApp, folder: string, grant: boolean, tell: Tell): Promise<void> {
  const { extension } = readAuthored(folder);
  const rights = extension?.atelier.rights;
  if (extension === undefined || rights === undefined) return;
  const listed = (await app.call('kernel:listExtensions', {})) as readonly { readonly id: string; readonly granted: object }[];
  const missing = missingRights(rights, listed.find(({ id }) => id === extension.id)?.granted ?? {});
  if (missing.length === 0) return;
  if (grant) await app.call('kernel:grantRights', { id: extension.id, rights });
  const names = missing.map(right => `"${right}"`).join(', ');
  if (grant) tell(granted, { granted: missing }, { rights: names });
  else tell(ungranted, { ungranted: missing }, { rights: names });
}

/** The names of the rights of which something that is asked for is not granted. */
export function missingRights(asked: object, has: object): readonly string[] {
  const all = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [value]).map(each => JSON.stringify(each));
  const hasOf = (right: string): readonly string[] => all((has as Readonly<Record<string, unknown>>)[right]);
  return Object.entries(asked).flatMap(([right, value]) => {
    if (value === false) return [];
    const given = hasOf(right);
    return all(value).every(each => given.includes(each)) ? [] : [right];
  });
}
