import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { firstLine, runServed } from './served-program.ts';
import { type Sentence, say } from './texts.mjs';

const noWarnings = '--disable-warning=ExperimentalWarning';
const defaultPort = '4873';

/** The first line of the registry's output: its address, or why it cannot listen. */
interface FirstLine {
  readonly url?: string;
  readonly storage?: string;
  readonly tokenFile?: string;
  readonly failed?: string;
  readonly reason?: string;
}

/** `registry`: runs an npm registry on loopback, with a storage of its own, until it is stopped. */
export async function registry(root: string, args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: registryOptions });
  const { port = defaultPort, storage = join(root, '.build', 'registry'), json = false } = values;
  const serverArgs = [`--port=${port}`, `--storage=${storage}`, '--attached', ...(values.uplink ? ['--uplink'] : [])];
  return await runServed<FirstLine>({
    argv: [noWarnings, join(root, 'registry-dev', 'serve.ts'), ...serverArgs],
    async began(first, line, stop) {
      if (first.url === undefined || first.tokenFile === undefined) return notStarted(first, port);
      if (json) process.stdout.write(`${line}\n`);
      else say(listening, { ...first });
      if (values['publish-examples'] && (await publishExamples(root, first.url, first.tokenFile, json)) !== 0) stop();
      return undefined;
    },
  });
}

const registryOptions = {
  port: { type: 'string' },
  storage: { type: 'string' },
  uplink: { type: 'boolean' },
  json: { type: 'boolean' },
  'publish-examples': { type: 'boolean' },
} as const;

const listening: Sentence = {
  en: 'The registry answers at {url}, and keeps its packages in {storage}.\nPublish with `npm run atelier -- extension publish <folder> --registry={url} --token-file={tokenFile}`. Ctrl+C stops it.',
  fr: 'Le registre répond à {url} et garde ses paquets dans {storage}.\nPubliez avec `npm run atelier -- extension publish <dossier> --registry={url} --token-file={tokenFile}`. Ctrl+C l’arrête.',
};

const portTaken: Sentence = {
  en: 'The registry did not start: port {port} is taken, perhaps by another registry. Stop that one, or choose another with --port=<0 to 65535>; 0 chooses a free one.',
  fr: 'Le registre n’a pas démarré : le port {port} est pris, peut-être par un autre registre. Arrêtez-le, ou choisissez-en un autre avec --port=<0 à 65535> ; 0 en prend un libre.',
};

const noStorage: Sentence = {
  en: 'The registry did not start: this user may not write in its storage ({reason}). Choose a folder that you own with --storage=<folder>.',
  fr: 'Le registre n’a pas démarré : cet utilisateur ne peut pas écrire dans son stockage ({reason}). Choisissez un dossier à vous avec --storage=<dossier>.',
};

const startFailed: Sentence = {
  en: 'The registry did not start: {reason}. Its log is registry.log in its storage; a new storage (--storage=<folder>) starts empty.',
  fr: 'Le registre n’a pas démarré : {reason}. Son journal est registry.log dans son stockage ; un autre stockage (--storage=<dossier>) repart de zéro.',
};

function notStarted({ failed, reason = 'it ended without a word' }: FirstLine, port: string): number {
  if (failed === 'EADDRINUSE') say(portTaken, { port });
  else if (failed === 'EACCES' || failed === 'EROFS' || failed === 'EPERM') say(noStorage, { reason });
  else say(startFailed, { reason });
  return 1;
}

const publishing: Sentence = {
  en: 'Publishing @atelier/kernel, the contracts and the examples. Wait for the list of what is published before you install.',
  fr: 'Publication de @atelier/kernel, des contrats et des exemples. Attendez la liste de ce qui est publié avant d’installer.',
};

async function publishExamples(root: string, url: string, tokenFile: string, json: boolean): Promise<number> {
  if (!json) say(publishing, {});
  // The kernel package first: the examples depend on it.
  const kernel = spawn(process.execPath, [noWarnings, join(root, 'shell', 'build', 'kernel-package.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [kernelCode] = await once(kernel, 'exit');
  const made = spawn(process.execPath, [noWarnings, join(root, 'shell', 'build', 'contract-packages.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const folders = await firstLine(made, once(made, 'exit'));
  const contracts = folders === undefined ? [] : (JSON.parse(folders) as { folders: readonly string[] }).folders;
  const program = join(root, 'registry-dev', 'publish.ts');
  const child = spawn(
    process.execPath,
    [
      noWarnings,
      program,
      `--registry=${url}`,
      `--token-file=${tokenFile}`,
      ...[join(root, '.build', 'kernel-package'), ...contracts].map(folder => `--also=${folder}`),
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit');
  const text = await firstLine(child, ended);
  const [code] = await ended;
  if (kernelCode !== 0 || code !== 0 || text === undefined) {
    say({
      en: 'The examples were not published; the output of npm is above. Fix that, then start again with --publish-examples.',
      fr: 'Les exemples n’ont pas été publiés ; la sortie de npm est ci-dessus. Corrigez cela, puis relancez avec --publish-examples.',
    });
    return 1;
  }
  if (json) process.stdout.write(`${text}\n`);
  else {
    const { published } = JSON.parse(text) as { published: readonly { name: string; version: string }[] };
    say(
      { en: 'Published: {names}.', fr: 'Publiés : {names}.' },
      { names: published.map(each => `${each.name} ${each.version}`).join(', ') },
    );
  }
  return 0;
}
