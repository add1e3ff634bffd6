import { defineErrors } from '@atelier/kernel';

/** The findings of `validate` in the files of an extension; the errors of its manifest are the kernel's. */
export const findingErrors = defineErrors({
  'author/file-missing': {
    en: '{file} is named in {where}, but the package does not contain it. Create it, with npm run build if the package has that script, correct the name, or include the file with "files" in package.json.',
    fr: '{file} est nommé dans {where}, mais le paquet ne le contient pas. Créez-le, avec npm run build si le paquet a ce script, corrigez le nom, ou incluez le fichier avec "files" dans package.json.',
  },
  'author/syntax': {
    en: '{file}:{line}:{column} cannot be read: {what}. Mend it there.',
    fr: '{file}:{line}:{column} ne peut pas être lu : {what}. Corrigez à cet endroit.',
  },
  'author/text-missing': {
    en: '%{key}% is used in package.json, but text/{locale}.json has no "{key}". Add it; until then, %{key}% or the other language is shown.',
    fr: '%{key}% figure dans package.json, mais text/{locale}.json n’a pas de « {key} ». Ajoutez-le ; d’ici là, %{key}% ou l’autre langue s’affiche.',
  },
  'author/view-import': {
    en: '{file} imports "{what}", which is not available in a view. A view has lit, @atelier/kernel, @atelier/kernel/ui and the files of its own package; bundle anything else into one of those files.',
    fr: '{file} importe « {what} », qui n’est pas disponible dans une vue. Une vue dispose de lit, de @atelier/kernel, de @atelier/kernel/ui et des fichiers de son paquet ; intégrez le reste à l’un de vos fichiers.',
  },
  'author/view-reach': {
    en: '{instead} {file} uses {what}, which has no effect in a view: views have no network, no storage, and cannot run code from text.',
    fr: '{instead} {file} utilise {what}, qui est sans effet dans une vue : les vues n’ont ni réseau, ni stockage, et n’exécutent pas de code tiré de textes.',
  },
  'author/inline-script': {
    en: '{file} has a script in the page itself, or from another address, which the content policy of views blocks. Put it into a file of the package: <script type="module" src="./…"></script>.',
    fr: '{file} contient un script dans la page même, ou d’une autre adresse, que la politique de contenu des vues bloque. Mettez-le dans un fichier du paquet : <script type="module" src="./…"></script>.',
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
    en: '{file} is TypeScript, which an installed package cannot run. Build it, and name the built file in {where}.',
    fr: '{file} est du TypeScript, qu’un paquet installé ne peut pas exécuter. Compilez-le et nommez le fichier produit dans {where}.',
  },
  'author/right-missing': {
    en: '{file} calls {what} without requesting the right. Add {line} to atelier.rights in package.json.',
    fr: '{file} appelle {what} sans demander le droit. Ajoutez {line} à atelier.rights dans package.json.',
  },
  'author/right-unused': {
    en: 'package.json requests {line}, but nothing in the package uses it. Remove it: people grant the rights whose use they understand.',
    fr: 'package.json demande {line}, mais rien dans le paquet ne s’en sert. Retirez-le : on accorde les droits dont on comprend l’usage.',
  },
  'author/command-unhandled': {
    en: 'The command "{command}" is declared, but nothing handles it. Call ctx.handle("{command}", …) in the main side.',
    fr: 'La commande « {command} » est déclarée, mais rien ne la traite. Appelez ctx.handle("{command}", …) côté principal.',
  },
  'author/unknown-name': {
    en: '{file} names the {kind} "{name}", which there is not; {meant}Known: {known}. Correct the name.',
    fr: '{file} nomme « {name} » ({kind}), qui n’existe pas ; {meant}Connus : {known}. Corrigez le nom.',
  },
  'author/unknown-element': {
    en: '{file} shows <{element}>, which {ui} does not export; {meant}It exports {known}. Add the class to `elements` there, or correct the name.',
    fr: '{file} montre <{element}>, que {ui} n’exporte pas ; {meant}Il exporte {known}. Ajoutez la classe à `elements`, ou corrigez le nom.',
  },
  'author/entry-invalid': {
    en: '{file} adds an entry to {point} that it does not take (number {number}). {violations} Correct it; until then it is left out.',
    fr: '{file} ajoute à {point} une entrée qu’il n’accepte pas (numéro {number}). {violations} Corrigez-la ; d’ici là, elle est ignorée.',
  },
  'author/tool-right': {
    en: 'The tool "{tool}" is given to the model without requesting the right, so the person would not know about it. Add "tools": ["{tool}"] to atelier.rights.',
    fr: 'L’outil « {tool} » est donné au modèle sans demander le droit, la personne n’en saurait donc rien. Ajoutez "tools": ["{tool}"] à atelier.rights.',
  },
  'author/no-license': {
    en: 'package.json names no license, so nobody knows what they may do with it. Add "license", such as "MIT".',
    fr: 'package.json ne nomme aucune licence, personne ne sait donc ce qui est permis. Ajoutez "license", par exemple "MIT".',
  },
  'author/large': {
    en: 'The package unpacks to {megabytes} MB in {files} files. Above {mostMegabytes} MB or {mostFiles} files an install is refused. Leave tests and sources out with "files" in package.json.',
    fr: 'Le paquet occupe {megabytes} Mo en {files} fichiers une fois décompressé. Au-delà de {mostMegabytes} Mo ou de {mostFiles} fichiers, l’installation est refusée. Écartez tests et sources avec "files" dans package.json.',
  },
  'author/secret': {
    en: '{file}, line {line}, holds what looks like {what}. Remove it, and have it replaced by the service that issued it; anyone who installs the package could read it.',
    fr: '{file}, ligne {line}, contient ce qui ressemble à {what}. Retirez-le et faites-le remplacer par le service qui l’a émis ; quiconque installe le paquet pourrait le lire.',
  },
  'author/private-file': {
    en: '{file} would be published with the package, but it is private. Leave it out with "files" in package.json.',
    fr: '{file} serait publié avec le paquet, alors qu’il est privé. Écartez-le avec "files" dans package.json.',
  },
});
