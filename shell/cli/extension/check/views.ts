import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { AppError } from '@atelier/kernel';
import type { AuthoredExtension } from '@atelier/kernel/authoring';
import { findingErrors } from '../findings.ts';
import { inPackage, type Reached, reach, type Source } from './sources.ts';
import type { Syntax } from './syntax.ts';

/** The modules of the views' import map, with the `lit/…` directives that it names. */
const importMap = /^(?:lit(?:\/[a-z/-]+\.js)?|@atelier\/kernel(?:\/ui)?|\/__atelier\/view\.js)$/;

const storageAdvice = {
  en: 'Keep a little in view.state, and the rest in the main side’s database.',
  fr: 'Gardez un peu dans view.state, et le reste dans la base du côté principal.',
};
const networkAdvice = {
  en: 'Let the main side ask, with ctx.fetch and a right.',
  fr: 'Faites demander le côté principal, avec ctx.fetch et un droit.',
};
const codeAdvice = { en: 'Write the function itself.', fr: 'Écrivez la fonction elle-même.' };

type Advice = typeof storageAdvice;

/** What a view’s policy blocks, and what to do instead. */
const blocked: readonly { readonly names: readonly string[]; readonly members?: readonly [string, string]; readonly instead: Advice }[] = [
  {
    names: ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'],
    members: ['navigator', 'sendBeacon'],
    instead: networkAdvice,
  },
  { names: ['localStorage', 'sessionStorage', 'indexedDB'], members: ['document', 'cookie'], instead: storageAdvice },
  { names: ['eval', 'Function'], instead: codeAdvice },
];

/** Finds what the views of an extension cannot do in their frames. */
export function checkViews(folder: string, { atelier, contributes }: AuthoredExtension, files: ReadonlySet<string>): readonly AppError[] {
  const pages = contributes.views.flatMap(({ html }) => (html === undefined || !files.has(inPackage(html)) ? [] : [inPackage(html)]));
  const scripts = pages.map(page => pageScripts(folder, page));
  const entries = [...(atelier.ui === undefined ? [] : [atelier.ui]), ...scripts.flatMap(each => each.files)].filter(entry =>
    files.has(inPackage(entry)),
  );
  const reachable = entries.map(entry => reach(folder, entry, files));
  const sources = unique(reachable);
  return [
    ...scripts.flatMap(each => each.problems),
    ...reachable.flatMap(missingOf),
    ...unreadable(sources),
    ...sources.flatMap(problemsOf),
  ];
}

/** One finding for each import of a missing file. */
export function missingOf({ missing }: Reached): readonly AppError[] {
  return missing.map(({ from, file }) => findingErrors['author/file-missing']({ file, where: from }));
}

/** The sources of several entries, each once. */
export function unique(reachable: readonly Reached[]): readonly Source[] {
  return [...new Map(reachable.flatMap(({ sources }) => sources.map(source => [source.file, source] as const))).values()];
}

/** A finding for each source with a mistake in its syntax. */
export function unreadable(sources: readonly Source[]): readonly AppError[] {
  return sources.flatMap(({ file, syntax: { problem } }) =>
    problem === undefined ? [] : [findingErrors['author/syntax']({ file, ...problem })],
  );
}

function problemsOf({ file, imports, syntax }: Source): readonly AppError[] {
  return [
    ...imports.filter(what => !importMap.test(what)).map(what => findingErrors['author/view-import']({ file, what })),
    ...blocked.flatMap(({ names, members, instead }) => {
      const what = names.find(name => syntax.usesGlobal(name)) ?? memberOf(syntax, members);
      return what === undefined ? [] : [findingErrors['author/view-reach']({ file, what, instead })];
    }),
  ];
}

function memberOf(syntax: Syntax, members: readonly [string, string] | undefined): string | undefined {
  return members !== undefined && syntax.usesMember(...members) ? members.join('.') : undefined;
}

function pageScripts(folder: string, page: string): { readonly files: readonly string[]; readonly problems: readonly AppError[] } {
  const html = readFileSync(join(folder, page), 'utf8').replaceAll(/<!--[\s\S]*?-->/g, '');
  const tags = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)].map(([, attributes = '', body = '']) => ({
    src: /\bsrc\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1],
    body: body.trim(),
  }));
  const isOwn = (src: string) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(src);
  const isBlocked = tags.some(({ src, body }) => (src === undefined ? body !== '' : !isOwn(src))) || /\son[a-z]+\s*=\s*["']/i.test(html);
  const files = tags.flatMap(({ src }) => (src === undefined || !isOwn(src) || src.startsWith('/__atelier/') ? [] : [fileOf(page, src)]));
  return { files, problems: isBlocked ? [findingErrors['author/inline-script']({ file: page })] : [] };
}

function fileOf(page: string, src: string): string {
  return src.startsWith('/') ? src.slice(1) : posix.join(posix.dirname(page), src);
}
