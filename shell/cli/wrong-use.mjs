import { parseArgs } from 'node:util';
import { commandsOf, scriptsOf } from './commands.mjs';

/** @typedef {{ readonly sentence: import('./texts.mjs').Sentence, readonly values: Readonly<Record<string, unknown>> }} Wrong */

/** @type {NonNullable<import('node:util').ParseArgsConfig['options']>} */
export const startOptions = {
  host: { type: 'string' },
  port: { type: 'string' },
  headless: { type: 'boolean' },
  json: { type: 'boolean' },
  quit: { type: 'boolean' },
  restore: { type: 'boolean' },
  safe: { type: 'boolean' },
  replace: { type: 'boolean' },
  run: { type: 'string' },
  export: { type: 'string' },
  import: { type: 'string' },
  keys: { type: 'boolean' },
};

/** The options of `cloud serve`. @type {NonNullable<import('node:util').ParseArgsConfig['options']>} */
export const cloudOptions = {
  data: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  'public-url': { type: 'string' },
  json: { type: 'boolean' },
};

/**
 * The first error of a command line, found before anything is installed or started.
 * @param {string} root @param {string} name @param {readonly string[]} rest @returns {Wrong | undefined}
 */
export function wrongUse(root, name, rest) {
  const known = commandsOf(root).map(each => each.name);
  if (!known.includes(name)) {
    return wrong('There is no command "{name}". Use one of: {known}.', 'Il n’y a pas de commande « {name} ». Utilisez : {known}.', {
      name,
      known: known.join(', '),
    });
  }
  if (name === 'run') return wrongScript(root, rest);
  if (name === 'new') return wrongPlugin(rest);
  if (name === 'start') return wrongStart(rest);
  if (name === 'links') return wrongLinks(rest);
  if (name === 'registry') return wrongRegistry(rest);
  if (name === 'cloud') return wrongCloud(rest);
  // This command reports wrong use itself, with a message about its subcommand.
  if (name === 'extension') return undefined;
  return unknownArgument('doctor', rest, ['--json']);
}

/** @param {string} root @param {readonly string[]} rest */
function wrongScript(root, [name, ...args]) {
  const scripts = scriptsOf(root);
  const script = scripts.find(each => each.name === name);
  const known = scripts.map(each => each.name).join(', ');
  if (name === undefined) return wrong('Name a script: {known}.', 'Nommez un script : {known}.', { known });
  if (script === undefined) {
    return wrong('There is no script "{name}". Use one of: {known}.', 'Il n’y a pas de script « {name} ». Utilisez : {known}.', {
      name,
      known,
    });
  }
  if (name === 'dev') return wrongStart(args);
  return script.takes === undefined ? undefined : unknownArgument(name, args, script.takes);
}

/** @param {readonly string[]} rest */
function wrongPlugin([name = '', ...more]) {
  // 48 for the whole id (manifest.schema.json), less "@atelier/".
  if (/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) && name.length <= 39 && more.length === 0) return undefined;
  return wrong(
    'Use `npm run new <name>`: lower-case words joined by hyphens, starting with a letter, at most 39 characters, as in word-count.',
    'Utilisez `npm run new <nom>` : des mots en minuscules joints par des traits d’union, commençant par une lettre, 39 caractères au plus, comme word-count.',
    {},
  );
}

/** @param {readonly string[]} rest */
function wrongStart(rest) {
  const { values, tokens } = parseArgs({ args: [...rest], options: startOptions, strict: false, allowPositionals: true, tokens: true });
  const options = tokens.flatMap(token => (token.kind === 'option' ? [token] : []));
  const wrongToken = options.find(({ name, value }) => {
    const option = startOptions[name];
    return option === undefined || (option.type === 'string') !== (value !== undefined);
  });
  const given = wrongToken?.value === undefined ? wrongToken?.rawName : `${wrongToken.rawName}=${wrongToken.value}`;
  if (given !== undefined) return wrongOption(given);
  const moved = options.filter(({ name }) => name === 'export' || name === 'import');
  if (moved.some(({ value }) => value === '') || moved.length > 1) return wrongArchive();
  const both = values.export !== undefined && values.import !== undefined;
  if (both || (values.keys === true && values.export === undefined && values.import === undefined)) return wrongArchive();
  if (values.host !== undefined && values.host !== 'browser' && values.host !== 'electron') return wrongOption(`--host=${values.host}`);
  const port = values.port;
  return port === undefined || (/^\d{1,5}$/.test(String(port)) && Number(port) <= 65_535) ? undefined : wrongOption(`--port=${port}`);
}

