import { type AppError, defineErrors, isAppError } from '@atelier/kernel';
import type { Bilingual, Failure } from '../contract/index.ts';

/** What can go wrong between a registry and an extension that runs. */
export const errors = defineErrors({
  'extensions/registry-unreachable': {
    en: 'The registry {registry} ({url}) could not be reached: {reason}. Check the connection and its address, then try again; what is installed keeps working.',
    fr: 'Le registre {registry} ({url}) est injoignable : {reason}. Vérifiez la connexion et son adresse, puis réessayez ; ce qui est installé continue de fonctionner.',
  },
  'extensions/registry-slow': {
    en: 'The registry {registry} did not answer within {seconds} s. Try again later; what is installed keeps working.',
    fr: 'Le registre {registry} n’a pas répondu en {seconds} s. Réessayez plus tard ; ce qui est installé continue de fonctionner.',
  },
  'extensions/registry-certificate': {
    en: 'The registry {registry} ({url}) was not contacted, because its certificate cannot be trusted: {reason}. Have its certificate corrected, or correct the address.',
    fr: 'Le registre {registry} ({url}) n’a pas été contacté, car son certificat n’est pas digne de confiance : {reason}. Faites corriger le certificat, ou corrigez l’adresse.',
  },
  'extensions/registry-busy': {
    en: 'The registry {registry} does not answer for the moment, because it received too many requests (429). Try again in {seconds} s.',
    fr: 'Le registre {registry} ne répond plus pour le moment, car il a reçu trop de demandes (429). Réessayez dans {seconds} s.',
  },
  'extensions/token-needed': {
    en: 'The registry {registry} requires a token for this ({status}). Add one under Registries, or check that the one you gave is still valid.',
    fr: 'Le registre {registry} demande un jeton pour cela ({status}). Ajoutez-en un sous Registres, ou vérifiez que le vôtre est encore valable.',
  },
  'extensions/registry-failed': {
    en: 'The registry {registry} answered {status} for {what}. Try again later, or tell its operator.',
    fr: 'Le registre {registry} a répondu {status} pour {what}. Réessayez plus tard, ou prévenez son responsable.',
  },
  'extensions/registry-redirected': {
    en: 'The registry {registry} was not asked further: {host} redirects to {other}. Nothing was sent there. If that is where it is now, change its address under Registries.',
    fr: 'Le registre {registry} n’a pas été interrogé plus loin : {host} redirige vers {other}. Rien n’y a été envoyé. S’il s’y trouve désormais, changez son adresse dans Registres.',
  },
  'extensions/registry-lied': {
    en: 'The registry {registry} sent something other than it announced for {what}: {reason}. Nothing was installed. Try again, and tell the operator of the registry if it happens again.',
    fr: 'Le registre {registry} a envoyé autre chose que ce qu’il annonçait pour {what} : {reason}. Rien n’a été installé. Réessayez, et prévenez le responsable du registre si cela se reproduit.',
  },
  'extensions/cache-in-use': {
    en: 'The downloaded packages were not deleted, because an install or a check uses them now. Try again when it has ended.',
    fr: 'Les paquets téléchargés n’ont pas été supprimés, car une installation ou une vérification les utilise. Réessayez quand elle sera terminée.',
  },
  'extensions/cache-not-cleared': {
    en: 'The downloaded packages could not be deleted: {reason}. Nothing was changed. Check that the profile folder can be written, then try again.',
    fr: 'Les paquets téléchargés n’ont pas pu être supprimés : {reason}. Rien n’a été changé. Vérifiez que le dossier du profil est accessible en écriture, puis réessayez.',
  },
  'extensions/integrity': {
    en: 'The package of {what} does not match the checksum that the registry {registry} published for it, so it was deleted. Nothing was installed. Try again; if it happens again, do not trust that registry.',
    fr: 'Le paquet de {what} ne correspond pas à l’empreinte publiée par le registre {registry} ; il a été supprimé. Rien n’a été installé. Réessayez ; si cela se reproduit, ne vous fiez pas à ce registre.',
  },
  'extensions/not-found': {
    en: 'There is no package {id} in the registry {registry}. Check its name, or add the registry that has it.',
    fr: 'Il n’y a pas de paquet {id} dans le registre {registry}. Vérifiez son nom, ou ajoutez le registre qui le contient.',
  },
  'extensions/no-search': {
    en: 'The registry {registry} cannot be searched. Enter the full name of an extension to find it there.',
    fr: 'Le registre {registry} ne permet pas la recherche. Saisissez le nom complet d’une extension pour l’y trouver.',
  },
  'extensions/version-gone': {
    en: '{id} {version} is no longer in the registry {registry}. Choose another version; the installed one keeps working.',
    fr: '{id} {version} n’est plus dans le registre {registry}. Choisissez une autre version ; celle qui est installée continue de fonctionner.',
  },
  'extensions/not-an-extension': {
    en: '{id} {version} is a package, but not an extension: its package.json has no "atelier" key. Look for another one, or ask its author.',
    fr: '{id} {version} est un paquet, mais pas une extension : son package.json n’a pas de clé « atelier ». Cherchez-en une autre, ou adressez-vous à son auteur.',
  },
  'extensions/cannot-run': {
    en: '{id} {version} was not installed: {reason} What was installed before is unchanged.',
    fr: '{id} {version} n’a pas été installée : {reason} Ce qui était installé avant est inchangé.',
  },
  'extensions/package-refused': {
    en: 'The package {what} was not unpacked: {reason}. Nothing was installed. Tell its author, or choose another version.',
    fr: 'Le paquet {what} n’a pas été décompressé : {reason}. Rien n’a été installé. Prévenez son auteur, ou choisissez une autre version.',
  },
  'extensions/dependencies': {
    en: 'The packages that {id} {version} needs could not be found: {reason}. Nothing was installed. Try again later, or tell its author.',
    fr: 'Les paquets dont {id} {version} a besoin sont introuvables : {reason}. Rien n’a été installé. Réessayez plus tard, ou prévenez son auteur.',
  },
  'extensions/signature': {
    en: '{id} {version} was not installed: the signature that the registry {registry} provides for it does not match its checksum or its key. Nothing was installed. Tell the operator of the registry; do not install it from there until they have explained it.',
    fr: '{id} {version} n’a pas été installée : la signature que le registre {registry} en fournit ne correspond pas à son empreinte ou à sa clé. Rien n’a été installé. Prévenez le responsable du registre ; ne l’installez pas de là tant qu’il ne s’en est pas expliqué.',
  },
  'extensions/attestation': {
    en: '{id} {version} was not installed: the attestation of where it was built, which the registry {registry} provides, is wrong: {reason}. Nothing was installed. Tell its author and the operator of the registry; do not install it from there until they have explained it.',
    fr: '{id} {version} n’a pas été installée : l’attestation du lieu de sa construction, fournie par le registre {registry}, est fausse : {reason}. Rien n’a été installé. Prévenez son auteur et le responsable du registre ; ne l’installez pas de là tant qu’ils ne s’en sont pas expliqués.',
  },
  'extensions/provenance-lost': {
    en: '{id} {version} was not installed: {old}, the version in use, was signed or attested by the registry {registry}, and this version has fewer guarantees. Ask its author why; to install it anyway, remove the extension and install it again.',
    fr: '{id} {version} n’a pas été installée : {old}, la version utilisée, était signée ou attestée par le registre {registry}, et cette version a moins de garanties. Demandez pourquoi à son auteur ; pour l’installer quand même, retirez l’extension et installez-la de nouveau.',
  },
  'extensions/too-new': {
    en: '{id} {version} was published only recently and is held back until {until}, so that others have time to find problems in it. Wait until then, or open it and choose to install it now.',
    fr: '{id} {version} vient d’être publiée et est retenue jusqu’au {until}, le temps que d’autres y trouvent d’éventuels problèmes. Attendez cette date, ou ouvrez-la et choisissez de l’installer maintenant.',
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
    en: '{id} was not looked up: in a registry, the name of an extension begins with the scope of its publisher, as in @team/name, in lower-case letters, digits and hyphens. Check the name.',
    fr: '{id} n’a pas été cherchée : dans un registre, le nom d’une extension commence par la portée de son éditeur, comme dans @equipe/nom, en minuscules, chiffres et traits d’union. Vérifiez le nom.',
  },
  'extensions/block-list-unread': {
    en: 'The block list at {host} was not read: {reason} The list that was read before still applies. Check its address in the settings.',
    fr: 'La liste de blocage de {host} n’a pas été lue : {reason} La liste lue auparavant s’applique toujours. Vérifiez son adresse dans les réglages.',
  },
  'extensions/block-list-unfit': {
    en: 'The block list at {host} was not used, because it is not a valid block list: {reason}. The list that was read before still applies. Tell the publisher of the list.',
    fr: 'La liste de blocage de {host} n’a pas été utilisée, car ce n’est pas une liste de blocage valable : {reason}. La liste lue auparavant s’applique toujours. Prévenez l’éditeur de la liste.',
  },
  'extensions/block-list-forged': {
    en: 'The block list at {host} was not used, because it is not signed with the key in your settings. The list that was read before still applies. Check the key, and tell the publisher of the list.',
    fr: 'La liste de blocage de {host} n’a pas été utilisée, car elle n’est pas signée avec la clé de vos réglages. La liste lue auparavant s’applique toujours. Vérifiez la clé, et prévenez l’éditeur de la liste.',
  },
  'extensions/block-list-older': {
    en: 'The block list at {host} was not used, because it is older ({sequence}) than the one that was read before ({before}). The list that was read before still applies. Tell the publisher of the list.',
    fr: 'La liste de blocage de {host} n’a pas été utilisée, car elle est plus ancienne ({sequence}) que celle lue auparavant ({before}). La liste lue auparavant s’applique toujours. Prévenez l’éditeur de la liste.',
  },
  'extensions/block-list-key': {
    en: 'The block list was not read, because the key in your settings is not valid: it must be an Ed25519 public key, in base64. Ask the publisher of the list for it.',
    fr: 'La liste de blocage n’a pas été lue, car la clé de vos réglages n’est pas valable : il faut une clé publique Ed25519, en base64. Demandez-la à l’éditeur de la liste.',
  },
  'extensions/block-line': {
    en: 'Your own block list has lines that are not valid: {lines}. Write @scope/name, @scope/name@1.2.3 or @scope/name@<1.2.3, one per line, in the settings.',
    fr: 'Votre propre liste de blocage contient des lignes non valables : {lines}. Écrivez @portée/nom, @portée/nom@1.2.3 ou @portée/nom@<1.2.3, une par ligne, dans les réglages.',
  },
  'extensions/disk-full': {
    en: 'The disk is full, so {id} was not installed; what was installed before is unchanged. Free some space, then try again.',
    fr: 'Le disque est plein : {id} n’a pas été installée ; ce qui était installé avant est inchangé. Libérez de la place, puis réessayez.',
  },
  'extensions/disk-failed': {
    en: '{id} was not installed, because its files could not be written: {reason}. What was installed before is unchanged. Check the disk and the permissions of the folder, then try again.',
    fr: '{id} n’a pas été installée, car ses fichiers n’ont pas pu être écrits : {reason}. Ce qui était installé avant est inchangé. Vérifiez le disque et les droits du dossier, puis réessayez.',
  },
  'extensions/rolled-back': {
    en: '{id} {version} could not start, so {old} was restored: {reason} Its data are as they were. Look at its log, or tell its author.',
    fr: '{id} {version} n’a pas pu démarrer ; {old} a été rétablie : {reason} Ses données sont comme avant. Regardez son journal, ou prévenez son auteur.',
  },
  'extensions/offer-gone': {
    en: 'What you were shown of this extension is out of date, so nothing was installed. Open it again and check what it asks for now.',
    fr: 'Ce qui vous a été montré de cette extension n’est plus à jour ; rien n’a été installé. Rouvrez-la et regardez ce qu’elle demande maintenant.',
  },
  'extensions/not-installed': {
    en: '{id} is not an extension that was installed from a registry. Check its name.',
    fr: '{id} n’est pas une extension installée depuis un registre. Vérifiez son nom.',
  },
  'extensions/registry-address': {
    en: 'The address {url} was not saved: a registry is reached over https, or over http on this machine only, and its address contains no name and no password. Correct the address.',
    fr: 'L’adresse {url} n’a pas été enregistrée : un registre s’interroge en https, ou en http sur cette machine seulement, et son adresse ne contient ni nom ni mot de passe. Corrigez-la.',
  },
  'extensions/registry-scope': {
    en: 'The scope {scope} was not saved: a scope is written like @team. Correct it, or leave it empty to use this registry for everything.',
    fr: 'La portée {scope} n’a pas été enregistrée : une portée s’écrit comme @equipe. Corrigez-la, ou laissez-la vide pour utiliser ce registre pour tout.',
  },
  'extensions/too-many-registries': {
    en: 'At most {most} registries can be set up. Remove one that you no longer need.',
    fr: 'Vous pouvez configurer {most} registres au plus. Retirez-en un dont vous n’avez plus besoin.',
  },
  'extensions/no-registry': {
    en: 'No registry is set up for {id}. Add one under Registries.',
    fr: 'Aucun registre n’est configuré pour {id}. Ajoutez-en un sous Registres.',
  },
  'extensions/publish-refused': {
    en: 'Nothing was published from {folder}: {reason} Fix that, then try again.',
    fr: 'Rien n’a été publié depuis {folder} : {reason} Corrigez cela, puis réessayez.',
  },
  'extensions/version-taken': {
    en: '{id} {version} is already in the registry {registry}, and a version is never replaced. Raise the version in package.json, then publish again.',
    fr: '{id} {version} est déjà dans le registre {registry}, et une version n’est jamais remplacée. Augmentez la version dans package.json, puis publiez à nouveau.',
  },
  'extensions/npm-missing': {
    en: 'The npm that comes with Atelier was not found, so this cannot be done. Install Atelier again.',
    fr: 'Le npm livré avec Atelier est introuvable ; l’opération est impossible. Réinstallez Atelier.',
  },
});

/** An error as a field of a result. */
export function failureOf(error: AppError): Failure {
  return { code: error.code, message: sentences(error) };
}

/** The message of an error, in both languages if it is an `AppError`. */
export function sentences(error: unknown): Bilingual {
  return isAppError(error) ? { fr: error.in('fr'), en: error.in('en') } : { fr: String(error), en: String(error) };
}
