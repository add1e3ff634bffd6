/** Creates a user, or signs in where the name is taken and the password is right; resolves with a token for npm. */
export async function addUser(registry: string, name: string, password: string): Promise<string> {
  const response = await fetch(new URL(`-/user/org.couchdb.user:${encodeURIComponent(name)}`, registry), {
    method: 'PUT',
    // Verdaccio signs in an existing user by this address.
    headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`${name}:${password}`)}`, connection: 'close' },
    body: JSON.stringify({ name, password }),
  });
  const answer = (await response.json()) as { token?: string; error?: string };
  if (response.ok && answer.token !== undefined) return answer.token;
  throw new Error(`The registry gave ${name} no token: ${answer.error ?? response.status}`);
}