/** @param {readonly string[]} rest */
function wrongRegistry(rest) {
  const flags = ['--uplink', '--publish-examples', '--json'];
  const odd = rest.find(arg => {
    const port = /^--port=(\d{1,5})$/.exec(arg)?.[1];
    return !(flags.includes(arg) || /^--storage=./.test(arg) || (port !== undefined && Number(port) <= 65_535));
  });
  if (odd === undefined) return undefined;
  return wrong(
    '"{odd}" means nothing to registry, which takes: --port=<0 to 65535>, --storage=<folder>, --uplink, --publish-examples, --json.',
    '« {odd} » ne veut rien dire pour registry, qui accepte : --port=<0 à 65535>, --storage=<dossier>, --uplink, --publish-examples, --json.',
    { odd },
  );
}

/** @param {readonly string[]} rest */
function wrongLinks([action = '', ...more]) {
  if (['register', 'unregister'].includes(action) && more.length === 0) return undefined;
  return wrong(
    'Use `npm run atelier -- links register` or `unregister`.',
    'Utilisez `npm run atelier -- links register` ou `unregister`.',
    {},
  );
}

/** @param {readonly string[]} rest */
function wrongCloud([action = '', ...rest]) {
  const odd = action === 'serve' ? rest.find(arg => !/^--(?:json|(?:data|host|public-url)=.+|port=\d{1,5})$/.test(arg)) : action;
  const port = rest.map(arg => /^--port=(\d+)$/.exec(arg)?.[1]).find(found => Number(found) > 65_535);
  if (odd === undefined && port === undefined) return undefined;
  return wrong(
    '"{odd}" means nothing to cloud. Use cloud serve with: --data=<folder>, --port=<0 to 65535>, --host=<address>, --public-url=<https address>, --json.',
    '« {odd} » ne veut rien dire pour cloud. Utilisez cloud serve avec : --data=<dossier>, --port=<0 à 65535>, --host=<adresse>, --public-url=<adresse https>, --json.',
    { odd: odd ?? `--port=${port}` },
  );
}

function wrongArchive() {
  return wrong(
    'Use either --export=<file> or --import=<file>, once and with a file; --keys goes with one of them.',
    'Utilisez soit --export=<fichier>, soit --import=<fichier>, une seule fois et avec un fichier ; --keys accompagne l’un des deux.',
    {},
  );
}

/** @param {string} option */
function wrongOption(option) {
  return wrong(
    '"{option}" is not how to start Atelier. Use --host=browser|electron, --port=<0 to 65535>, --headless, --json, --quit.',
    '« {option} » ne démarre pas Atelier. Utilisez --host=browser|electron, --port=<0 à 65535>, --headless, --json, --quit.',
    { option },
  );
}

/** @param {string} name @param {readonly string[]} args @param {readonly string[]} takes */
function unknownArgument(name, args, takes) {
  const odd = args.find(arg => !takes.includes(arg));
  if (odd === undefined) return undefined;
  const known = takes.join(', ') || '—';
  return wrong(
    '"{odd}" means nothing to {name}, which takes: {known}.',
    '« {odd} » ne veut rien dire pour {name}, qui accepte : {known}.',
    {
      odd,
      name,
      known,
    },
  );
}

/** @param {string} en @param {string} fr @param {Wrong['values']} values @returns {Wrong} */
function wrong(en, fr, values) {
  return { sentence: { en, fr }, values };
}
