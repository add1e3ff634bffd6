/** Everything that can go wrong between an extension and the disk. */
export declare const storageErrors: import("@atelier/kernel").ErrorMakers<{
    readonly 'storage/newer-database': {
        readonly fr: "Les données de {owner} viennent d’une version plus récente d’Atelier (étape {found}, alors que cette version s’arrête à {known}). Rien n’y a été changé : installez la version la plus récente pour les ouvrir.";
        readonly en: "The data of {owner} come from a newer Atelier (step {found}; this version knows steps up to {known}). Nothing in them was changed: install the newer version to open them.";
    };
    readonly 'storage/migration-failed': {
        readonly fr: "Les données de {owner} n’ont pas pu passer à l’étape {id} ({name}) : {reason}. Elles sont restées telles quelles ; revenez à la version précédente de {owner} ou mettez-la à jour.";
        readonly en: "The data of {owner} could not be brought to step {id} ({name}): {reason}. They were left as they were; go back to the previous version of {owner}, or update it.";
    };
    readonly 'storage/migrations-unordered': {
        readonly fr: "La liste des migrations de {owner} est fausse à l’étape {id} : les numéros doivent être des dizaines strictement croissantes. Corrigez les numéros dans {owner}.";
        readonly en: "The list of migrations of {owner} is wrong at step {id}: numbers must be tens, each greater than the one before. Correct the numbers in {owner}.";
    };
    readonly 'storage/locked': {
        readonly fr: "Un autre programme retient la base de données de {owner} depuis plusieurs secondes. Fermez ce programme, puis réessayez.";
        readonly en: "Another program has held the database of {owner} for several seconds. Close that program, then try again.";
    };
    readonly 'storage/corrupt': {
        readonly fr: "La base de données de {owner} est abîmée ({reason}). Redémarrez Atelier : le fichier sera mis de côté et la dernière bonne sauvegarde reprise.";
        readonly en: "The database of {owner} is damaged ({reason}). Restart Atelier: the file will be kept aside and the last good backup restored.";
    };
    readonly 'storage/index-damaged': {
        readonly fr: "Un index de recherche de {owner} est abîmé ({reason}) ; les données elles-mêmes sont lisibles. Reconstruisez l’index depuis {owner}.";
        readonly en: "A search index of {owner} is damaged ({reason}); the data themselves can be read. Rebuild the index from {owner}.";
    };
    readonly 'storage/full': {
        readonly fr: "{owner} n’a pas pu écrire : le disque est plein. Ce qui était enregistré l’est toujours ; libérez de la place, puis recommencez.";
        readonly en: "{owner} could not write: the disk is full. What was saved is still saved; free some space, then do it again.";
    };
    readonly 'storage/not-writable': {
        readonly fr: "{owner} ne peut pas écrire dans {file} : {reason}. Rendez ce fichier et son dossier modifiables par vous, puis recommencez.";
        readonly en: "{owner} cannot write {file}: {reason}. Make the file and its folder writable for you, then do it again.";
    };
    readonly 'storage/cannot-open': {
        readonly fr: "{owner} ne peut pas ouvrir {file} : {reason}. Vérifiez que ce fichier et son dossier sont lisibles par vous.";
        readonly en: "{owner} cannot open {file}: {reason}. Check that the file and its folder can be read by you.";
    };
    readonly 'storage/disk-failed': {
        readonly fr: "Le disque a refusé une opération de {owner} sur {file} : {reason}. Vérifiez l’état du disque et gardez une copie de vos données.";
        readonly en: "The disk refused an operation of {owner} on {file}: {reason}. Check the health of the disk and keep a copy of your data.";
    };
    readonly 'storage/constraint': {
        readonly fr: "Une écriture de {owner} contredit une règle de sa base de données : {reason}. Rien n’a été écrit ; signalez-le à l’auteur de {owner}.";
        readonly en: "A write of {owner} breaks a rule of its database: {reason}. Nothing was written; tell the author of {owner}.";
    };
    readonly 'storage/bad-statement': {
        readonly fr: "Une instruction SQL de {owner} est fausse : {reason}. Corrigez-la dans {owner}.";
        readonly en: "An SQL statement of {owner} is wrong: {reason}. Correct it in {owner}.";
    };
    readonly 'storage/statement-refused': {
        readonly fr: "{owner} a demandé {statement} à sa base de données, ce qui est refusé : {reason}. Retirez cette instruction de {owner}.";
        readonly en: "{owner} asked its database for {statement}, which is refused: {reason}. Remove the statement from {owner}.";
    };
    readonly 'storage/async-transaction': {
        readonly fr: "{owner} a passé une fonction asynchrone à transaction() : rien n’a été écrit. Faites l’attente avant la transaction, dans {owner}.";
        readonly en: "{owner} gave transaction() an async function: nothing was written. Do the waiting before the transaction, in {owner}.";
    };
    readonly 'storage/already-open': {
        readonly fr: "{owner} a ouvert deux fois la base de données {file}. Gardez la première ouverture et partagez-la, dans {owner}.";
        readonly en: "{owner} opened the database {file} twice. Keep what the first opening gave and share it, in {owner}.";
    };
    readonly 'storage/closed': {
        readonly fr: "La base de données de {owner} est fermée, car {owner} s’est arrêté. Relancez {owner} pour recommencer.";
        readonly en: "The database of {owner} is closed, because {owner} has stopped. Start {owner} again to go on.";
    };
    readonly 'storage/backup-failed': {
        readonly fr: "La copie de sûreté de la base de données de {owner} a échoué : {reason}. Rien n’a été changé ; vérifiez la place et les droits du dossier {folder}.";
        readonly en: "The safety copy of the database of {owner} failed: {reason}. Nothing was changed; check the space and the permissions of the folder {folder}.";
    };
    readonly 'storage/symlink': {
        readonly fr: "{file} est un lien vers un autre endroit ; Atelier ne suit pas de lien pour ses propres fichiers. Remplacez le lien par le fichier lui-même.";
        readonly en: "{file} is a link to another place; Atelier follows no link for files of its own. Replace the link by the file itself.";
    };
    readonly 'storage/not-a-file': {
        readonly fr: "{file} devrait être un fichier ordinaire et n’en est pas un. Déplacez ce qui s’y trouve, puis recommencez.";
        readonly en: "{file} should be an ordinary file and is not. Move away what is there, then do it again.";
    };
    readonly 'storage/file-locked': {
        readonly fr: "{file} est retenu par {holder}, qui ne l’a pas rendu à temps. Fermez ce programme, puis recommencez.";
        readonly en: "{file} is held by {holder}, which did not give it back in time. Close that program, then do it again.";
    };
    readonly 'storage/file-newer': {
        readonly fr: "{file} vient d’une version plus récente d’Atelier (format {found} ; cette version connaît {known}). Il est lu mais ne sera pas modifié : installez la version la plus récente.";
        readonly en: "{file} comes from a newer Atelier (format {found}; this version knows {known}). It is read but will not be changed: install the newer version.";
    };
    readonly 'storage/file-refused': {
        readonly fr: "Une modification de {file} a été refusée, car le résultat serait faux : {why}. Le fichier est resté tel quel ; corrigez la valeur.";
        readonly en: "A change of {file} was refused, because the result would be wrong: {why}. The file was left as it was; correct the value.";
    };
    readonly 'storage/secret-unreadable': {
        readonly fr: "Le secret « {name} » de {id} ne peut pas être ouvert : la clé qui l’a scellé a changé, ou il est abîmé. Saisissez-le de nouveau.";
        readonly en: "The secret \"{name}\" of {id} cannot be opened: the key that sealed it has changed, or it is damaged. Enter it again.";
    };
}>;
