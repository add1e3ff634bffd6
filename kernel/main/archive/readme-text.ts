import { exported } from '@atelier/schemas/profile/exported.mjs';
import { layout, type Row } from '@atelier/schemas/profile/layout.mjs';
import type { RowName } from '@atelier/schemas/profile/paths.mjs';
import { exportedAs } from './content.ts';
import type { Table } from './database-copy.ts';

const rows = Object.keys(layout) as RowName[];

/** README.txt of an archive: what is in it, and how to read it without Atelier. */
export function readmeText(archive: {
  readonly createdAt: string;
  readonly version: string | undefined;
  readonly keys: boolean;
  readonly databases: ReadonlyMap<string, readonly Table[]>;
}): string {
  const { createdAt, version, keys, databases } = archive;
  const inIt = rows.filter(name => ['whole', 'database', 'withoutKeys', 'choices'].includes(exportedAs(name)));
  const staysOut = rows.filter(name => exportedAs(name) === 'stays' || exportedAs(name) === 'replaced');
  return `${[
    `This is everything of one profile of Atelier${version === undefined ? '' : ` ${version}`}, made on ${createdAt}.`,
    'It is a zip file. It needs no Atelier to be read.',
    '',
    'To use it on another machine: Settings > Storage > Import, or "npm start -- --import FILE".',
    '',
    'FILES',
    '',
    'README.txt       this text',
    'manifest.json    the version of the format and of Atelier, the extensions, every file with its size and SHA-256,',
    '                 and under "leftOut" what could not be exported and why',
    'manifest.sha256  the SHA-256 of manifest.json; "sha256sum -c manifest.sha256" checks it',
    'profile/         the files of the profile, under the paths that they had there',
    'tables/          the rows of each small database once more, as JSON Lines; bytes are in base64',
    ...(keys ? ['keys.json        keys and other credentials, encrypted; see below'] : []),
    '',
    'Paths that begin with "./" in a database or a file are inside the profile. Times are milliseconds since 1970.',
    '',
    'IN THE FOLDER "profile"',
    '',
    ...inIt.flatMap(name => [`${layout[name].path}`, `    ${holdsOf(name)}`]),
    '',
    'NOT IN THIS ARCHIVE',
    '',
    'Keys and credentials, unless they are in keys.json. Folders of projects, which are outside of the profile. Installed',
    'extensions: manifest.json lists them, and they can be installed again. And what belongs to one machine, is a copy of',
    'what is here, or is made again:',
    '',
    ...staysOut.map(name => `${layout[name].path}`),
    '',
    ...(keys ? keysText : []),
    'TABLES',
    '',
    ...[...databases].flatMap(([path, tables]) => [path, '', ...tables.map(({ sql }) => `${sql.replaceAll(/^ {6}/gm, '')};`), '']),
  ].join('\n')}\n`;
}

function holdsOf(name: RowName): string {
  const row: { readonly as: string; readonly holds?: string } = exported[name];
  const { secret }: Row = layout[name];
  return `${row.holds ?? ''}${secret === true || row.as === 'withoutKeys' ? ' Without keys.' : ''}`;
}

const keysText = [
  'KEYS',
  '',
  'keys.json is a JSON object. "data" is encrypted with AES-256-GCM; "nonce" has 12 bytes, "tag" 16; there is no further data to',
  'authenticate. The key is scrypt of the passphrase (UTF-8, NFC) with "salt" and the given N, r and p, 32 bytes long. "salt",',
  '"nonce", "tag" and "data" are in base64. Decrypted, it is JSON: "files" has the files of the profile that hold keys, by path;',
  '"secrets" has what was given to extensions, by "extension/name". In Python, with the package "cryptography":',
  '',
  '    import base64, getpass, hashlib, json',
  '    from cryptography.hazmat.primitives.ciphers.aead import AESGCM',
  '    k = json.load(open("keys.json"))',
  '    b = {name: base64.b64decode(k[name]) for name in ("salt", "nonce", "tag", "data")}',
  '    key = hashlib.scrypt(getpass.getpass().encode(), salt=b["salt"], n=k["N"], r=k["r"], p=k["p"], maxmem=2**28, dklen=32)',
  '    print(AESGCM(key).decrypt(b["nonce"], b["data"] + b["tag"], None).decode())',
  '',
];
