import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { GitProgram } from '../engine/git/run-git.ts';
import { openAgentCli } from './cli.ts';
import { diagnose } from './diagnostics.ts';

const git = new GitProgram({ forbidden: [], opened: [], sandbox: async () => undefined });

function place(): string {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-agent-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

function files(directory: string, contents: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(directory, name), content, { mode: 0o600 });
}

test('a machine in order passes every check, with the versions it has', async () => {
  const directory = place();
  files(directory, { 'settings.json': '{}', 'models.json': '{"providers":{}}', 'auth.json': '{}' });
  const node = process.execPath;
  const cli = openAgentCli({ directory, node });
  const { checks, ...rest } = await diagnose({ directory, node, cli, git, sandbox: 'bubblewrap', locale: 'fr' });
  const known = checks.map(({ name, ok, why }) => [name, ok, name === 'git' || name === 'disk' ? typeof why : why]);
  expect({ ...rest, checks: known }).toEqual({
    directory,
    cli: cli.getBundledAgentCliPath(),
    settingsFile: join(directory, 'settings.json'),
    modelsFile: join(directory, 'models.json'),
    sandbox: 'bubblewrap',
    checks: [
      ['node', true, process.version],
      ['engine', true, undefined],
      ['cli', true, '0.87.1'],
      ['directory', true, undefined],
      ['settings.json', true, undefined],
      ['models.json', true, undefined],
      ['auth.json', true, undefined],
      ['git', true, 'string'],
      ['disk', true, 'string'],
      ['sandbox', true, 'bubblewrap'],
    ],
  });
});

test('K2: what is not in order says why in the person’s language, and never quotes a file that may hold a key', async () => {
  const directory = place();
  files(directory, { 'models.json': '{"providers":{"x":{"apiKey":"sk-secret-of-a-test"}}', 'auth.json': '{}' });
  chmodSync(join(directory, 'auth.json'), 0o644);
  const cli = openAgentCli({ directory, node: process.execPath, from: '/nowhere/x.js' });
  const look = async (locale: 'fr' | 'en') => {
    const { checks } = await diagnose({ directory, node: '/nowhere/node', cli, git, sandbox: 'none', locale, from: '/nowhere/x.js' });
    return Object.fromEntries(checks.filter(({ ok }) => !ok).map(({ name, why }) => [name, why?.replaceAll(directory, '…')]));
  };
  const [fr, en] = [await look('fr'), await look('en')];
  expect({ fr, en: en['models.json'], leaked: JSON.stringify([fr, en]).includes('secret') }).toMatchInlineSnapshot(`
    {
      "en": "The file …/models.json is not a valid JSON object (1:52). Correct it by hand, or restore it from the backups; Atelier leaves it as it is until then.",
      "fr": {
        "auth.json": "D’autres comptes de cette machine peuvent lire …/auth.json, qui peut contenir des clés. Retirez-leur ce droit : chmod go-rwx.",
        "cli": "La ligne de commande de l’agent ne répond pas : La ligne de commande de l’agent est introuvable dans le paquet d’Atelier. Réinstallez Atelier. Les compétences et les modèles ne peuvent pas être gérés d’ici là.",
        "engine": "Le moteur de l’agent ne se charge pas : @earendil-works/pi-coding-agent: ENOENT. Réinstallez Atelier.",
        "models.json": "Le fichier …/models.json n’est pas un objet JSON valide (1:52). Corrigez-le à la main, ou restaurez-le d’une sauvegarde ; Atelier n’y touche pas d’ici là.",
        "node": "L’agent a besoin de Node 24 ou plus récent ; /nowhere/node répond : ENOENT. Lancez \`npm run doctor\`, ou réinstallez Atelier.",
        "sandbox": "Cette machine n’a pas de bac à sable : en mode sécurisé, chaque commande demande d’abord votre accord, et en mode ouvert, seule une question protège vos clés d’une commande. Sous Linux, installez bubblewrap.",
        "settings.json": "Le fichier …/settings.json est absent. Atelier le crée au démarrage ; s’il manque toujours, vérifiez les droits de son dossier.",
      },
      "leaked": false,
    }
  `);
});
