import type { Editor } from '../contract/index.ts';

export interface Target {
  /** Absolute, so that no name in it can be taken for an option. */
  readonly path: string;
  readonly isFolder: boolean;
  readonly line?: number;
  readonly column?: number;
}

/** The arguments with which an editor opens a folder, or a file at a place in it as exactly as it can. */
export function argumentsOf(editor: Editor, { path, isFolder, line, column }: Target): readonly string[] {
  const form = isFolder ? editor.folder : formOf(editor, path, line, column);
  const values: Readonly<Record<string, string>> = { path, line: String(line ?? 1), column: String(column ?? 1) };
  return form.map(part => part.replaceAll(/\{(path|line|column)\}/g, (_whole, name: string) => values[name] ?? ''));
}

function formOf({ file, line: atLine, column: atColumn }: Editor, path: string, line?: number, column?: number): readonly string[] {
  const wanted = [column !== undefined && line !== undefined ? atColumn : undefined, line === undefined ? undefined : atLine, file];
  // In `a:12:3` nobody could tell the name `a:12` from line 12.
  const isUnclear = /:\d+(?::|$)/.test(path);
  return wanted.find(form => form !== undefined && !(isUnclear && form.some(part => part.startsWith('{path}:')))) ?? file;
}
