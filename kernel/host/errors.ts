import { defineErrors } from '@atelier/kernel';

/** Errors of a host: ports, files, processes and other instances. */
export const hostErrors = defineErrors({
  'host/arguments': {
    fr: 'Atelier n’a pas démarré : il ne comprend pas ses arguments ({why}). Voyez « atelier start --help ».',
    en: 'Atelier did not start: it does not understand its arguments ({why}). See "atelier start --help".',
  },
  'host/port-taken': {
    fr: 'Atelier n’a pas pu ouvrir le port {port} : un autre programme s’en sert. Choisissez-en un autre avec --port, ou retirez --port.',
    en: 'Atelier could not open port {port}: another program uses it. Choose another one with --port, or leave --port out.',
  },
  'host/listen-failed': {
    fr: 'Atelier n’a pas pu ouvrir de port sur 127.0.0.1 : {why}. Autorisez cet utilisateur à écouter sur cette adresse (pare-feu, conteneur), puis relancez.',
    en: 'Atelier could not open a port of 127.0.0.1: {why}. Allow this user to listen on that address (firewall, container), then start again.',
  },
  'host/profile-unwritable': {
    fr: 'Atelier n’a pas démarré : il ne peut pas écrire dans {folder} ({why}). Devenez propriétaire de ce dossier et de son contenu, puis relancez ; rien n’a été changé.',
    en: 'Atelier did not start: it may not write to {folder} ({why}). Take ownership of that folder and everything in it, then start again; nothing was changed.',
  },
  'host/profile-too-long': {
    fr: 'Atelier n’a pas démarré : le chemin du profil {folder} a {length} octets, et ses bases de données n’en permettent que {most}. Choisissez un dossier au chemin plus court, par exemple avec XDG_CONFIG_HOME, puis relancez ; rien n’a été changé.',
    en: 'Atelier did not start: the path of the profile {folder} has {length} bytes, and its databases allow only {most}. Choose a folder with a shorter path, for example with XDG_CONFIG_HOME, then start again; nothing was changed.',
  },
  'host/profile-loop': {
    fr: 'Atelier n’a pas démarré : le chemin du profil {folder} passe par le lien {link}, qui mène à {target} et tourne en rond. Remplacez ce lien par un dossier ou par un lien vers un dossier, puis relancez ; rien n’a été changé.',
    en: 'Atelier did not start: the path of the profile {folder} goes through the link {link}, which leads to {target} and so back to itself. Replace that link with a folder or with a link to one, then start again; nothing was changed.',
  },
  'host/profile-foreign': {
    fr: 'Atelier n’a pas démarré : le profil {folder} appartient à un autre utilisateur (son numéro est {owner}, le vôtre {user}). Démarrez sous cet utilisateur, sans sudo ; rien n’a été changé.',
    en: 'Atelier did not start: the profile {folder} belongs to another user (its user number is {owner}, yours is {user}). Start as that user, without sudo; nothing was changed.',
  },
  'host/profile-no-folder': {
    fr: 'Atelier n’a pas démarré : {folder} devrait être un dossier, mais un fichier occupe ce chemin. Déplacez ce fichier, puis relancez ; rien n’a été changé.',
    en: 'Atelier did not start: {folder} should be a folder, but a file has that path. Move that file, then start again; nothing was changed.',
  },
  'host/disk-read-only': {
    fr: 'Atelier n’a pas démarré : le disque de {folder} est en lecture seule. Remontez-le en écriture, puis relancez ; rien n’a été changé.',
    en: 'Atelier did not start: the disk of {folder} is read-only. Mount it for writing, then start again; nothing was changed.',
  },
  'host/disk-full': {
    fr: 'Atelier n’a pas démarré : le disque de {folder} est plein. Libérez au moins 100 Mo, puis relancez ; rien n’a été perdu.',
    en: 'Atelier did not start: the disk of {folder} is full. Free at least 100 MB, then start again; nothing was lost.',
  },
  'host/file-size-limit': {
    fr: 'Atelier s’est arrêté : le système ne permet que de petits fichiers, et un de ceux de {folder} est plus grand. Levez la limite (« ulimit -f unlimited »), puis relancez ; rien n’a été perdu.',
    en: 'Atelier ended: the system allows only small files, and one in {folder} is larger. Lift the limit ("ulimit -f unlimited"), then start again; nothing was lost.',
  },
  'host/write-failed': {
    fr: 'Atelier s’est arrêté : le système n’a pas pu écrire dans {folder} ({why}). Vérifiez ce disque, puis relancez ; rien n’a été perdu.',
    en: 'Atelier ended: the system could not write to {folder} ({why}). Check that disk, then start again; nothing was lost.',
  },
  'host/import-while-open': {
    fr: 'Rien n’a été importé : Atelier est ouvert. Importez dans Réglages > Stockage, ou arrêtez-le d’abord avec « npm start -- --quit ».',
    en: 'Nothing was imported: Atelier is open. Import under Settings > Storage, or end it first with "npm start -- --quit".',
  },
  'host/passphrases-differ': {
    fr: 'Rien n’a été exporté : les deux phrases secrètes diffèrent. Relancez la commande et saisissez deux fois la même.',
    en: 'Nothing was exported: the two passphrases differ. Run the command again, and enter the same one twice.',
  },
  'host/link-strange': {
    fr: 'Atelier n’a pas ouvert le lien « {link} » : {why}. Recopiez-le depuis sa source, ou ignorez-le ; rien n’a été fait.',
    en: 'Atelier did not open the link "{link}": {why}. Copy it again from its source, or ignore it; nothing was done.',
  },
  'host/link-flood': {
    fr: 'Atelier n’a pas ouvert {count} liens, car trop sont arrivés à la fois. Rouvrez celui que vous vouliez ; rien n’a été fait.',
    en: 'Atelier did not open {count} links, because too many arrived at once. Open the one you wanted again; nothing was done.',
  },
  'host/page-only': {
    fr: 'Atelier a refusé « host:{member} » : seule la page d’Atelier peut appeler son hôte, et seulement par les appels que l’hôte propose. Utilisez plutôt une commande de l’application.',
    en: 'Atelier refused "host:{member}": only Atelier’s own page may call its host, and only the calls that the host has. Use a command of the app instead.',
  },
  'host/page-failed': {
    fr: 'Atelier n’a pas pu répondre à {to} : {why}. Réessayez ; si cela persiste, rechargez la page.',
    en: 'Atelier could not answer {to}: {why}. Try again; if this continues, reload the page.',
  },
  'host/folder-no-path': {
    fr: 'Atelier ne peut pas lister « {path} » : ce n’est pas le chemin complet d’un dossier. Choisissez un dossier dans la liste.',
    en: 'Atelier cannot list "{path}": it is not the full path of a folder. Choose a folder from the list.',
  },
  'host/folder-unreadable': {
    fr: 'Atelier n’a pas pu lire le dossier {path} ({why}). Choisissez-en un autre, ou donnez à votre compte le droit de le lire.',
    en: 'Atelier could not read the folder {path} ({why}). Choose another one, or give your account read permission.',
  },
  'host/folder-missing': {
    fr: 'Il n’y a pas de dossier {path}. Vérifiez le chemin, ou choisissez un dossier dans la liste.',
    en: 'There is no folder {path}. Check the path, or choose a folder from the list.',
  },
  'host/address-refused': {
    fr: 'Atelier n’ouvre pas « {address} » : seules les adresses https et mailto s’ouvrent hors de l’application.',
    en: 'Atelier does not open "{address}": only https and mailto addresses are opened outside the app.',
  },
  'host/folder-not-shown': {
    fr: 'Atelier n’a pas pu montrer le dossier « {address} » : le système n’a pas de programme pour cela ({program}). Copiez le chemin dans votre gestionnaire de fichiers.',
    en: 'Atelier could not show the folder "{address}": the system has no program for it ({program}). Copy the path into your file manager.',
  },
  'host/no-folder': {
    fr: 'Atelier n’a pas montré « {folder} » : il n’y a pas de dossier à cet endroit. Vérifiez s’il a été déplacé ou supprimé.',
    en: 'Atelier did not show "{folder}": there is no folder at that place. Check whether it was moved or deleted.',
  },
  'host/open-failed': {
    fr: 'Atelier n’a pas pu ouvrir « {address} » : le système n’a pas de programme pour cela ({program}). Copiez l’adresse dans un navigateur.',
    en: 'Atelier could not open "{address}": the system has no program for it ({program}). Copy the address into a browser.',
  },
  'host/secret-unreadable': {
    fr: 'Atelier ne peut pas lire un secret enregistré : il a été chiffré avec une autre clé que {file}, ou il est endommagé. Saisissez-le de nouveau.',
    en: 'Atelier cannot read a stored secret: it was encrypted with a key other than {file}, or it is damaged. Enter it again.',
  },
  'host/key-damaged': {
    fr: 'Atelier ne peut pas utiliser le fichier de clé {file} : il doit contenir 32 octets et en contient {bytes}. Restaurez-le, ou supprimez-le et saisissez de nouveau vos secrets.',
    en: 'Atelier cannot use the key file {file}: it should contain 32 bytes and contains {bytes}. Restore it, or delete it and enter your secrets again.',
  },
  'host/key-unreadable': {
    fr: 'Atelier ne peut pas lire le fichier de clé {file} : {why}. Remettez-le en ordre, ou déplacez-le et saisissez de nouveau vos secrets.',
    en: 'Atelier cannot read the key file {file}: {why}. Put it in order, or move it away and enter your secrets again.',
  },
  'host/fork-failed': {
    fr: 'Atelier n’a pas pu démarrer le processus {entry} : {why}. Réinstallez Atelier si le fichier manque.',
    en: 'Atelier could not start the process {entry}: {why}. Reinstall Atelier if the file is missing.',
  },
  'host/page-missing': {
    fr: 'Atelier n’a pas de page à montrer : {folder} ne contient pas index.html. Lancez « npm start », qui la construit.',
    en: 'Atelier has no page to show: {folder} contains no index.html. Run "npm start", which builds it.',
  },
  'host/instance-silent': {
    fr: 'Atelier est déjà ouvert avec le profil {userData}, mais il ne répond pas. Fermez-le, ou attendez qu’il ait fini de démarrer ou de s’arrêter.',
    en: 'Atelier is already open with the profile {userData}, but it does not answer. Close it, or wait until it has finished starting or stopping.',
  },
  'host/instance-frozen': {
    fr: 'Atelier est déjà ouvert avec le profil {userData}, mais ne répond pas (processus {pid}). Laissez-lui le temps s’il travaille, ou relancez avec --replace : il sera arrêté et Atelier démarrera à sa place ; rien d’enregistré n’est perdu.',
    en: 'Atelier is already open with the profile {userData}, but does not answer (process {pid}). Give it time if it works, or start again with --replace: it is ended and Atelier starts in its place; nothing that was saved is lost.',
  },
  'host/path-too-long': {
    fr: 'Atelier n’a pas démarré : le chemin {path} dépasse les {limit} octets qu’un socket peut avoir. Définissez XDG_RUNTIME_DIR ou TMPDIR sur un dossier au chemin plus court, ou déplacez le profil ; rien n’a été changé.',
    en: 'Atelier did not start: the path {path} is longer than the {limit} bytes that a socket may have. Set XDG_RUNTIME_DIR or TMPDIR to a folder with a shorter path, or move the profile; nothing was changed.',
  },
  'host/temp-unusable': {
    fr: 'Atelier n’a pas démarré : il ne peut rien écrire dans le dossier des fichiers temporaires {folder} ({why}). Créez-le, ou définissez TMPDIR sur un dossier où vous pouvez écrire, puis relancez ; rien n’a été changé.',
    en: 'Atelier did not start: it cannot write to the folder for temporary files {folder} ({why}). Create it, or set TMPDIR to a folder that you may write to, then start again; nothing was changed.',
  },
  'host/few-handles': {
    fr: 'Atelier n’a pas démarré : le système ne lui laisse ouvrir que {found} fichiers de plus, il en faut {needed}. Augmentez la limite (« ulimit -n 1024 »), puis relancez ; rien n’a été changé.',
    en: 'Atelier did not start: the system lets it open only {found} more files, and it needs {needed}. Raise the limit ("ulimit -n 1024"), then start again; nothing was changed.',
  },
  'host/profile-dangling': {
    fr: 'Atelier n’a pas démarré : le chemin du profil {folder} passe par le lien {link}, dont la cible {target} n’existe pas. Montez ou recréez cette cible, ou supprimez le lien, puis relancez ; rien n’a été changé.',
    en: 'Atelier did not start: the path of the profile {folder} leads through the link {link}, whose target {target} does not exist. Mount or create that target again, or remove the link, then start again; nothing was changed.',
  },
  'host/temp-of-another': {
    fr: 'Atelier ne démarre pas, car le dossier {folder} appartient à un autre utilisateur ou lui est ouvert. Demandez-lui de le supprimer, ou définissez XDG_RUNTIME_DIR.',
    en: 'Atelier does not start, because the folder {folder} belongs to another user or is open to one. Have it removed, or set XDG_RUNTIME_DIR.',
  },
  'host/no-browser': {
    fr: 'Atelier n’a pas ouvert de fenêtre : cette machine n’a ni Chromium, ni Chrome, ni Edge. Ouvrez l’adresse ci-dessous dans un navigateur, ou installez-en un, ou nommez-le dans CHROMIUM.',
    en: 'Atelier opened no window: this machine has neither Chromium nor Chrome nor Edge. Open the address below in a browser, or install one of these, or name it in CHROMIUM.',
  },
  'host/no-display': {
    fr: 'Atelier n’a pas ouvert de fenêtre : il n’y a pas d’écran ici (ni DISPLAY ni WAYLAND_DISPLAY). Ouvrez l’adresse ci-dessous dans un navigateur de cette machine, ou démarrez avec --headless.',
    en: 'Atelier opened no window: there is no display here (neither DISPLAY nor WAYLAND_DISPLAY). Open the address below in a browser of this machine, or start with --headless.',
  },
  'host/window-failed': {
    fr: 'Atelier n’a pas pu ouvrir sa fenêtre avec {program} : {why}. Ouvrez l’adresse ci-dessous dans un navigateur, ou nommez un autre programme dans CHROMIUM.',
    en: 'Atelier could not open its window with {program}: {why}. Open the address below in a browser, or name another program in CHROMIUM.',
  },
  'link/not-json': {
    fr: 'La connexion {link} a été fermée : un message n’est pas du JSON. Rechargez la page.',
    en: 'The connection {link} was closed: a message is not JSON. Reload the page.',
  },
  'link/too-large': {
    fr: 'La connexion {link} a été fermée : un message dépasse {limit} Mo. Envoyez-le en plusieurs morceaux.',
    en: 'The connection {link} was closed: a message is larger than {limit} MB. Send it in pieces.',
  },
  'link/not-sendable': {
    fr: 'Un message pour {to} n’a pas pu être envoyé par {link} : {why}. Il ne peut contenir que des valeurs JSON.',
    en: 'A message for {to} could not be sent over {link}: {why}. It may contain only JSON values.',
  },
});
