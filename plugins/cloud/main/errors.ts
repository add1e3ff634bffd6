import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'cloud/address': {
    en: 'This is no address of a cloud. Write it as https://cloud.example.org, without a path; plain http is accepted for this computer only.',
    fr: 'Ce n’est pas l’adresse d’un cloud. Écrivez-la sous la forme https://cloud.example.org, sans chemin ; le http simple n’est accepté que pour cet ordinateur.',
  },
  'cloud/unreachable': {
    en: '{host} does not answer ({reason}). Check the address and your connection, then try again.',
    fr: '{host} ne répond pas ({reason}). Vérifiez l’adresse et votre connexion, puis réessayez.',
  },
  'cloud/not-a-cloud': {
    en: '{host} answers, but not as an Atelier cloud: {reason}. Nothing of yours was sent. Check the address with whoever gave it to you.',
    fr: '{host} répond, mais pas comme un cloud Atelier : {reason}. Rien de vous n’a été envoyé. Vérifiez l’adresse auprès de qui vous l’a donnée.',
  },
  'cloud/no-sign-in': {
    en: 'No sign-in to a cloud is under way here, or it has ended after five minutes. Begin it again under Settings, Cloud.',
    fr: 'Aucune connexion à un cloud n’est en cours ici, ou elle a expiré au bout de cinq minutes. Recommencez dans Réglages, Cloud.',
  },
  'cloud/foreign-link': {
    en: 'This link is not the answer to the sign-in to {host} that was begun here, so it was not used. Go on in the browser page that was opened, and paste the address it ends on.',
    fr: 'Ce lien n’est pas la réponse à la connexion à {host} commencée ici, il n’a donc pas été utilisé. Continuez dans la page ouverte par le navigateur et collez l’adresse sur laquelle elle finit.',
  },
  'cloud/denied': {
    en: 'The sign-in to {host} was refused on its page. Nothing was connected. Begin again if you did not mean to.',
    fr: 'La connexion à {host} a été refusée sur sa page. Rien n’a été connecté. Recommencez si ce n’était pas voulu.',
  },
  'cloud/sign-in-failed': {
    en: '{host} did not complete the sign-in ({reason}). Nothing was connected. Begin again under Settings, Cloud.',
    fr: '{host} n’a pas terminé la connexion ({reason}). Rien n’a été connecté. Recommencez dans Réglages, Cloud.',
  },
  'cloud/cancelled': {
    en: 'The sign-in to {host} was cancelled.',
    fr: 'La connexion à {host} a été annulée.',
  },
  'cloud/unknown': {
    en: 'This computer is not connected to {host}. Connect it under Settings, Cloud.',
    fr: 'Cet ordinateur n’est pas connecté à {host}. Connectez-le dans Réglages, Cloud.',
  },
  'cloud/reconnect': {
    en: 'The sign-in of this computer to {host} has ended, and nothing more is sent there. What was read is kept. Reconnect under Settings, Cloud.',
    fr: 'La connexion de cet ordinateur à {host} a pris fin, et plus rien n’y est envoyé. Ce qui a été lu est conservé. Reconnectez-vous dans Réglages, Cloud.',
  },
});
