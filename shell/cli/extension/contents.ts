import { authorErrors } from './errors.ts';
import { reasonIn, runNpm } from './npm.ts';

/** The files that npm would pack, from its own output. */
export interface Contents {
  readonly files: readonly { readonly path: string; readonly size: number }[];
  readonly packed: number;
  readonly unpacked: number;
  readonly filename: string;
  readonly integrity: string;
}

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly integrity: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Packs a folder; without `into` nothing is written. */
export async function packContents(root: string, folder: string, into?: string): Promise<Contents> {
  const answer = await runNpm(root, folder, ['pack', '--json', ...(into === undefined ? ['--dry-run'] : [`--pack-destination=${into}`])]);
  if (answer.code !== 0) throw authorErrors['author/not-packed']({ folder, reason: reasonIn(answer) });
  // npm 12 prints an object by name, earlier versions a list.
  const [packed] = Object.values(JSON.parse(answer.out) as Readonly<Record<string, Packed>>);
  if (packed === undefined) throw authorErrors['author/not-packed']({ folder, reason: answer.out });
  const { files, size, unpackedSize, filename, integrity } = packed;
  return {
    files: files.map(({ path, size: bytes }) => ({ path, size: bytes })),
    packed: size,
    unpacked: unpackedSize,
    filename,
    integrity,
  };
}
