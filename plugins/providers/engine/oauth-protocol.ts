/** The lines of JSON that a sign-in's process reads. The first one starts the sign-in. */
export type ToOauth =
  | { readonly kind: 'begin'; readonly provider: string }
  | { readonly kind: 'reply'; readonly prompt: string; readonly text: string }
  | { readonly kind: 'cancelPrompt'; readonly prompt: string };

/** The lines of JSON that it writes, in order; `success` or `error` is the last. */
export type FromOauth =
  | { readonly kind: 'auth'; readonly url: string; readonly userCode?: string; readonly expires?: number }
  | {
      readonly kind: 'prompt';
      readonly prompt: string;
      readonly what: 'code' | 'text' | 'secret' | 'select';
      readonly text: string;
      readonly options?: readonly string[];
    }
  | { readonly kind: 'promptGone'; readonly prompt: string }
  | { readonly kind: 'progress'; readonly what: 'port-busy' | 'engine'; readonly text: string }
  | { readonly kind: 'success'; readonly credential: Readonly<Record<string, unknown>> }
  | OauthFailure;

/** Why it failed, without any text of a server but the host of a redirect: it may hold tokens. */
export interface OauthFailure {
  readonly kind: 'error';
  readonly reason: 'cancelled' | 'state' | 'incomplete' | 'refused' | 'network' | 'redirect' | 'other';
  readonly status?: number;
  /** The system's code, for `network`. */
  readonly cause?: string;
  /** The two hosts, for `redirect`. */
  readonly from?: string;
  readonly to?: string;
}
