import type { Language } from '../protocol/language.ts';
import type { Sentence } from '../protocol/problems.ts';

const texts = {
  product: { en: 'Atelier Cloud', fr: 'Atelier Cloud' },
  language: { en: 'English', fr: 'Français' },
  languageLabel: { en: 'Language: English, as your browser asks', fr: 'Langue : français, comme votre navigateur le demande' },
  runBy: { en: 'Run by {operator}', fr: 'Géré par {operator}' },
  signIn: { en: 'Sign in', fr: 'Se connecter' },
  signInWhy: { en: 'To go on with connecting your computer.', fr: 'Pour continuer à connecter votre ordinateur.' },
  createAccount: { en: 'Create account', fr: 'Créer un compte' },
  createTitle: { en: 'Create your account', fr: 'Créez votre compte' },
  createWhy: { en: 'One account for every organization you belong to.', fr: 'Un compte pour toutes vos organisations.' },
  either: { en: 'Sign in or create an account', fr: 'Se connecter ou créer un compte' },
  email: { en: 'E-mail', fr: 'E-mail' },
  password: { en: 'Password', fr: 'Mot de passe' },
  forgot: { en: 'Forgot it?', fr: 'Oublié ?' },
  stay: { en: 'Stay signed in on this browser for 14 days', fr: 'Rester connecté 14 jours sur ce navigateur' },
  waits: {
    en: 'Atelier on this computer waits for you. Next, you decide what it may do.',
    fr: 'Atelier vous attend sur cet ordinateur. Ensuite, vous décidez de ce qu’il peut faire.',
  },
  name: { en: 'Name', fr: 'Nom' },
  nameHint: { en: 'Shown to the people you work with.', fr: 'Visible par les personnes avec qui vous travaillez.' },
  emailHint: {
    en: 'We send one link to verify it. It works for 24 hours.',
    fr: 'Nous envoyons un lien pour la vérifier. Il sert 24 heures.',
  },
  passwordHint: { en: '12 or more characters of any kind.', fr: 'Au moins 12 caractères, de toute sorte.' },
  forgotTitle: { en: 'Reset your password', fr: 'Réinitialiser le mot de passe' },
  forgotWhy: {
    en: 'We send a link to your address, if it has an account here.',
    fr: 'Nous envoyons un lien à votre adresse, si elle a un compte ici.',
  },
  sendLink: { en: 'Send the link', fr: 'Envoyer le lien' },
  backToSignIn: { en: 'Back to sign in', fr: 'Retour à la connexion' },
  mailTitle: { en: 'Look at your mail', fr: 'Consultez vos messages' },
  mailWhy: {
    en: 'If the address can be used here, a mail with a link is on its way. It may take a few minutes.',
    fr: 'Si l’adresse peut servir ici, un message avec un lien est en route. Cela peut prendre quelques minutes.',
  },
  resetTitle: { en: 'Choose a new password', fr: 'Choisissez un nouveau mot de passe' },
  resetWhy: {
    en: 'You are signed out everywhere, and connected computers ask you to sign in again.',
    fr: 'Vous serez déconnecté partout, et les ordinateurs connectés vous demanderont de vous reconnecter.',
  },
  newPassword: { en: 'New password', fr: 'Nouveau mot de passe' },
  savePassword: { en: 'Save the password', fr: 'Enregistrer le mot de passe' },
  verifyTitle: { en: 'Verify your e-mail address', fr: 'Vérifier votre adresse' },
  verifyWhy: { en: 'Press the button, then sign in.', fr: 'Appuyez sur le bouton, puis connectez-vous.' },
  verify: { en: 'Verify', fr: 'Vérifier' },
  verified: { en: 'Your address is verified. Sign in now.', fr: 'Votre adresse est vérifiée. Connectez-vous.' },
  passwordSaved: {
    en: 'The new password is saved. Sign in with it.',
    fr: 'Le nouveau mot de passe est enregistré. Connectez-vous avec lui.',
  },
  accountTitle: { en: 'You are signed in', fr: 'Vous êtes connecté' },
  accountWhy: { en: 'Go back to Atelier and press Connect there.', fr: 'Revenez à Atelier et appuyez sur Connecter.' },
  signOut: { en: 'Sign out', fr: 'Se déconnecter' },
  signOutAll: { en: 'Sign out everywhere', fr: 'Se déconnecter partout' },
  inviteTitle: { en: 'Join {organization}?', fr: 'Rejoindre {organization} ?' },
  inviteWhy: { en: 'You are invited to this organization.', fr: 'Vous êtes invité dans cette organisation.' },
  join: { en: 'Join', fr: 'Rejoindre' },
  problemTitle: { en: 'This did not work', fr: 'Cela n’a pas marché' },
  requestNumber: { en: 'Request {id}', fr: 'Requête {id}' },
  consentTitle: { en: 'Connect Atelier on this computer to your account?', fr: 'Connecter Atelier sur cet ordinateur à votre compte ?' },
  consentWhy: {
    en: 'The desktop app opened this page. Approve only if you pressed Connect there a moment ago.',
    fr: 'L’application de bureau a ouvert cette page. N’approuvez que si vous venez d’y appuyer sur Connecter.',
  },
  isVerified: { en: 'Verified', fr: 'Vérifiée' },
  notYou: { en: 'Not you?', fr: 'Pas vous ?' },
  asksFor: { en: 'What it asks for', fr: 'Ce qu’elle demande' },
  seeYou: { en: 'See who you are', fr: 'Voir qui vous êtes' },
  seeYouMore: { en: 'Your name, e-mail address and whether it is verified.', fr: 'Votre nom, votre adresse et si elle est vérifiée.' },
  work: { en: 'Work with cloud projects as you', fr: 'Travailler en votre nom sur les projets cloud' },
  workMore: {
    en: 'Read and write projects and conversations in {organizations}, with the role you have there.',
    fr: 'Lire et écrire projets et conversations dans {organizations}, avec le rôle que vous y avez.',
  },
  workNone: {
    en: 'Read and write projects and conversations in every organization that you join, with the role you have there.',
    fr: 'Lire et écrire projets et conversations dans chaque organisation que vous rejoignez, avec le rôle que vous y avez.',
  },
  stayConnected: { en: 'Stay connected', fr: 'Rester connectée' },
  stayMore: {
    en: 'Until it is not used for 30 days. Signing out everywhere ends it at once.',
    fr: 'Jusqu’à 30 jours sans usage. Se déconnecter partout y met fin aussitôt.',
  },
  neverGets: { en: 'It never gets', fr: 'Elle n’a jamais' },
  neverMore: { en: 'provider keys or your password.', fr: 'les clés des fournisseurs ni votre mot de passe.' },
  ends: { en: 'Ends after 5 minutes', fr: 'Expire après 5 minutes' },
  deny: { en: 'Deny', fr: 'Refuser' },
  approve: { en: 'Approve', fr: 'Approuver' },
  handsOver: {
    en: 'After you answer, this page hands over to Atelier. Nothing is shared before that.',
    fr: 'Après votre réponse, cette page passe la main à Atelier. Rien n’est partagé avant.',
  },
} as const satisfies Readonly<Record<string, Sentence>>;

export type Text = keyof typeof texts;

export function say(language: Language, name: Text, values: Readonly<Record<string, string>> = {}): string {
  return texts[name][language].replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
}

export const allTexts: Readonly<Record<string, Sentence>> = texts;
