import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'diagnostics/folder': {
    en: 'Atelier cannot write to its folder {path} ({reason}), so nothing you do there is kept. Give your account write permission there.',
    fr: 'Atelier ne peut pas écrire dans son dossier {path} ({reason}) : rien de ce que vous y faites n’est conservé. Donnez à votre compte le droit d’y écrire.',
  },
  'diagnostics/choices': {
    en: 'Atelier cannot read {path} ({reason}), which records what you switched off and allowed. Close Atelier, correct the file or move it away, then start Atelier again.',
    fr: 'Atelier ne peut pas lire {path} ({reason}), qui indique ce que vous avez désactivé et autorisé. Fermez Atelier, corrigez le fichier ou déplacez-le, puis relancez Atelier.',
  },
  'diagnostics/database': {
    en: 'The database of {owner} is damaged ({reason}). Close Atelier and start it again: it restores the newest good backup, or what can be saved.',
    fr: 'La base de données de {owner} est endommagée ({reason}). Fermez Atelier et relancez-le : il rétablit la sauvegarde saine la plus récente, ou ce qui peut être sauvé.',
  },
  'diagnostics/npm': {
    en: 'Atelier did not find its own npm ({reason}), so extensions and skills cannot be installed or updated. Install Atelier again.',
    fr: 'Atelier n’a pas trouvé son propre npm ({reason}) : les extensions et les compétences ne peuvent être ni installées ni mises à jour. Réinstallez Atelier.',
  },
  'diagnostics/clock': {
    en: 'The clock of this computer is wrong: it shows {now}, but {file} was written later, on {later}. Sign-ins and timers fail; set the clock.',
    fr: 'L’horloge de cet ordinateur est fausse : elle indique {now}, or {file} a été écrit plus tard, le {later}. Les connexions et les minuteries échouent ; réglez l’horloge.',
  },
  'diagnostics/isolation': {
    en: 'This computer has no working sandbox, so only Node’s own limits contain installed extensions. On Linux, install bubblewrap.',
    fr: 'Cet ordinateur n’a pas de bac à sable utilisable : seules les limites de Node contiennent les extensions installées. Sous Linux, installez bubblewrap.',
  },
  'diagnostics/secrets-in-file': {
    en: 'The system’s key store is not available, so keys are kept in a file that only your account can read. To use the key store, unlock it, then start Atelier again.',
    fr: 'Le trousseau du système n’est pas disponible : les clés sont gardées dans un fichier que seul votre compte peut lire. Pour utiliser le trousseau, déverrouillez-le, puis relancez Atelier.',
  },
  'diagnostics/check-failed': {
    en: 'Atelier could not finish this check ({reason}). Run it again; if it fails again, look at the log.',
    fr: 'Atelier n’a pas pu terminer cette vérification ({reason}). Relancez-la ; si elle échoue encore, consultez le journal.',
  },
});
