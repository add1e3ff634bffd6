import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runServed } from './served-program.ts';
import { type Sentence, say } from './texts.mjs';
import { cloudOptions } from './wrong-use.mjs';

/** The first line of the server's output: its address, or why it did not start. */
interface FirstLine {
  readonly url?: string;
  readonly publicUrl?: string;
  readonly failed?: string;
  readonly reason?: string;
  readonly sentence?: Sentence;
}

/** `cloud serve`: runs the control plane in a process of its own, until it is stopped. */
export async function cloud(root: string, args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: cloudOptions });
  const { json = false, data = defaultFolder(), ...given } = values as Readonly<Record<string, string>> & { json?: boolean };
  const passed = Object.entries(given).map(([name, value]) => `--${name}=${value}`);
  const program = join(root, 'plugins', 'cloud', 'server', 'serve.ts');
  return await runServed<FirstLine>({
    argv: [program, `--data=${data}`, '--attached', ...passed],
    began(first, line) {
      if (first.url === undefined) return notStarted(first, given.port ?? '4310');
      if (json) process.stdout.write(`${line}\n`);
      else say(listening, { url: first.publicUrl, data });
      return undefined;
    },
  });
}

/** Where a server keeps its data, unless it is told. */
function defaultFolder(): string {
  const { XDG_DATA_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'win32') return join(LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'Atelier Cloud');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Atelier Cloud');
  return join(XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'atelier-cloud');
}

const listening: Sentence = {
  en: 'The control plane answers at {url}, and keeps its data in {data}. Ctrl+C stops it.',
  fr: 'Le plan de contrôle répond à {url} et garde ses données dans {data}. Ctrl+C l’arrête.',
};

const portTaken: Sentence = {
  en: 'The control plane did not start: port {port} is taken. Stop what has it, or choose another with --port=<0 to 65535>; 0 chooses a free one.',
  fr: 'Le plan de contrôle n’a pas démarré : le port {port} est pris. Arrêtez ce qui le tient, ou choisissez-en un autre avec --port=<0 à 65535> ; 0 en prend un libre.',
};

const startFailed: Sentence = {
  en: 'The control plane did not start: {reason}. Check the folder of its data, and that this user may write there.',
  fr: 'Le plan de contrôle n’a pas démarré : {reason}. Vérifiez le dossier de ses données, et que cet utilisateur peut y écrire.',
};

function notStarted({ failed = 'unknown', reason = failed, sentence }: FirstLine, port: string): number {
  if (sentence !== undefined) say({ en: `${sentence.en} [${failed}]`, fr: `${sentence.fr} [${failed}]` });
  else if (failed === 'EADDRINUSE') say(portTaken, { port });
  else say(startFailed, { reason });
  return 1;
}
