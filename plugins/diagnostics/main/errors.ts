import { defineErrors } from '@atelier/kernel';

/** Why a check is not in order. */
export const errors = defineErrors({
  'diagnostics/folder': {
    en: 'Atelier cannot write to its folder {path} ({reason}), so nothing you do there is kept. Give your account the right to write to it.',
    fr: 'Atelier ne peut pas écrire dans son dossier {path} ({reason}) : rien de ce que vous y faites n’est conservé. Donnez à votre compte le droit d’y écrire.',
  },
  'diagnostics/choices': {
    en: 'Atelier cannot read {path} ({reason}), which says what you switched off and allowed. Close Atelier, mend the file or put it aside, and start again.',
    fr: 'Atelier ne peut pas lire {path} ({reason}), qui dit ce que vous avez désactivé et autorisé. Fermez Atelier, corrigez le fichier ou mettez-le de côté, puis relancez.',
  },
  'diagnostics/database': {
    en: 'The database of {owner} is damaged ({reason}). Close Atelier and start it again: it restores the newest good backup, or what can be saved.',
    fr: 'La base de données de {owner} est endommagée ({reason}). Fermez Atelier et relancez-le : il rétablit la sauvegarde saine la plus récente, ou ce qui peut être sauvé.',
  },
  'diagnostics/npm': {
    en: 'Atelier did not find its npm ({reason}), so extensions and skills cannot be installed or updated. Install Atelier again.',
    fr: 'Atelier n’a pas trouvé son npm ({reason}) : les extensions et les compétences ne peuvent être ni installées ni mises à jour. Réinstallez Atelier.',
  },
  'diagnostics/clock': {
    en: 'The clock of this computer is wrong: it says {now}, but {file} was written later, on {later}. Sign-ins and timers fail; set the clock.',
    fr: 'L’horloge de cet ordinateur est fausse : elle dit {now}, or {file} a été écrit plus tard, le {later}. Les connexions et les minuteries échouent ; réglez l’horloge.',
  },
  'diagnostics/isolation': {
    en: 'This computer has no sandbox that works, so installed extensions are held by Node’s own limits only. On Linux, install bubblewrap.',
    fr: 'Cet ordinateur n’a pas de bac à sable qui fonctionne : seules les limites de Node retiennent les extensions installées. Sous Linux, installez bubblewrap.',
  },
  'diagnostics/secrets-in-file': {
    en: 'This computer offers no key store, so keys lie in a file that only your account can read. Unlock the system’s key store, then start Atelier again, to have them there.',
    fr: 'Cet ordinateur n’offre pas de trousseau : les clés sont dans un fichier que seul votre compte peut lire. Déverrouillez le trousseau du système, puis relancez Atelier, pour les y mettre.',
  },
  'diagnostics/check-failed': {
    en: 'Atelier could not finish this check ({reason}). Run it again; if it fails again, look at the log.',
    fr: 'Atelier n’a pas pu terminer cette vérification ({reason}). Relancez-la ; si elle échoue encore, consultez le journal.',
  },
});
