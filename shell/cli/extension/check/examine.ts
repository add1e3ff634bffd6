import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppError } from '@atelier/kernel';
import { type AuthoredExtension, readAuthored } from '@atelier/kernel/authoring';
import { type Contents, packContents } from '../contents.ts';
import { authorErrors } from '../errors.ts';
import { findingErrors } from '../findings.ts';
import { checkEntries, checkTexts, checkTools } from './entries.ts';
import { checkMainSide } from './main-side.ts';
import { checkNames } from './names.ts';
import { checkSecrets } from './secrets.ts';
import { inPackage, reach } from './sources.ts';
import { checkViews } from './views.ts';

/** The result of examining an extension's folder. */
export interface Examined {
  readonly extension: AuthoredExtension | undefined;
  readonly contents: Contents | undefined;
  /** The errors that prevent packing. */
  readonly errors: readonly AppError[];
  /** Hints for the author that do not prevent packing. */
  readonly warnings: readonly AppError[];
  readonly isPrivate: boolean;
  readonly keywords: readonly string[];
}

/** The npm keyword by which the marketplace finds extensions. */
export const keyword = 'atelier-extension';

/** Larger packages are refused at the install. */
const limits = { megabytes: 50, files: 5000 };
const warningCodes: readonly string[] = ['author/view-reach', 'author/right-unused', 'author/text-missing'];

interface PackageFile {
  readonly private?: boolean;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Checks a folder as the kernel, a frame and the installer would, and collects their errors. */
export async function examine(root: string, folder: string): Promise<Examined> {
  const { extension, problems } = readAuthored(folder);
  if (extension === undefined) return { extension, contents: undefined, errors: problems, warnings: [], isPrivate: false, keywords: [] };
  const file = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8').replace(/^\uFEFF/, '')) as PackageFile;
  const contents = await packContents(root, folder);
  const files = new Set(contents.files.map(({ path }) => path));
  const found = [
    ...checkEntries(extension, files),
    ...(await checkSources(root, folder, extension, Object.keys(file.dependencies ?? {}), files)),
    ...checkTexts(folder),
    ...checkTools(extension),
    ...checkSecrets(folder, contents.files),
    ...checkSize(contents),
  ];
  const isWarning = (error: AppError) => warningCodes.includes(error.code);
  return {
    extension,
    contents,
    errors: [...problems, ...found.filter(error => !isWarning(error))],
    warnings: [
      ...found.filter(isWarning),
      ...([...files].some(path => /^readme(?:\.md)?$/i.test(path)) ? [] : [authorErrors['author/no-readme']({ id: extension.id })]),
      ...(file.license === undefined ? [findingErrors['author/no-license']({})] : []),
    ],
    isPrivate: file.private === true,
    keywords: file.keywords ?? [],
  };
}

/** What can be said of the code of an extension without packing it. */
async function checkSources(
  root: string,
  folder: string,
  extension: AuthoredExtension,
  dependencies: readonly string[],
  files: ReadonlySet<string>,
): Promise<readonly AppError[]> {
  const { main, ui } = extension.atelier;
  const reached = [main, ui].flatMap(entry =>
    entry === undefined || !files.has(inPackage(entry)) ? [] : reach(folder, entry, files).sources,
  );
  const uiSource = ui === undefined ? undefined : reached.find(({ file }) => file === inPackage(ui));
  return [
    ...checkViews(folder, extension, files),
    ...checkMainSide(folder, extension, dependencies, files),
    ...(await checkNames(root, folder, extension, [...new Map(reached.map(each => [each.file, each])).values()], uiSource)),
  ];
}

/** The same for a folder under development, whose files are run as they are: what is missing or wrong, and nothing of how it is packed. */
export async function examineWorking(root: string, folder: string, files: ReadonlySet<string>): Promise<readonly AppError[]> {
  const { extension, problems } = readAuthored(folder);
  if (extension === undefined) return problems;
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8').replace(/^\uFEFF/, '')) as PackageFile;
  const found = [
    ...problems,
    ...checkTools(extension),
    ...checkEntries(extension, files),
    ...(await checkSources(root, folder, extension, Object.keys(dependencies), files)),
  ];
  return found.filter(({ code }) => code !== 'author/typescript-entry');
}

function checkSize({ files, unpacked }: Contents): readonly AppError[] {
  const megabytes = Math.ceil(unpacked / 1e6);
  if (megabytes <= limits.megabytes && files.length <= limits.files) return [];
  return [findingErrors['author/large']({ megabytes, files: files.length, mostMegabytes: limits.megabytes, mostFiles: limits.files })];
}
