/** The headers that authenticate a request with a key, in the form that the API requires. */
export function keyHeaders(api: string | undefined, key: string | undefined): Readonly<Record<string, string>> {
  if (api === 'anthropic-messages')
    return { 'anthropic-version': '2023-06-01', ...(key === undefined ? {} : { 'x-api-key': key, Authorization: `Bearer ${key}` }) };
  if (key === undefined) return {};
  return api === 'google-generative-ai' ? { 'x-goog-api-key': key } : { Authorization: `Bearer ${key}` };
}
