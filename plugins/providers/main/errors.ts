import { defineErrors } from '@atelier/kernel';

/** Errors of the agent's files, of providers and of sign-ins. None of them quotes a key. */
export const errors = defineErrors({
  'providers/file-unreadable': {
    en: 'Atelier cannot read {file}: {why}. Nothing was changed and a copy was kept next to it; correct the file, or move it away to start over.',
    fr: 'Atelier ne peut pas lire {file} : {why}. Rien n’a été modifié et une copie a été gardée à côté ; corrigez le fichier ou déplacez-le pour repartir de zéro.',
  },
  'providers/file-restored': {
    en: 'Atelier could not read {file}: {why}. Its last good content is back. What stood there is kept as {keptAs}; if you edited it, correct that copy and put it back.',
    fr: 'Atelier n’a pas pu lire {file} : {why}. Son dernier bon contenu est de retour. Ce qui s’y trouvait est gardé sous {keptAs} ; si vous l’aviez modifié, corrigez cette copie et remettez-la.',
  },
  'providers/empty-file-restored': {
    en: 'The file {file} was empty. Its last good content is back. To start over, write an empty JSON object into it: an opening and a closing brace.',
    fr: 'Le fichier {file} était vide. Son dernier bon contenu est de retour. Pour repartir de zéro, écrivez-y un objet JSON vide : une accolade ouvrante et une fermante.',
  },
  'providers/file-moved-away': {
    en: 'In place of {file} there was no file, but a folder, a named pipe, a device, or a link to one. It is kept as {keptAs}. There was no good content to put back, so Atelier began the file anew; enter what is missing again.',
    fr: 'À la place de {file}, il n’y avait pas un fichier mais un dossier, un tube nommé, un périphérique, ou un lien vers l’un d’eux. C’est gardé sous {keptAs}. Aucun bon contenu n’a pu être remis : Atelier a recommencé ce fichier à zéro ; saisissez de nouveau ce qui manque.',
  },
  'providers/file-link': {
    en: 'Atelier does not use {file}: it is a link or not an ordinary file, and keys must not be written elsewhere. Replace it with an ordinary file.',
    fr: 'Atelier n’utilise pas {file} : c’est un lien, ou ce n’est pas un fichier ordinaire, et les clés ne doivent pas être écrites ailleurs. Remplacez-le par un fichier ordinaire.',
  },
  'providers/file-foreign': {
    en: 'Atelier does not use {file}: it belongs to another user of this machine. Take ownership of it, or move it away.',
    fr: 'Atelier n’utilise pas {file} : il appartient à un autre utilisateur de cette machine. Devenez-en propriétaire ou déplacez-le.',
  },
  'providers/file-locked': {
    en: 'Atelier could not change {file}: another program has kept it locked for {seconds} s. Close the other programs that use the agent’s files, then try again.',
    fr: 'Atelier n’a pas pu modifier {file} : un autre programme le garde verrouillé depuis {seconds} s. Fermez les autres programmes qui utilisent les fichiers de l’agent, puis réessayez.',
  },
  'providers/file-refused': {
    en: 'Atelier did not write {file}: {why}, and the agent would then refuse every provider in it. Correct that value, then save again.',
    fr: 'Atelier n’a pas écrit {file} : {why}, et l’agent refuserait alors tous les fournisseurs qu’il contient. Corrigez cette valeur, puis enregistrez de nouveau.',
  },
  'providers/file-failed': {
    en: 'Atelier could not read or write {file}: the system answered {why}. Check the permissions of its folder and the space on the disk, then try again.',
    fr: 'Atelier n’a pas pu lire ou écrire {file} : le système a répondu {why}. Vérifiez les droits du dossier et l’espace disque, puis réessayez.',
  },
  'providers/unknown-provider': {
    en: 'Atelier knows no provider "{id}". Look at the list of providers again; it may have been removed from the agent’s files.',
    fr: 'Atelier ne connaît aucun fournisseur « {id} ». Consultez de nouveau la liste ; il a peut-être été retiré des fichiers de l’agent.',
  },
  'providers/unknown-preset': {
    en: 'Atelier has no preset "{preset}". Choose one from the list, or add the provider as a custom one.',
    fr: 'Atelier n’a pas de préréglage « {preset} ». Choisissez-en un dans la liste ou ajoutez un fournisseur personnalisé.',
  },
  'providers/preset-mismatch': {
    en: 'Atelier did not save "{id}": the preset {preset} belongs to the provider "{expected}". Save it under that name, or as a custom provider.',
    fr: 'Atelier n’a pas enregistré « {id} » : le préréglage {preset} appartient au fournisseur « {expected} ». Enregistrez-le sous ce nom ou comme fournisseur personnalisé.',
  },
  'providers/address-invalid': {
    en: 'Atelier cannot use this address: {why}. Write it like https://api.example.com/v1.',
    fr: 'Atelier ne peut pas utiliser cette adresse : {why}. Écrivez-la comme https://api.example.com/v1.',
  },
  'providers/address-missing': {
    en: 'Atelier did not save "{id}": a custom provider needs an address. Add its base URL, then save again.',
    fr: 'Atelier n’a pas enregistré « {id} » : un fournisseur personnalisé a besoin d’une adresse. Ajoutez son URL de base, puis enregistrez de nouveau.',
  },
  'providers/key-command': {
    en: 'Atelier does not accept this key for "{id}": it begins with "!", which would run a command each time the key is needed. Paste the key itself.',
    fr: 'Atelier n’accepte pas cette clé pour « {id} » : elle commence par « ! », ce qui exécuterait une commande à chaque usage. Collez la clé elle-même.',
  },
  'providers/key-invalid': {
    en: 'Atelier does not accept this key for "{id}": it contains line breaks or other characters that no key has. Copy it again, with nothing else.',
    fr: 'Atelier n’accepte pas cette clé pour « {id} » : elle contient des retours à la ligne ou d’autres caractères qu’aucune clé ne comporte. Copiez-la de nouveau, sans rien d’autre.',
  },
  'providers/built-in': {
    en: 'Atelier does not change "{id}": an extension provides it. To remove it, switch that extension off.',
    fr: 'Atelier ne modifie pas « {id} » : une extension fournit ce fournisseur. Pour le retirer, désactivez cette extension.',
  },
  'providers/entry-invalid': {
    en: 'The agent’s files contain an unusable value for "{id}": {why}. It was set aside in models.json so that the other providers keep working; save the provider again.',
    fr: 'Les fichiers de l’agent contiennent pour « {id} » une valeur inutilisable : {why}. Elle a été mise de côté dans models.json pour que les autres fournisseurs continuent de fonctionner ; enregistrez de nouveau le fournisseur.',
  },
  'providers/entry-incomplete': {
    en: 'The provider "{id}" cannot be used: {why} is missing in models.json. Open the provider, fill that in and save it again.',
    fr: 'Le fournisseur « {id} » est inutilisable : {why} manque dans models.json. Ouvrez le fournisseur, complétez-le et enregistrez de nouveau.',
  },
  'providers/command-refused': {
    en: 'The provider "{id}" has a command in place of a key or header. It is kept as it is for your own agent, but Atelier does not run it: to use the provider here, enter the key itself.',
    fr: 'Le fournisseur « {id} » a une commande à la place d’une clé ou d’un en-tête. Elle reste telle quelle pour votre propre agent, mais Atelier ne l’exécute pas : pour utiliser le fournisseur ici, saisissez la clé elle-même.',
  },
  'providers/sign-in-expired': {
    en: 'The sign-in to {name} has expired. Sign in again under Settings > Providers & Models.',
    fr: 'La connexion à {name} a expiré. Reconnectez-vous dans Réglages > Fournisseurs et modèles.',
  },
  'providers/unreachable': {
    en: '{host} could not be reached: {why}. Check the address and that its server is running, then try again.',
    fr: '{host} est injoignable : {why}. Vérifiez l’adresse et que son serveur est démarré, puis réessayez.',
  },
  'providers/busy': {
    en: '{host} answers, but cannot be used now: {why}. Wait a moment, then ask it again.',
    fr: '{host} répond, mais est inutilisable pour l’instant : {why}. Attendez un peu, puis interrogez-le de nouveau.',
  },
  'providers/no-model-server': {
    en: '{host} answers, but not as a model server: {why}. Check the address, then ask it again.',
    fr: '{host} répond, mais pas comme un serveur de modèles : {why}. Vérifiez l’adresse, puis interrogez-le de nouveau.',
  },
  'providers/redirected': {
    en: '{host} redirects to another host, {to}. Nothing was sent there. If that is where the provider is now, enter its address, then try again.',
    fr: '{host} redirige vers un autre hôte, {to}. Rien n’y a été envoyé. Si le fournisseur s’y trouve désormais, saisissez cette adresse, puis réessayez.',
  },
  'providers/refused': {
    en: '{host} refused to list its models (HTTP {status}). Check the key, then try again.',
    fr: '{host} a refusé de donner la liste de ses modèles (HTTP {status}). Vérifiez la clé, puis réessayez.',
  },
  'providers/key-needed': {
    en: '{host} asks for a key. Enter one; it is tested as soon as it is saved.',
    fr: '{host} demande une clé. Saisissez-en une ; elle est testée dès qu’elle est enregistrée.',
  },
  'providers/key-refused': {
    en: '{host} refused the key (HTTP {status}). Enter a valid one; it is tested as soon as it is saved.',
    fr: '{host} a refusé la clé (HTTP {status}). Saisissez-en une valide ; elle est testée dès qu’elle est enregistrée.',
  },
  'providers/turn-refused': {
    en: '{name} refused the key in a conversation. Enter a valid one; it is tested as soon as it is saved.',
    fr: '{name} a refusé la clé dans une conversation. Saisissez-en une valide ; elle est testée dès qu’elle est enregistrée.',
  },
  'providers/turn-needs-key': {
    en: '{name} asked for a key in a conversation. Enter one; it is tested as soon as it is saved.',
    fr: '{name} a demandé une clé dans une conversation. Saisissez-en une ; elle est testée dès qu’elle est enregistrée.',
  },
  'providers/turn-unanswered': {
    en: '{name} did not answer a conversation: {why}. Check that its server is running, then ask it again.',
    fr: '{name} n’a pas répondu à une conversation : {why}. Vérifiez que son serveur est démarré, puis interrogez-le de nouveau.',
  },
  'providers/not-own-model': {
    en: 'Atelier does not change what {model} can do: only models of your own servers can be described. Open its provider to see them.',
    fr: 'Atelier ne modifie pas ce que {model} sait faire : seuls les modèles de vos propres serveurs se décrivent. Ouvrez son fournisseur pour les voir.',
  },
  'providers/no-model-list': {
    en: '{host} did not answer with a list of models: {why}. Check the address, or enter the models by hand.',
    fr: '{host} n’a pas répondu par une liste de modèles : {why}. Vérifiez l’adresse ou saisissez les modèles à la main.',
  },
  'providers/no-engine': {
    en: 'Atelier cannot test {model}: this copy of Atelier has no engine. Install Atelier again.',
    fr: 'Atelier ne peut pas tester {model} : cette copie d’Atelier n’a pas de moteur. Réinstallez Atelier.',
  },
  'providers/test-timeout': {
    en: '{model} did not answer within {seconds} s. Check that its server is running and not busy, then test again.',
    fr: '{model} n’a pas répondu en {seconds} s. Vérifiez que son serveur est démarré et disponible, puis testez de nouveau.',
  },
  'providers/test-broke': {
    en: 'The test of {model} stopped before an answer arrived. Test again; if it stops again, look at the log.',
    fr: 'Le test de {model} s’est interrompu avant toute réponse. Testez de nouveau ; si cela se répète, consultez le journal.',
  },
  'providers/no-sign-in': {
    en: 'Atelier cannot sign in to {name} through the browser. Use a key instead.',
    fr: 'Atelier ne peut pas se connecter à {name} par le navigateur. Utilisez plutôt une clé.',
  },
  'providers/unknown-flow': {
    en: 'This sign-in is over or was never started. Start it again under Settings > Providers & Models.',
    fr: 'Cette connexion est terminée ou n’a jamais commencé. Recommencez-la dans Réglages > Fournisseurs et modèles.',
  },
  'providers/prompt-gone': {
    en: 'The sign-in to {name} no longer waits for this answer. Look at what it asks for now.',
    fr: 'La connexion à {name} n’attend plus cette réponse. Regardez ce qu’elle demande maintenant.',
  },
  'providers/sign-in-cancelled': {
    en: 'The sign-in to {name} was cancelled. Nothing was changed; start it again when you like.',
    fr: 'La connexion à {name} a été annulée. Rien n’a changé ; recommencez quand vous voudrez.',
  },
  'providers/sign-in-timeout': {
    en: 'The sign-in to {name} was stopped after {minutes} minutes without an answer. Start it again.',
    fr: 'La connexion à {name} a été arrêtée après {minutes} minutes sans réponse. Recommencez-la.',
  },
  'providers/sign-in-failed': {
    en: 'The sign-in to {name} failed: {why}. Start it again; nothing was changed.',
    fr: 'La connexion à {name} a échoué : {why}. Recommencez-la ; rien n’a changé.',
  },
});
