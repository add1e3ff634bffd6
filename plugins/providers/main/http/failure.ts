import type { Why } from '../files/json-text.ts';

export type FailureKind = 'timeout' | 'redirect' | 'redirects' | 'too-large' | 'cut' | 'network';

const sentences: Readonly<Record<Exclude<FailureKind, 'network' | 'redirect'>, Why>> = {
  timeout: { en: 'it did not answer in time', fr: 'il n’a pas répondu à temps' },
  redirects: { en: 'it redirects without end', fr: 'il redirige sans fin' },
  'too-large': { en: 'its answer is too large', fr: 'sa réponse est trop volumineuse' },
  cut: { en: 'it broke off in the middle of its answer', fr: 'il s’est interrompu au milieu de sa réponse' },
};

const causes: readonly (readonly [RegExp, Why])[] = [
  [/^ECONNREFUSED$/, { en: 'nothing listens there (connection refused)', fr: 'rien n’y écoute (connexion refusée)' }],
  [/^(?:ENOTFOUND|EAI_AGAIN|EAI_NODATA)$/, { en: 'its name is unknown (DNS)', fr: 'son nom est inconnu (DNS)' }],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, { en: 'it closed the connection', fr: 'il a fermé la connexion' }],
  [/^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/, { en: 'there is no way to it on the network', fr: 'le réseau n’y mène pas' }],
  [
    /CERT|SSL|TLS|SELF_SIGNED|EPROTO|ALTNAME|UNABLE_TO_/,
    { en: 'its certificate or encryption is not in order (TLS)', fr: 'son certificat ou son chiffrement n’est pas valable (TLS)' },
  ],
  [/^HPE_/, { en: 'it does not speak HTTP', fr: 'il ne parle pas HTTP' }],
  [/^Z_/, { en: 'its answer cannot be unpacked', fr: 'sa réponse ne peut pas être décompressée' }],
  [/^ABORT_ERR$/, { en: 'the question was taken back', fr: 'la question a été retirée' }],
];

/** Why a request to a server failed. Contains only system codes and the host of a redirect, never what was sent or else received. */
export class HttpFailure extends Error {
  readonly kind: FailureKind;
  readonly reason: string;

  constructor(kind: FailureKind, cause = '') {
    super(cause === '' ? kind : `${kind} ${cause}`);
    this.kind = kind;
    this.reason = cause;
  }

  static of(error: unknown): HttpFailure {
    if (error instanceof HttpFailure) return error;
    // For a host with several addresses Node throws one error that contains all of them.
    const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
    const code = (inner as NodeJS.ErrnoException).code ?? (error as NodeJS.ErrnoException).code;
    return new HttpFailure('network', typeof code === 'string' ? code : 'unknown');
  }

  /** Whether something answered there. */
  get isAnswered(): boolean {
    return this.kind !== 'timeout' && (this.kind !== 'network' || /^(?:HPE_|Z_)/.test(this.reason));
  }

  get why(): Why {
    const { kind, reason } = this;
    if (kind === 'redirect')
      return {
        en: `it redirects to another host, ${reason}, where nothing was sent`,
        fr: `il redirige vers un autre hôte, ${reason}, où rien n’a été envoyé`,
      };
    if (kind !== 'network') return sentences[kind];
    const known = causes.find(([code]) => code.test(reason))?.[1];
    return known ?? { en: `the system answered ${reason}`, fr: `le système a répondu ${reason}` };
  }
}
