import { append } from '../../store/streams.ts';
import { type TestCloud, testCloud } from '../cloud.fixture.ts';
import { type Client, clientOf } from '../v1/client.fixture.ts';

/** An organization with a conversation, and a server whose looks come as often as a test says. */
export async function begun(sweepMs?: number) {
  const cloud = await testCloud(sweepMs === undefined ? {} : { sweepMs });
  const marta = await clientOf(cloud, 'marta@nordlys.example');
  const org = (await marta.send('POST', '/v1/organizations', { name: 'Nordlys' })).json.id;
  const project = (await marta.send('POST', '/v1/projects', { name: 'Tides', organizationId: org, kind: 'conversation_only' })).json.id;
  const conversation = (await marta.send('POST', '/v1/conversations', { projectId: project, title: 'Spring' })).json.id;
  return { cloud, marta, org, project, stream: `org:${org}`, conversation, conv: `conv:${conversation}` };
}

export async function joined(cloud: TestCloud, marta: Client, org: string, role = 'member') {
  const jonas = await clientOf(cloud, 'jonas@nordlys.example', 'Jonas');
  await marta.send('POST', '/v1/organization/invites', { organizationId: org, email: jonas.email, role });
  const token = URL.parse((await cloud.mail.to(jonas.email)).link('/cloud/accept-invite'))?.searchParams.get('token') ?? '';
  await jonas.send('POST', '/v1/organization/invites/accept', { token });
  const { members } = (await marta.send('GET', `/v1/organizations/${org}/members`)).json;
  return { jonas, path: `/v1/organizations/${org}/members/${members.find(({ email }) => email === jonas.email)?.userId ?? ''}` };
}

/** As the runtime will. */
export async function add(cloud: TestCloud, stream: string, n: number, { told = true } = {}): Promise<void> {
  const { store, bus, now } = cloud.server.cloud;
  const happened = await store.transaction().execute(tx => append(tx, { stream, ts: now(), type: 'message', data: { n } }));
  if (told) bus.publish(happened);
}
