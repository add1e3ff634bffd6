import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { addPlugin, isPluginName } from './new-plugin.ts';
import { runScript } from './run-script.ts';
import { say } from './texts.mjs';

/** `new <name>`: a plugin that passes every check, named as asked. */
export async function newPlugin(root: string, args: readonly string[]): Promise<number> {
  const [name = '', ...more] = args;
  if (!isPluginName(name) || more.length > 0) {
    say({
      en: 'Use `npm run new <name>`: lower-case words joined by hyphens, starting with a letter, at most 39 characters, as in word-count.',
      fr: 'Utilisez `npm run new <nom>` : des mots en minuscules joints par des traits d’union, commençant par une lettre, 39 caractères au plus, comme word-count.',
    });
    return 2;
  }
  const folder = `plugins/${name}`;
  if (existsSync(join(root, folder)) && readdirSync(join(root, folder)).length > 0) {
    say({ en: '{folder} is there already. Choose another name.', fr: '{folder} existe déjà. Choisissez un autre nom.' }, { folder });
    return 1;
  }
  addPlugin(root, 'template', name);
  if ((await runScript(root, 'generate', [])) !== 0) return 1;
  say(
    {
      en: '{folder} is there. Its README.md says what it does; begin with contract/, then `npm test` and `npm run check`.',
      fr: '{folder} est prêt. Son README.md dit ce qu’il fait ; commencez par contract/, puis `npm test` et `npm run check`.',
    },
    { folder },
  );
  return 0;
}
