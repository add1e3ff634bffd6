import { defineErrors } from '@atelier/kernel';

/** Notices to the person although nothing they did failed: what was repaired, set aside or switched off. */
export const noticeTexts = defineErrors({
  'notice/file-restored': {
    en: 'The file {file} was damaged ({why}). Its last good copy was restored; the damaged one is kept as {keptAs}.',
    fr: 'Le fichier {file} était endommagé ({why}). Sa dernière bonne copie a été restaurée ; le fichier endommagé est gardé sous {keptAs}.',
  },
  'notice/file-set-aside': {
    en: 'The file {file} was damaged ({why}) and there is no good copy of it. It is kept as {keptAs}; enter again the settings that it contained.',
    fr: 'Le fichier {file} était endommagé ({why}) et il n’en existe aucune bonne copie. Il est gardé sous {keptAs} ; refaites les réglages qu’il contenait.',
  },
  'notice/database-restored': {
    en: 'The data of {id} were {why} and the backup of {time} was restored. Newer data may be in {keptAs}; check your last entries.',
    fr: 'Les données de {id} étaient {why} ; la sauvegarde du {time} a été restaurée. Des données plus récentes sont peut-être dans {keptAs} ; vérifiez vos dernières saisies.',
  },
  'notice/database-salvaged': {
    en: 'The data of {id} were {why} and have no good backup. {rows} rows were recovered from the damaged file, which is kept as {keptAs}; check your entries.',
    fr: 'Les données de {id} étaient {why}, sans bonne sauvegarde. {rows} lignes ont été récupérées du fichier endommagé, gardé sous {keptAs} ; vérifiez vos saisies.',
  },
  'notice/database-begun-anew': {
    en: 'The data of {id} were {why} and nothing could be restored. A new database was created; the old file, if there was one, is kept as {keptAs}.',
    fr: 'Les données de {id} étaient {why} et rien n’a pu être restauré. Une nouvelle base de données a été créée ; l’ancien fichier, s’il existait, est gardé sous {keptAs}.',
  },
  'notice/database-newer': {
    en: 'The data of {id} come from a newer Atelier. They can be read here, and nothing in them can be changed: install the newer version, or restore an older backup under Settings > Storage.',
    fr: 'Les données de {id} viennent d’une version plus récente d’Atelier. On peut les lire ici, mais rien ne peut y être modifié : installez la version la plus récente, ou restaurez une sauvegarde plus ancienne dans Réglages > Stockage.',
  },
  'notice/backup-restored': {
    en: 'The data of {id} are those of the backup of {time}, as you asked. What was there before is kept as {keptAs}.',
    fr: 'Les données de {id} sont celles de la sauvegarde du {time}, comme vous l’avez demandé. Celles d’avant sont gardées sous {keptAs}.',
  },
  'notice/backup-not-restored': {
    en: 'The backup of {id} that you chose was not restored: {reason}. The data are as they were; choose another backup under Settings > Storage.',
    fr: 'La sauvegarde de {id} que vous avez choisie n’a pas été restaurée : {reason}. Les données sont inchangées ; choisissez-en une autre dans Réglages > Stockage.',
  },
  'notice/database-damaged': {
    en: 'The weekly check found damage in the data of {id}: {reason}. Restart Atelier: they are checked and repaired then.',
    fr: 'La vérification hebdomadaire a trouvé les données de {id} endommagées : {reason}. Redémarrez Atelier : elles seront vérifiées et réparées.',
  },
  'notice/profile-copied': {
    en: 'This profile, {folder}, is a copy of {from}. Both are on their own from now on: what happens in one changes nothing in the other. Projects outside the profile are the same folders for both.',
    fr: 'Ce profil, {folder}, est une copie de {from}. Chacun est désormais indépendant : ce qui se passe dans l’un ne change rien dans l’autre. Les projets hors du profil sont les mêmes dossiers pour les deux.',
  },
  'notice/data-of-before': {
    en: '{id} {version} cannot read the data that {from} has changed, so its data of {time} were restored. The newer data are kept as {keptAs}; check your last entries.',
    fr: '{id} {version} ne sait pas lire les données modifiées par {from} : celles du {time} ont été restaurées. Les plus récentes sont gardées sous {keptAs} ; vérifiez vos dernières saisies.',
  },
  'notice/link-unknown': {
    en: 'The link {link} was not opened: no extension that is switched on has a route for it. Check where it came from, or install and switch on the extension that it is meant for.',
    fr: 'Le lien {link} n’a pas été ouvert : aucune extension active n’a de route pour lui. Vérifiez d’où il vient, ou installez et activez l’extension à laquelle il est destiné.',
  },
  'notice/link-failed': {
    en: 'The link {link} was passed to {id}, which could not open it: {reason} Try the link again, or see the log of {id}.',
    fr: 'Le lien {link} a été confié à {id}, qui n’a pas pu l’ouvrir : {reason} Réessayez le lien ou consultez le journal de {id}.',
  },
  'notice/index-not-written': {
    en: 'The index of extensions could not be written: {reason} Atelier works, but starts more slowly; check the free space and the permissions of {file}.',
    fr: 'L’index des extensions n’a pas pu être écrit : {reason} Atelier fonctionne, mais démarre plus lentement ; vérifiez l’espace libre et les droits de {file}.',
  },
});
