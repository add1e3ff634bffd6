import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'skills/unknown': {
    en: 'Atelier knows no skill with the id {id}: it was removed, or its source does not have it any more. Look at the list again.',
    fr: 'Atelier ne connaît aucune compétence portant l’identifiant {id} : elle a été retirée, ou sa source ne la propose plus. Consultez de nouveau la liste.',
  },
  'skills/source-unreadable': {
    en: 'Atelier could not read skills from {address}: {why}. Check the address, then try again.',
    fr: 'Atelier n’a pas pu lire de compétences depuis {address} : {why}. Vérifiez l’adresse, puis réessayez.',
  },
  'skills/source-empty': {
    en: 'Atelier found no skill in {address}: no folder in it has a SKILL.md with a description. Choose another one.',
    fr: 'Atelier n’a trouvé aucune compétence dans {address} : aucun de ses dossiers ne contient de SKILL.md avec une description. Choisissez-en une autre.',
  },
  'skills/no-source': {
    en: 'Atelier does not know where {address} is. Give the whole path of a folder, an address for git such as https://example.org/skills.git, or npm: and the name of a package.',
    fr: 'Atelier ne sait pas où se trouve {address}. Indiquez le chemin complet d’un dossier, une adresse pour git comme https://example.org/skills.git, ou npm: suivi du nom d’un paquet.',
  },
  'skills/secret-in-address': {
    en: 'The source on {host} was not added: its address holds a name or a password, which would be stored and shown. Give the address without it; git asks its own credential helper.',
    fr: 'La source sur {host} n’a pas été ajoutée : son adresse contient un nom ou un mot de passe, qui serait enregistré et affiché. Donnez l’adresse sans lui ; git interroge son propre gestionnaire d’identifiants.',
  },
  'skills/refused': {
    en: 'Atelier refused the skill in {folder}: {why}. Its author has to mend that.',
    fr: 'Atelier a refusé la compétence de {folder} : {why}. C’est à son auteur de corriger cela.',
  },
  'skills/name-reserved': {
    en: 'The skill {name} was not installed: names that begin with atelier belong to the app. Rename it in its SKILL.md.',
    fr: 'La compétence {name} n’a pas été installée : les noms qui commencent par atelier appartiennent à l’application. Renommez-la dans son SKILL.md.',
  },
  'skills/name-taken': {
    en: 'The skill {name} was not installed: there is another one of this name. Remove that one first.',
    fr: 'La compétence {name} n’a pas été installée : il en existe une autre de ce nom. Retirez d’abord celle-ci.',
  },
  'skills/own-exists': {
    en: 'The skill {name} was not saved: you have written one of this name before, which is among the skills of your own folder. Install that one, or choose another name.',
    fr: 'La compétence {name} n’a pas été enregistrée : vous en avez déjà écrit une de ce nom, qui est parmi celles de votre propre dossier. Installez celle-ci, ou choisissez un autre nom.',
  },
  'skills/changed': {
    en: 'The skill {name} was not installed: its files have changed since you looked at them. Look at it again, then decide.',
    fr: 'La compétence {name} n’a pas été installée : ses fichiers ont changé depuis que vous les avez consultés. Consultez-la de nouveau, puis décidez.',
  },
  'skills/not-installed': {
    en: 'The skill {name} is not installed. Install it first.',
    fr: 'La compétence {name} n’est pas installée. Installez-la d’abord.',
  },
  'skills/project-unknown': {
    en: 'The skills of the project were not read: the project is not in the list any more, or its folder is gone. Look at the list of projects.',
    fr: 'Les compétences du projet n’ont pas été lues : le projet n’est plus dans la liste, ou son dossier a disparu. Consultez la liste des projets.',
  },
  'skills/project-changed': {
    en: 'The skills of this project are not trusted: their files have changed since you looked at them. Read them again, then decide.',
    fr: 'Les compétences de ce projet ne sont pas approuvées : leurs fichiers ont changé depuis que vous les avez consultées. Relisez-les, puis décidez.',
  },
  'skills/nothing-said': {
    en: 'No skill was proposed: nothing was said in this conversation that could become one. Say first what you want done, then try again.',
    fr: 'Aucune compétence n’a été proposée : rien n’a été dit dans cette conversation qui puisse en devenir une. Dites d’abord ce que vous voulez, puis réessayez.',
  },
  'skills/no-proposal': {
    en: 'No skill was proposed: the model answered with nothing. Try again, or choose another model in the conversation.',
    fr: 'Aucune compétence n’a été proposée : le modèle n’a rien répondu. Réessayez, ou choisissez un autre modèle dans la conversation.',
  },
  'skills/secret': {
    en: 'The skill was not saved: its text holds what looks like a key or a password, and it would be sent to models. Take it out, then save.',
    fr: 'La compétence n’a pas été enregistrée : son texte contient ce qui ressemble à une clé ou à un mot de passe, et serait envoyé à des modèles. Retirez-le, puis enregistrez.',
  },
});
