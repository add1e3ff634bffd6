import { testCloud } from '../cloud.fixture.ts';
import { clientOf, type Told } from './client.fixture.ts';

export interface Shown {
  readonly id: string;
  readonly userId: string;
  readonly title: string;
  readonly status: string;
  readonly confidence: number;
  readonly timesUsed: number;
  readonly archived: boolean;
  readonly topicKey: string | null;
}

/** An organization of two, and what they do with memories. */
export async function begun() {
  const cloud = await testCloud();
  const marta = await clientOf(cloud, 'marta@nordlys.example');
  const jonas = await clientOf(cloud, 'jonas@nordlys.example', 'Jonas');
  const org = (await marta.send('POST', '/v1/organizations', { name: 'Nordlys' })).json.id;
  await marta.send('POST', '/v1/organization/invites', { organizationId: org, email: jonas.email, role: 'member' });
  const token = URL.parse((await cloud.mail.to(jonas.email)).link('/cloud/accept-invite'))?.searchParams.get('token') ?? '';
  await jonas.send('POST', '/v1/organization/invites/accept', { token });
  const add = async (by: typeof marta, title: string, more: object = {}) => {
    const { status, text } = await by.send('POST', '/v1/memory', { organizationId: org, kind: 'fact', title, content: title, ...more });
    if (status !== 201) throw new Error(`${status} ${text}`);
    return JSON.parse(text) as Shown;
  };
  const listed = async (told: Promise<Told>) => (JSON.parse((await told).text) as { memories: readonly Shown[] }).memories;
  const all = (by: typeof marta, query = '') => listed(by.send('GET', `/v1/memory?organizationId=${org}${query}`));
  const search = async (by: typeof marta, query: string, more = '') =>
    (await listed(by.send('GET', `/v1/memory/search?organizationId=${org}&query=${encodeURIComponent(query)}${more}`))).map(
      ({ title }) => title,
    );
  return { cloud, marta, jonas, org, add, all, search };
}
