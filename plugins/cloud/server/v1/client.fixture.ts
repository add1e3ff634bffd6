import * as oidc from 'openid-client';
import type { TestCloud } from '../cloud.fixture.ts';
import { connect } from '../oidc/desktop.fixture.ts';

/** What the answers of the routes have between them. */
export interface Body {
  readonly id: string;
  readonly error: string;
  readonly slug: string;
  readonly role: string;
  readonly secretHint: string;
  readonly activeOrganizationId: string;
  readonly repository: object;
  readonly user: { readonly subscription: { readonly planId: string } };
  readonly organizations: readonly object[];
  readonly invites: readonly { readonly id: string }[];
  readonly members: readonly { readonly userId: string; readonly email: string }[];
  readonly projects: readonly object[];
  readonly conversations: readonly { readonly title: string }[];
}

export interface Told {
  readonly status: number;
  readonly etag: string;
  readonly text: string;
  /** The body as JSON. */
  readonly json: Body;
}

export interface Client {
  readonly email: string;
  send(method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Told>;
}

/** A desktop of an account of its own, which sends what a test says. */
export async function clientOf(cloud: TestCloud, email: string, name?: string): Promise<Client> {
  const { config, tokens, dpop } = await connect(cloud, await cloud.account(email, name));
  return {
    email,
    async send(method, path, body, headers = {}) {
      const all = new Headers({ ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) });
      const text = body === undefined ? undefined : JSON.stringify(body);
      const url = new URL(path, cloud.url);
      const answer = await oidc
        .fetchProtectedResource(config, tokens.access_token, url, method, text, all, { DPoP: dpop })
        .catch((error: unknown) => {
          if (error instanceof oidc.WWWAuthenticateChallengeError) return error.response;
          throw error;
        });
      const said = await answer.text();
      return {
        status: answer.status,
        etag: answer.headers.get('etag') ?? '',
        text: said,
        json: JSON.parse(said === '' ? '{}' : said) as Body,
      };
    },
  };
}
