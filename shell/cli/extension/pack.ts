import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from '../texts.mjs';
import { build } from './build.ts';
import { type Examined, examine } from './check/examine.ts';
import { type CommandResult, folderOf, type Invocation } from './command.ts';
import { type Contents, packContents } from './contents.ts';
import { authorErrors } from './errors.ts';

const packed = { en: 'Packed: {file} ({bytes} bytes, {integrity}).', fr: 'Empaquetée : {file} ({bytes} octets, {integrity}).' };

/** `extension pack`: builds it, checks it, and writes the package. */
export async function pack(invocation: Invocation): Promise<CommandResult> {
  const folder = folderOf(invocation);
  const into = resolve(typeof invocation.options.into === 'string' ? invocation.options.into : '.');
  mkdirSync(into, { recursive: true });
  const { extension } = await buildChecked(invocation.root, folder);
  const contents: Contents = await packContents(invocation.root, folder, into);
  const file = join(into, contents.filename);
  const { integrity, packed: bytes, unpacked } = contents;
  return {
    ok: true,
    record: {
      id: extension.id,
      version: extension.version,
      file,
      integrity,
      size: { packed: bytes, unpacked, files: contents.files.length },
    },
    lines: [text(packed, { file, bytes, integrity })],
  };
}

/** Builds and examines a folder; throws if it has errors. */
export async function buildChecked(
  root: string,
  folder: string,
): Promise<Examined & { readonly extension: NonNullable<Examined['extension']> }> {
  await build(root, folder);
  const examined = await examine(root, folder);
  const { extension, errors } = examined;
  if (extension === undefined) throw errors[0] ?? authorErrors['author/invalid']({ id: folder, count: 1, folder });
  if (errors.length > 0) throw authorErrors['author/invalid']({ id: extension.id, count: errors.length, folder });
  return { ...examined, extension };
}
