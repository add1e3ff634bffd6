import { defineErrors } from '@atelier/kernel';

/** What the commands for authors refuse, and what they find. */
export const authorErrors = defineErrors({
  'author/wrong-use': {
    en: '"{given}" is not how to use `extension {command}`. Use: {usage}.',
    fr: '« {given} » n’est pas une façon d’utiliser `extension {command}`. Utilisez : {usage}.',
  },
  'author/no-command': {
    en: 'There is no command "extension {given}". Use one of: {known}.',
    fr: 'Il n’y a pas de commande « extension {given} ». Utilisez : {known}.',
  },
  'author/bad-name': {
    en: '"{name}" cannot be the name of an extension. Use lower-case words joined by single hyphens, with a scope before it if it is to be published: word-count or @acme/word-count, at most 48 characters.',
    fr: '« {name} » ne peut pas nommer une extension. Utilisez des mots en minuscules joints par un seul trait d’union, précédés d’une portée pour publier : word-count ou @acme/word-count, 48 caractères au plus.',
  },
  'author/unknown-kind': {
    en: '"{kind}" is no kind of extension. Use one of: {known}.',
    fr: '« {kind} » n’est pas un genre d’extension. Utilisez : {known}.',
  },
  'author/folder-taken': {
    en: '{folder} is there already and is not empty, so nothing was written. Choose another name, or another place with --folder=<path>.',
    fr: '{folder} existe déjà et n’est pas vide, rien n’a donc été écrit. Choisissez un autre nom, ou un autre emplacement avec --folder=<chemin>.',
  },
  'author/invalid': {
    en: '{id} was not packed: {count} things must be mended first. `atelier extension validate {folder}` lists them.',
    fr: '{id} n’a pas été empaquetée : {count} points sont à corriger d’abord. `atelier extension validate {folder}` les énumère.',
  },
  'author/not-packed': {
    en: 'npm could not pack {folder}: {reason}. Mend that, then run this again.',
    fr: 'npm n’a pas pu empaqueter {folder} : {reason}. Corrigez cela, puis relancez.',
  },
  'author/private': {
    en: '{id} was not published: its package.json says "private": true. Take that line out once it may be seen by others.',
    fr: '{id} n’a pas été publiée : son package.json contient "private": true. Retirez cette ligne quand d’autres pourront la voir.',
  },
  'author/no-scope': {
    en: '{id} was not published: a name without a scope can be taken by anybody. Rename it to @<you>/{id} in package.json.',
    fr: '{id} n’a pas été publiée : n’importe qui peut prendre un nom sans portée. Renommez-la @<vous>/{id} dans package.json.',
  },
  'author/no-keyword': {
    en: '{id} was not published: the marketplace finds extensions by the keyword "{keyword}". Add it to "keywords" in package.json.',
    fr: '{id} n’a pas été publiée : la place de marché trouve les extensions par le mot-clé « {keyword} ». Ajoutez-le à "keywords" dans package.json.',
  },
  'author/no-readme': {
    en: '{id} has no README.md, which is what a person reads before installing it. Write what it does, what it asks for and why.',
    fr: '{id} n’a pas de README.md, que l’on lit avant d’installer. Écrivez ce qu’elle fait, ce qu’elle demande et pourquoi.',
  },
  'author/no-token': {
    en: '{id} was not published: no token was given for {registry}. Put one into a file of yours and name it with --token-file=<path>, or into ATELIER_REGISTRY_TOKEN.',
    fr: '{id} n’a pas été publiée : aucun jeton pour {registry}. Mettez-en un dans un fichier à vous, nommé par --token-file=<chemin>, ou dans ATELIER_REGISTRY_TOKEN.',
  },
  'author/token-refused': {
    en: '{id} was not published: {registry} does not know this token, or it may not publish this name. Sign in there again and take a new one.',
    fr: '{id} n’a pas été publiée : {registry} ne reconnaît pas ce jeton, ou il ne permet pas de publier ce nom. Reconnectez-vous et prenez-en un autre.',
  },
  'author/version-taken': {
    en: '{id} {version} was not published: {registry} has that version, and a version never changes. Raise "version" in package.json.',
    fr: '{id} {version} n’a pas été publiée : {registry} a déjà cette version, et une version ne change jamais. Augmentez "version" dans package.json.',
  },
  'author/registry-unreachable': {
    en: '{id} was not published: {registry} does not answer ({reason}). Check the address and the network, then run this again; nothing was left half-done.',
    fr: '{id} n’a pas été publiée : {registry} ne répond pas ({reason}). Vérifiez l’adresse et le réseau, puis relancez ; rien n’est resté à moitié fait.',
  },
  'author/not-published': {
    en: '{id} {version} was not published to {registry}: {reason}. Mend that, then run this again.',
    fr: '{id} {version} n’a pas été publiée sur {registry} : {reason}. Corrigez cela, puis relancez.',
  },
  'author/build-failed': {
    en: '{id} was not built: its own script "{script}" ended with {code}. What it said stands above; packages that are not found come with npm install.',
    fr: '{id} n’a pas été construite : son propre script « {script} » s’est terminé avec {code}. Son message est ci-dessus ; les paquets introuvables viennent avec npm install.',
  },
  'author/no-app': {
    en: 'The app did not start, so {id} cannot be shown. What it said stands above; `npm run doctor` says what this machine lacks.',
    fr: 'L’application n’a pas démarré, {id} ne peut donc pas être montrée. Son message est ci-dessus ; `npm run doctor` dit ce qui manque à cette machine.',
  },
});
