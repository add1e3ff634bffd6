import { defineErrors } from '@atelier/kernel';

/** What can go wrong between a registry and an extension that runs. */
export const errors = defineErrors({
  'extensions/registry-unreachable': {
    en: 'The registry {registry} ({url}) could not be reached: {reason}. Check the connection and its address, then try again; what is installed goes on.',
    fr: 'Le registre {registry} ({url}) est injoignable : {reason}. Vérifiez la connexion et son adresse, puis réessayez ; ce qui est installé continue.',
  },
  'extensions/registry-slow': {
    en: 'The registry {registry} did not answer within {seconds} s. Try again later; what is installed goes on.',
    fr: 'Le registre {registry} n’a pas répondu en {seconds} s. Réessayez plus tard ; ce qui est installé continue.',
  },
  'extensions/registry-certificate': {
    en: 'The registry {registry} ({url}) was not asked, because its certificate cannot be trusted: {reason}. Have its certificate mended, or correct the address.',
    fr: 'Le registre {registry} ({url}) n’a pas été interrogé, car son certificat n’est pas digne de confiance : {reason}. Faites corriger le certificat, ou corrigez l’adresse.',
  },
  'extensions/registry-busy': {
    en: 'The registry {registry} answers nobody for the moment, because it was asked too often (429). Try again in {seconds} s.',
    fr: 'Le registre {registry} ne répond plus pour le moment, car il a été trop sollicité (429). Réessayez dans {seconds} s.',
  },
  'extensions/token-needed': {
    en: 'The registry {registry} wants a token for this ({status}). Add one under Registries, or check that the one you gave is still valid.',
    fr: 'Le registre {registry} demande un jeton pour cela ({status}). Ajoutez-en un sous Registres, ou vérifiez que le vôtre est encore valable.',
  },
  'extensions/registry-failed': {
    en: 'The registry {registry} answered {status} for {what}. Try again later, or tell whoever runs it.',
    fr: 'Le registre {registry} a répondu {status} pour {what}. Réessayez plus tard, ou prévenez son responsable.',
  },
  'extensions/registry-lied': {
    en: 'The registry {registry} gave something else than it promised for {what}: {reason}. Nothing was installed. Try again, and tell whoever runs the registry if it happens again.',
    fr: 'Le registre {registry} a donné autre chose que promis pour {what} : {reason}. Rien n’a été installé. Réessayez, et prévenez le responsable du registre si cela se reproduit.',
  },
  'extensions/integrity': {
    en: 'The package of {what} does not match the checksum that the registry {registry} published for it, so it was thrown away. Nothing was installed. Try again; if it happens again, do not trust that registry.',
    fr: 'Le paquet de {what} ne correspond pas à l’empreinte publiée par le registre {registry} ; il a été jeté. Rien n’a été installé. Réessayez ; si cela se reproduit, ne vous fiez pas à ce registre.',
  },
  'extensions/not-found': {
    en: 'There is no package {id} in the registry {registry}. Check its name, or add the registry that has it.',
    fr: 'Il n’y a pas de paquet {id} dans le registre {registry}. Vérifiez son nom, ou ajoutez le registre qui le contient.',
  },
  'extensions/no-search': {
    en: 'The registry {registry} cannot be searched. Write the whole name of an extension to find it there.',
    fr: 'Le registre {registry} ne permet pas de chercher. Écrivez le nom entier d’une extension pour l’y trouver.',
  },
  'extensions/version-gone': {
    en: '{id} {version} is not in the registry {registry} any more. Choose another version; the one that is installed goes on.',
    fr: '{id} {version} n’est plus dans le registre {registry}. Choisissez une autre version ; celle qui est installée continue.',
  },
  'extensions/not-an-extension': {
    en: '{id} {version} is a package, but no extension: its package.json has no "atelier" key. Look for another one, or ask its author.',
    fr: '{id} {version} est un paquet, mais pas une extension : son package.json n’a pas de clé « atelier ». Cherchez-en une autre, ou adressez-vous à son auteur.',
  },
  'extensions/cannot-run': {
    en: '{id} {version} was not installed: {reason} What was there before is untouched.',
    fr: '{id} {version} n’a pas été installée : {reason} Ce qui était là avant est intact.',
  },
  'extensions/package-refused': {
    en: 'The package {what} was not unpacked: {reason}. Nothing was installed. Tell its author, or choose another version.',
    fr: 'Le paquet {what} n’a pas été déballé : {reason}. Rien n’a été installé. Prévenez son auteur, ou choisissez une autre version.',
  },
  'extensions/dependencies': {
    en: 'The packages that {id} {version} needs could not be found: {reason}. Nothing was installed. Try again later, or tell its author.',
    fr: 'Les paquets dont {id} {version} a besoin sont introuvables : {reason}. Rien n’a été installé. Réessayez plus tard, ou prévenez son auteur.',
  },
  'extensions/signature': {
    en: '{id} {version} was not installed: the signature that the registry {registry} gives for it does not fit its checksum or its key. Nothing was installed. Tell whoever runs the registry; do not install it from there until they have explained it.',
    fr: '{id} {version} n’a pas été installée : la signature que le registre {registry} en donne ne correspond pas à son empreinte ou à sa clé. Rien n’a été installé. Prévenez le responsable du registre ; ne l’installez pas de là tant qu’il ne s’en est pas expliqué.',
  },
  'extensions/attestation': {
    en: '{id} {version} was not installed: the proof of where it was built, which the registry {registry} gives, is wrong: {reason}. Nothing was installed. Tell its author and whoever runs the registry; do not install it from there until they have explained it.',
    fr: '{id} {version} n’a pas été installée : la preuve du lieu de sa construction, donnée par le registre {registry}, est fausse : {reason}. Rien n’a été installé. Prévenez son auteur et le responsable du registre ; ne l’installez pas de là tant qu’ils ne s’en sont pas expliqués.',
  },
  'extensions/provenance-lost': {
    en: '{id} {version} was not installed: {old}, which is in use, was signed or attested by the registry {registry}, and this version is vouched for less. Ask its author why; to take it nevertheless, remove the extension and install it anew.',
    fr: '{id} {version} n’a pas été installée : {old}, qui est utilisée, était signée ou attestée par le registre {registry}, et cette version a moins de garanties. Demandez pourquoi à son auteur ; pour la prendre quand même, retirez l’extension et installez-la de nouveau.',
  },
  'extensions/too-new': {
    en: '{id} {version} was published only recently and is held until {until}, so that others can notice what is wrong with it. Wait until then, or open it and choose to take it now.',
    fr: '{id} {version} vient d’être publiée et est retenue jusqu’au {until}, le temps que d’autres remarquent ce qui n’irait pas. Attendez cette date, ou ouvrez-la et choisissez de la prendre maintenant.',
  },
  'extensions/blocked': {
    en: '{id} {version} was not installed, because a list of blocked extensions names it: {why} Choose another version, or another extension.',
    fr: '{id} {version} n’a pas été installée, car une liste d’extensions bloquées la nomme : {why} Choisissez une autre version ou une autre extension.',
  },
  'extensions/blocked-inside': {
    en: '{id} {version} was not installed, because it contains {inside}, which a list of blocked extensions names: {why} Choose another version, or tell its author.',
    fr: '{id} {version} n’a pas été installée, car elle contient {inside}, qu’une liste d’extensions bloquées nomme : {why} Choisissez une autre version, ou prévenez son auteur.',
  },
  'extensions/name-unfit': {
    en: '{id} was not asked for: the name of an extension in a registry begins with the scope of whoever answers for it, as @team/name, in small letters, digits and hyphens. Check the name.',
    fr: '{id} n’a pas été demandée : le nom d’une extension dans un registre commence par la portée de qui en répond, comme @equipe/nom, en minuscules, chiffres et traits d’union. Vérifiez le nom.',
  },
  'extensions/block-list-unread': {
    en: 'The block list at {host} was not read: {reason} What was read of it before still holds. Check its address in the settings.',
    fr: 'La liste de blocage de {host} n’a pas été lue : {reason} Ce qui en avait été lu reste valable. Vérifiez son adresse dans les réglages.',
  },
  'extensions/block-list-unfit': {
    en: 'The block list at {host} was not taken, because it is not one: {reason}. What was read of it before still holds. Tell whoever publishes it.',
    fr: 'La liste de blocage de {host} n’a pas été prise, car ce n’en est pas une : {reason}. Ce qui en avait été lu reste valable. Prévenez qui la publie.',
  },
  'extensions/block-list-forged': {
    en: 'The block list at {host} was not taken, because it is not signed with the key in your settings. What was read of it before still holds. Check the key, and tell whoever publishes the list.',
    fr: 'La liste de blocage de {host} n’a pas été prise, car elle n’est pas signée avec la clé de vos réglages. Ce qui en avait été lu reste valable. Vérifiez la clé, et prévenez qui publie la liste.',
  },
  'extensions/block-list-older': {
    en: 'The block list at {host} was not taken, because it is older ({sequence}) than the one that was read before ({before}). That one still holds. Tell whoever publishes it.',
    fr: 'La liste de blocage de {host} n’a pas été prise, car elle est plus ancienne ({sequence}) que celle lue auparavant ({before}), qui reste valable. Prévenez qui la publie.',
  },
  'extensions/block-list-key': {
    en: 'The block list was not read, because the key in your settings is none: it must be an Ed25519 public key, in base64. Ask whoever publishes the list for it.',
    fr: 'La liste de blocage n’a pas été lue, car la clé de vos réglages n’en est pas une : il faut une clé publique Ed25519, en base64. Demandez-la à qui publie la liste.',
  },
  'extensions/block-line': {
    en: 'Your own block list has lines that name nothing: {lines}. Write @scope/name, @scope/name@1.2.3 or @scope/name@<1.2.3, one a line, in the settings.',
    fr: 'Votre propre liste de blocage a des lignes qui ne nomment rien : {lines}. Écrivez @portée/nom, @portée/nom@1.2.3 ou @portée/nom@<1.2.3, une par ligne, dans les réglages.',
  },
  'extensions/disk-full': {
    en: 'The disk is full, so {id} was not installed; what was there before is untouched. Free some space, then try again.',
    fr: 'Le disque est plein : {id} n’a pas été installée ; ce qui était là avant est intact. Libérez de la place, puis réessayez.',
  },
  'extensions/disk-failed': {
    en: '{id} was not installed, because its files could not be written: {reason}. What was there before is untouched. Check the disk and the rights of the folder, then try again.',
    fr: '{id} n’a pas été installée, car ses fichiers n’ont pas pu être écrits : {reason}. Ce qui était là avant est intact. Vérifiez le disque et les droits du dossier, puis réessayez.',
  },
  'extensions/rolled-back': {
    en: '{id} {version} could not start, so {old} is back: {reason} Its data is as it was. Look at its log, or tell its author.',
    fr: '{id} {version} n’a pas pu démarrer ; {old} est de retour : {reason} Ses données sont comme avant. Regardez son journal, ou prévenez son auteur.',
  },
  'extensions/offer-gone': {
    en: 'What you were shown of this extension is out of date, so nothing was installed. Open it again and look at what it asks now.',
    fr: 'Ce qui vous a été montré de cette extension n’est plus à jour ; rien n’a été installé. Rouvrez-la et regardez ce qu’elle demande maintenant.',
  },
  'extensions/not-installed': {
    en: '{id} is not an extension that was installed from a registry. Check its name.',
    fr: '{id} n’est pas une extension installée depuis un registre. Vérifiez son nom.',
  },
  'extensions/registry-address': {
    en: 'The address {url} was not kept: a registry is asked over https, or over http on this machine only, and without a name or a password in it. Correct the address.',
    fr: 'L’adresse {url} n’a pas été retenue : un registre s’interroge en https, ou en http sur cette machine seulement, et sans nom ni mot de passe dans l’adresse. Corrigez-la.',
  },
  'extensions/registry-scope': {
    en: 'The scope {scope} was not kept: it is written as @team. Correct it, or leave it empty to ask this registry for everything.',
    fr: 'La portée {scope} n’a pas été retenue : elle s’écrit @equipe. Corrigez-la, ou laissez-la vide pour tout demander à ce registre.',
  },
  'extensions/too-many-registries': {
    en: 'No more than {most} registries can be kept. Remove one that you no longer need.',
    fr: 'On ne peut garder plus de {most} registres. Retirez-en un dont vous n’avez plus besoin.',
  },
  'extensions/no-registry': {
    en: 'No registry is set up for {id}. Add one under Registries.',
    fr: 'Aucun registre n’est configuré pour {id}. Ajoutez-en un sous Registres.',
  },
  'extensions/publish-refused': {
    en: 'Nothing was published from {folder}: {reason} Mend it, then try again.',
    fr: 'Rien n’a été publié depuis {folder} : {reason} Corrigez, puis réessayez.',
  },
  'extensions/version-taken': {
    en: '{id} {version} is in the registry {registry} already, and a version is never replaced. Raise the version in package.json, then publish again.',
    fr: '{id} {version} est déjà dans le registre {registry}, et une version n’est jamais remplacée. Augmentez la version dans package.json, puis publiez à nouveau.',
  },
  'extensions/npm-missing': {
    en: 'The npm that comes with Atelier was not found, so this cannot be done. Install Atelier again.',
    fr: 'Le npm livré avec Atelier est introuvable ; l’opération est impossible. Réinstallez Atelier.',
  },
});
