import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppError } from '@atelier/kernel';
import type { AuthoredExtension } from '@atelier/kernel/authoring';
import { findingErrors } from '../findings.ts';
import { inPackage } from './sources.ts';

/** Reports files that the manifest names and the package lacks, and entries that cannot run. */
export function checkEntries({ atelier, contributes }: AuthoredExtension, files: ReadonlySet<string>): readonly AppError[] {
  const named = [
    { file: atelier.main, where: 'atelier.main' },
    { file: atelier.ui, where: 'atelier.ui' },
    ...(atelier.servers ?? []).map(({ id, main }) => ({ file: main, where: `atelier.servers (${id})` })),
    ...contributes.views.map(({ id, html }) => ({ file: html, where: `atelier.contributes.views (${id})` })),
    ...Object.entries(atelier.points ?? {}).map(([name, file]) => ({ file, where: `atelier.points (${name})` })),
    ...Object.entries(atelier.channels ?? {}).map(([name, file]) => ({ file, where: `atelier.channels (${name})` })),
  ];
  return named.flatMap(({ file, where }) => {
    if (file === undefined) return [];
    if (!files.has(inPackage(file))) return [findingErrors['author/file-missing']({ file, where })];
    return /\.[cm]?tsx?$/.test(file) ? [findingErrors['author/typescript-entry']({ file, where })] : [];
  });
}

/** Reports texts that the manifest names and a language lacks. */
export function checkTexts(folder: string): readonly AppError[] {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const keys = [...new Set([...manifest.matchAll(/"%([\w.-]+)%"/g)].flatMap(match => match[1] ?? []))];
  return (['en', 'fr'] as const).flatMap(locale => {
    const texts = textsOf(folder, locale);
    return keys.filter(key => !Object.hasOwn(texts, key)).map(key => findingErrors['author/text-missing']({ key, locale }));
  });
}

function textsOf(folder: string, locale: string): object {
  try {
    const texts: unknown = JSON.parse(readFileSync(join(folder, 'text', `${locale}.json`), 'utf8'));
    return typeof texts === 'object' && texts !== null ? texts : {};
  } catch {
    return {};
  }
}

/** The agent's point for tools, which a model can call. */
const tools = '@atelier/agent:tools@1';

/** Reports tools that are missing from the permissions shown to the person. */
export function checkTools({ atelier, contributes }: AuthoredExtension): readonly AppError[] {
  const names = (contributes.others[tools] ?? []).map(entry => String((entry as { name?: unknown }).name));
  return names.filter(name => !atelier.rights?.tools?.includes(name)).map(tool => findingErrors['author/tool-right']({ tool }));
}
