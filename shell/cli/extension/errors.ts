import { defineErrors } from '@atelier/kernel';

/** The errors of the commands for authors. */
export const authorErrors = defineErrors({
  'author/wrong-use': {
    en: '"{given}" does not fit `extension {command}`. Use: {usage}.',
    fr: '« {given} » ne convient pas à `extension {command}`. Utilisez : {usage}.',
  },
  'author/no-command': {
    en: 'There is no command "extension {given}". Use one of: {known}.',
    fr: 'Il n’y a pas de commande « extension {given} ». Utilisez : {known}.',
  },
  'author/bad-name': {
    en: '"{name}" is not a valid name for an extension. Use lower-case words joined by single hyphens, with a scope before it if it is to be published: word-count or @acme/word-count, at most 48 characters.',
    fr: '« {name} » n’est pas un nom d’extension valable. Utilisez des mots en minuscules joints par un seul trait d’union, précédés d’une portée pour publier : word-count ou @acme/word-count, 48 caractères au plus.',
  },
  'author/unknown-kind': {
    en: '"{kind}" is not a kind of extension. Use one of: {known}.',
    fr: '« {kind} » n’est pas un type d’extension. Utilisez : {known}.',
  },
  'author/folder-taken': {
    en: '{folder} already exists and is not empty, so nothing was written. Choose another name, or another place with --folder=<path>.',
    fr: '{folder} existe déjà et n’est pas vide, rien n’a donc été écrit. Choisissez un autre nom, ou un autre emplacement avec --folder=<chemin>.',
  },
  'author/invalid': {
    en: '{id} was not packed: {count} problems must be fixed first. `atelier extension validate {folder}` lists them.',
    fr: '{id} n’a pas été empaquetée : {count} problèmes sont à corriger d’abord. `atelier extension validate {folder}` les énumère.',
  },
  'author/not-packed': {
    en: 'npm could not pack {folder}: {reason}. Fix that, then run this again.',
    fr: 'npm n’a pas pu empaqueter {folder} : {reason}. Corrigez cela, puis relancez.',
  },
  'author/private': {
    en: '{id} was not published: its package.json says "private": true. Remove that line when others may see the package.',
    fr: '{id} n’a pas été publiée : son package.json contient "private": true. Retirez cette ligne quand d’autres pourront voir le paquet.',
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
    en: '{id} has no README.md, which people read before they install it. Write what it does, what it asks for and why.',
    fr: '{id} n’a pas de README.md, que l’on lit avant d’installer. Écrivez ce qu’elle fait, ce qu’elle demande et pourquoi.',
  },
  'author/no-token': {
    en: '{id} was not published: no token was given for {registry}. Put one into a file and give its path with --token-file=<path>, or put it into the variable ATELIER_REGISTRY_TOKEN.',
    fr: '{id} n’a pas été publiée : aucun jeton pour {registry}. Mettez-en un dans un fichier et donnez son chemin avec --token-file=<chemin>, ou mettez-le dans la variable ATELIER_REGISTRY_TOKEN.',
  },
  'author/token-refused': {
    en: '{id} was not published: {registry} does not accept this token, or the token may not publish this name. Sign in there again and create a new one.',
    fr: '{id} n’a pas été publiée : {registry} n’accepte pas ce jeton, ou celui-ci ne permet pas de publier ce nom. Reconnectez-vous et créez-en un autre.',
  },
  'author/version-taken': {
    en: '{id} {version} was not published: {registry} already has that version, and a published version never changes. Raise "version" in package.json.',
    fr: '{id} {version} n’a pas été publiée : {registry} a déjà cette version, et une version publiée ne change jamais. Augmentez "version" dans package.json.',
  },
  'author/registry-unreachable': {
    en: '{id} was not published: {registry} does not answer ({reason}). Check the address and the network, then run this again; nothing was sent.',
    fr: '{id} n’a pas été publiée : {registry} ne répond pas ({reason}). Vérifiez l’adresse et le réseau, puis relancez ; rien n’a été envoyé.',
  },
  'author/not-published': {
    en: '{id} {version} was not published to {registry}: {reason}. Fix that, then run this again.',
    fr: '{id} {version} n’a pas été publiée sur {registry} : {reason}. Corrigez cela, puis relancez.',
  },
  'author/build-failed': {
    en: '{id} was not built: its own script "{script}" ended with {code}. Its output is above; if packages were not found, run npm install.',
    fr: '{id} n’a pas été construite : son propre script « {script} » s’est terminé avec {code}. Sa sortie est ci-dessus ; s’il manque des paquets, lancez npm install.',
  },
  'author/no-app': {
    en: 'The app did not start, so {id} cannot be shown. Its output is above; `npm run doctor` shows what is missing on this machine.',
    fr: 'L’application n’a pas démarré, {id} ne peut donc pas être montrée. Sa sortie est ci-dessus ; `npm run doctor` montre ce qui manque sur cette machine.',
  },
});
