import type { AppError } from '@atelier/kernel';
import { text } from '../texts.mjs';
import { type Examined, examine } from './check/examine.ts';
import { type CommandResult, folderOf, type Invocation } from './command.ts';
import { permissionsOf } from './permissions.ts';

const titles = {
  good: { en: '{id} {version} is in order.', fr: '{id} {version} est en ordre.' },
  bad: { en: '{id}: {count} to mend.', fr: '{id} : {count} à corriger.' },
  errors: { en: 'To mend', fr: 'À corriger' },
  warnings: { en: 'To look at', fr: 'À regarder' },
  asks: { en: 'What a person is told before it starts', fr: 'Ce qu’on dit à une personne avant qu’elle démarre' },
  size: {
    en: 'Size: {packed} kB to download, {unpacked} kB on disk, {files} files.',
    fr: 'Taille : {packed} ko à télécharger, {unpacked} ko sur le disque, {files} fichiers.',
  },
};

/** `extension validate`: reports problems, permissions and size, and changes nothing. */
export async function validate(invocation: Invocation): Promise<CommandResult> {
  const folder = folderOf(invocation);
  return reportOn(await examine(invocation.root, folder), folder, invocation.locale);
}

function reportOn(examined: Examined, folder: string, locale: 'en' | 'fr'): CommandResult {
  const { extension, contents, errors, warnings } = examined;
  const ok = errors.length === 0;
  const toRecord = (error: AppError) => ({ code: error.code, message: error.in(locale) });
  const permissions = extension === undefined ? [] : permissionsOf(extension, locale);
  const size = contents && { packed: contents.packed, unpacked: contents.unpacked, files: contents.files.length };
  const values = { id: extension?.id ?? folder, version: extension?.version ?? '', count: errors.length };
  const list = (title: keyof typeof titles, rows: readonly string[]) =>
    rows.length === 0 ? [] : ['', text(titles[title]), ...rows.map(row => `  ${row}`)];
  const line = (error: AppError) => `${error.in(locale)} [${error.code}]`;
  return {
    ok,
    record: {
      ...(extension && { id: extension.id, version: extension.version }),
      errors: errors.map(toRecord),
      warnings: warnings.map(toRecord),
      permissions,
      ...(size && { size }),
    },
    lines: [
      text(ok ? titles.good : titles.bad, values),
      ...list('errors', errors.map(line)),
      ...list('warnings', warnings.map(line)),
      ...list(
        'asks',
        permissions.map(({ says }) => says),
      ),
      ...(size === undefined
        ? []
        : ['', text(titles.size, { ...size, packed: kilobytes(size.packed), unpacked: kilobytes(size.unpacked) })]),
    ],
  };
}

function kilobytes(bytes: number): string {
  return String(Math.max(1, Math.round(bytes / 1000)));
}
