import { defineErrors } from '@atelier/kernel';

/** What `validate` finds in the files of an extension; what is wrong with its manifest the kernel says itself. */
export const findingErrors = defineErrors({
  'author/file-missing': {
    en: '{file} is named in {where}, but the package does not hold it. Make it, by npm run build where there is such a script, correct the name, or let "files" in package.json take it along.',
    fr: '{file} est nommé dans {where}, mais le paquet ne le contient pas. Créez-le, par npm run build s’il y a un tel script, corrigez le nom, ou incluez-le par "files" dans package.json.',
  },
  'author/text-missing': {
    en: '%{key}% is used in package.json, but text/{locale}.json has no "{key}". Add it; until then the person reads %{key}%, or the other language.',
    fr: '%{key}% figure dans package.json, mais text/{locale}.json n’a pas de « {key} ». Ajoutez-le ; d’ici là on lit %{key}%, ou l’autre langue.',
  },
  'author/view-import': {
    en: '{file} imports "{what}", which is not there in a view. A view has lit, @atelier/kernel, @atelier/kernel/ui and files of its own package; build the rest into a file of yours.',
    fr: '{file} importe « {what} », absent d’une vue. Une vue dispose de lit, de @atelier/kernel, de @atelier/kernel/ui et des fichiers de son paquet ; intégrez le reste à l’un de vos fichiers.',
  },
  'author/view-reach': {
    en: '{instead} What {file} does with {what} does nothing where views run: they have no network, no storage and no code from texts.',
    fr: '{instead} Ce que {file} fait avec {what} reste sans effet là où tournent les vues : elles n’ont ni réseau, ni stockage, ni code tiré de textes.',
  },
  'author/inline-script': {
    en: '{file} has a script in the page itself, or from another address, which the policy of views stops. Put it into a file of the package: <script type="module" src="./…"></script>.',
    fr: '{file} contient un script dans la page même, ou d’une autre adresse, que la politique des vues bloque. Mettez-le dans un fichier du paquet : <script type="module" src="./…"></script>.',
  },
  'author/main-import': {
    en: '{file} imports "{what}", which package.json does not list. Add it to "dependencies", or, if it is another extension’s contract, to atelier.requires or atelier.optional.',
    fr: '{file} importe « {what} », que package.json ne mentionne pas. Ajoutez-le à "dependencies" ou, si c’est le contrat d’une autre extension, à atelier.requires ou atelier.optional.',
  },
  'author/main-reach': {
    en: '{instead} {file} imports {what}, which the process of an extension may not use.',
    fr: '{instead} {file} importe {what}, que le processus d’une extension n’a pas le droit d’utiliser.',
  },
  'author/typescript-entry': {
    en: '{file} is TypeScript, which is not run from a package that was installed. Build it, and name the built file in {where}.',
    fr: '{file} est du TypeScript, qui n’est pas exécuté depuis un paquet installé. Construisez-le et nommez le fichier produit dans {where}.',
  },
  'author/right-missing': {
    en: '{file} calls {what} without asking for the right. Add {line} to atelier.rights in package.json.',
    fr: '{file} appelle {what} sans demander le droit. Ajoutez {line} à atelier.rights dans package.json.',
  },
  'author/right-unused': {
    en: 'package.json asks for {line}, but nothing in the package uses it. Take it out: people grant what they can follow.',
    fr: 'package.json demande {line}, mais rien dans le paquet ne s’en sert. Retirez-le : on accorde ce que l’on comprend.',
  },
  'author/command-unhandled': {
    en: 'The command "{command}" is contributed, but nothing handles it. Call ctx.handle("{command}", …) in the main side.',
    fr: 'La commande « {command} » est annoncée, mais rien ne la traite. Appelez ctx.handle("{command}", …) côté principal.',
  },
  'author/tool-right': {
    en: 'The tool "{tool}" is given to the model without asking for the right, so the person would not hear of it. Add "tools": ["{tool}"] to atelier.rights.',
    fr: 'L’outil « {tool} » est donné au modèle sans demander le droit, la personne n’en saurait donc rien. Ajoutez "tools": ["{tool}"] à atelier.rights.',
  },
  'author/no-license': {
    en: 'package.json names no license, so nobody knows what they may do with it. Add "license", such as "MIT".',
    fr: 'package.json ne nomme aucune licence, personne ne sait donc ce qui est permis. Ajoutez "license", par exemple "MIT".',
  },
  'author/large': {
    en: 'The package unpacks to {megabytes} MB in {files} files. Above {mostMegabytes} MB or {mostFiles} files an install is refused. Leave tests and sources out with "files" in package.json.',
    fr: 'Le paquet occupe {megabytes} Mo en {files} fichiers une fois ouvert. Au-delà de {mostMegabytes} Mo ou de {mostFiles} fichiers, l’installation est refusée. Écartez tests et sources avec "files" dans package.json.',
  },
  'author/secret': {
    en: '{file}, line {line}, holds what looks like {what}. Take it out and have it replaced where it came from; who installs the package could read it.',
    fr: '{file}, ligne {line}, contient ce qui ressemble à {what}. Retirez-le et faites-le remplacer à la source ; quiconque installe le paquet pourrait le lire.',
  },
  'author/private-file': {
    en: '{file} would go out with the package, and is nobody else’s business. Leave it out with "files" in package.json.',
    fr: '{file} partirait avec le paquet, et ne regarde personne d’autre. Écartez-le avec "files" dans package.json.',
  },
});
