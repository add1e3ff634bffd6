import type { Language } from '../protocol/language.ts';
import type { Sentence } from '../protocol/problems.ts';

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

type MailName = 'verify' | 'reset' | 'alreadyThere' | 'invite';

const mails: Readonly<Record<MailName, { readonly subject: Sentence; readonly text: Sentence }>> = {
  verify: {
    subject: { en: 'Verify your e-mail address', fr: 'Vérifiez votre adresse' },
    text: {
      en: 'Hello {name},\n\nopen this link to verify your e-mail address. It works once, for 24 hours:\n\n{link}\n\nIf you did not create an account at {host}, do nothing.\n',
      fr: 'Bonjour {name},\n\nouvrez ce lien pour vérifier votre adresse. Il sert une fois, pendant 24 heures :\n\n{link}\n\nSi vous n’avez pas créé de compte sur {host}, ne faites rien.\n',
    },
  },
  reset: {
    subject: { en: 'Reset your password', fr: 'Réinitialisez votre mot de passe' },
    text: {
      en: 'Hello {name},\n\nopen this link to choose a new password. It works once, for one hour:\n\n{link}\n\nIf you did not ask for it, do nothing: your password stays as it is.\n',
      fr: 'Bonjour {name},\n\nouvrez ce lien pour choisir un nouveau mot de passe. Il sert une fois, pendant une heure :\n\n{link}\n\nSi vous ne l’avez pas demandé, ne faites rien : votre mot de passe reste le même.\n',
    },
  },
  alreadyThere: {
    subject: { en: 'You already have an account', fr: 'Vous avez déjà un compte' },
    text: {
      en: 'Hello {name},\n\nsomebody tried to create an account at {host} with this address, and you already have one. Sign in here:\n\n{link}\n\nIf it was not you, do nothing.\n',
      fr: 'Bonjour {name},\n\nquelqu’un a voulu créer un compte sur {host} avec cette adresse, et vous en avez déjà un. Connectez-vous ici :\n\n{link}\n\nSi ce n’était pas vous, ne faites rien.\n',
    },
  },
  invite: {
    subject: { en: 'You are invited to an organization', fr: 'Vous êtes invité dans une organisation' },
    text: {
      en: 'Hello,\n\n{name} invites you to the organization {organization} at {host}. The link works once, for 7 days:\n\n{link}\n',
      fr: 'Bonjour,\n\n{name} vous invite dans l’organisation {organization} sur {host}. Le lien sert une fois, pendant 7 jours :\n\n{link}\n',
    },
  },
};

export function mailText(name: MailName, language: Language, values: Readonly<Record<string, string>>): MailText {
  // A name is written by somebody: on one line, and short enough that it cannot pretend to be the mail. A link is ours, and whole.
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, key: string) => {
      const line = (values[key] ?? '').replace(/[\p{Cc}\p{Cf}]/gu, ' ');
      return key === 'link' ? line : line.slice(0, 200);
    });
  return { subject: fill(mails[name].subject[language]), text: fill(mails[name].text[language]) };
}
