/** A sentence in both languages of the product. */
export interface Sentence {
  readonly en: string;
  readonly fr: string;
}

interface Row extends Sentence {
  readonly status: number;
}

/** Everything the server refuses with: the stable code, its HTTP status, and what a person reads. */
export const problems = {
  invalid_request: {
    status: 400,
    en: 'The request is not what this address takes. Compare it with /openapi.json.',
    fr: 'La requête n’est pas celle que cette adresse accepte. Comparez-la avec /openapi.json.',
  },
  weak_password: {
    status: 400,
    en: 'The password is too easy to guess. Use 12 characters or more that are not your name or address, nor repeated.',
    fr: 'Le mot de passe est trop facile à deviner. Prenez au moins 12 caractères, sans votre nom ni votre adresse, ni répétition.',
  },
  invalid_link: {
    status: 400,
    en: 'This link was used, was replaced by a newer one, or has ended. Ask for a new one.',
    fr: 'Ce lien a servi, a été remplacé par un plus récent ou a expiré. Demandez-en un nouveau.',
  },
  sign_in_ended: {
    status: 400,
    en: 'This sign-in was not begun by Atelier, or it has ended after five minutes. Begin it again in Atelier.',
    fr: 'Cette connexion n’a pas été commencée par Atelier, ou elle a expiré au bout de cinq minutes. Recommencez-la dans Atelier.',
  },
  invalid_token: {
    status: 401,
    en: 'The access token is missing, has ended or is not for this server. Sign in again.',
    fr: 'Le jeton d’accès manque, a expiré ou n’est pas pour ce serveur. Reconnectez-vous.',
  },
  unauthorized: {
    status: 401,
    en: 'You are not signed in here. Sign in first.',
    fr: 'Vous n’êtes pas connecté ici. Connectez-vous d’abord.',
  },
  invalid_credentials: {
    status: 401,
    en: 'No account has this e-mail address and this password. Check both, or reset the password.',
    fr: 'Aucun compte n’a cette adresse et ce mot de passe. Vérifiez les deux, ou réinitialisez le mot de passe.',
  },
  forbidden: {
    status: 403,
    en: 'Your role does not allow this. Ask an owner or an admin of the organization.',
    fr: 'Votre rôle ne le permet pas. Demandez à un propriétaire ou à un administrateur de l’organisation.',
  },
  administrators_only: {
    status: 403,
    en: 'Only administrators of this server may do this. Ask one of them.',
    fr: 'Seuls les administrateurs de ce serveur le peuvent. Demandez à l’un d’eux.',
  },
  cross_site: {
    status: 403,
    en: 'The request came from another page than this server’s. Open the page again and repeat it there.',
    fr: 'La requête vient d’une autre page que celles de ce serveur. Rouvrez la page et recommencez.',
  },
  email_unverified: {
    status: 403,
    en: 'The e-mail address is not verified. Open the link in the mail that was sent to it.',
    fr: 'L’adresse n’est pas vérifiée. Ouvrez le lien du message qui y a été envoyé.',
  },
  subscription_required: {
    status: 403,
    en: 'This account has no cloud subscription. Ask the administrator of this server.',
    fr: 'Ce compte n’a pas d’abonnement cloud. Demandez à l’administrateur de ce serveur.',
  },
  not_found: {
    status: 404,
    en: 'There is nothing here that you may see. Reload the list you came from.',
    fr: 'Il n’y a rien ici que vous puissiez voir. Rechargez la liste d’où vous venez.',
  },
  conflict: {
    status: 409,
    en: 'This was changed or taken meanwhile. Reload and try again.',
    fr: 'Cela a été changé ou pris entre-temps. Rechargez et réessayez.',
  },
  last_owner: {
    status: 409,
    en: 'An organization keeps at least one owner. Make somebody else an owner first.',
    fr: 'Une organisation garde au moins un propriétaire. Nommez-en d’abord un autre.',
  },
  gone_before: {
    status: 410,
    en: 'What you ask for is kept no more. Read the whole again, then go on from there.',
    fr: 'Ce que vous demandez n’est plus conservé. Relisez le tout, puis continuez à partir de là.',
  },
  last_administrator: {
    status: 409,
    en: 'A server keeps at least one administrator. Make somebody else one first.',
    fr: 'Un serveur garde au moins un administrateur. Nommez-en d’abord un autre.',
  },
  organization_limit: {
    status: 409,
    en: 'You own as many organizations as one account may. Delete one that nobody needs, then begin this one.',
    fr: 'Vous possédez autant d’organisations qu’un compte le peut. Supprimez-en une qui ne sert plus, puis créez celle-ci.',
  },
  memory_limit: {
    status: 409,
    en: 'The organization remembers as much as it may. Forget what nobody needs, then remember this.',
    fr: 'L’organisation a mémorisé autant qu’elle le peut. Oubliez ce qui ne sert plus, puis mémorisez ceci.',
  },
  wrong_account: {
    status: 409,
    en: 'The invitation is for another e-mail address. Sign in with that one.',
    fr: 'L’invitation est pour une autre adresse. Connectez-vous avec celle-là.',
  },
  payload_too_large: {
    status: 413,
    en: 'The request is larger than this address takes. Send less at once.',
    fr: 'La requête est plus grande que ce que cette adresse accepte. Envoyez-en moins à la fois.',
  },
  unsupported_media_type: {
    status: 415,
    en: 'This address takes JSON. Send it with content-type application/json.',
    fr: 'Cette adresse accepte du JSON. Envoyez-le avec content-type application/json.',
  },
  private_address: {
    status: 422,
    en: 'The address must be https and lead to a public host. Correct it.',
    fr: 'L’adresse doit être en https et mener à un hôte public. Corrigez-la.',
  },
  parallel_session_limit_reached: {
    status: 429,
    en: 'All parallel sessions of your plan are in use. Stop one, then start this one.',
    fr: 'Toutes les sessions parallèles de votre offre sont prises. Arrêtez-en une, puis démarrez celle-ci.',
  },
  rate_limited: {
    status: 429,
    en: 'Too many attempts. Wait a little, then try again.',
    fr: 'Trop de tentatives. Attendez un peu, puis réessayez.',
  },
  internal_error: {
    status: 500,
    en: 'The server failed. Try again; if it stays so, tell its administrator the request number.',
    fr: 'Le serveur a échoué. Réessayez ; si cela dure, donnez le numéro de requête à son administrateur.',
  },
  not_ready: {
    status: 503,
    en: 'The server cannot take this just now. Try again in a moment.',
    fr: 'Le serveur ne peut pas prendre cela pour l’instant. Réessayez dans un instant.',
  },
} as const satisfies Readonly<Record<string, Row>>;

export type ProblemCode = keyof typeof problems;

/** A refusal of the server. What was wrong in detail is for the client's author, never for a page. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  readonly details: unknown;

  constructor(code: ProblemCode, more: { readonly retryAfterMs?: number; readonly details?: unknown } = {}) {
    super(problems[code].en);
    this.name = 'Problem';
    this.code = code;
    this.status = problems[code].status;
    this.retryAfterMs = more.retryAfterMs;
    this.details = more.details;
  }
}
