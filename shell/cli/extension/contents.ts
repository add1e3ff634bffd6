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

interface PackOutput {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly integrity: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Packs a folder into the folder `into`; without it, nothing is written. */
export async function packContents(root: string, folder: string, into?: string): Promise<Contents> {
  const result = await runNpm(root, folder, ['pack', '--json', ...(into === undefined ? ['--dry-run'] : [`--pack-destination=${into}`])]);
  if (result.code !== 0) throw authorErrors['author/not-packed']({ folder, reason: reasonIn(result) });
  // npm 12 prints an object by name, earlier versions a list.
  const [packed] = Object.values(JSON.parse(result.stdout) as Readonly<Record<string, PackOutput>>);
  if (packed === undefined) throw authorErrors['author/not-packed']({ folder, reason: result.stdout });
  const { files, size, unpackedSize, filename, integrity } = packed;
  return {
    files: files.map(({ path, size: bytes }) => ({ path, size: bytes })),
    packed: size,
    unpacked: unpackedSize,
    filename,
    integrity,
  };
}
