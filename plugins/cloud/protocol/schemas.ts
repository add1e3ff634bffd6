/** A JSON Schema: what the validator, the OpenAPI page and the types of a client are made of. */
export type Schema = Readonly<Record<string, unknown>>;

/** An object with exactly these fields; the ones in `optional` may be missing. */
export function strict(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties).filter(name => !optional.includes(name)),
    properties,
  };
}

/** Any text, without halves of a sign and without the sign that ends a text elsewhere. */
export const text = (maxLength: number, minLength = 1): Schema => ({ type: 'string', minLength, maxLength, pattern: '^[^\\p{Cs}\\0]*$' });
/** A name on one line with something to read: not blank, without characters that turn or hide text, fill a place unseen or are halves. */
export const name = (maxLength: number): Schema => ({
  ...text(maxLength),
  pattern: '^(?!\\s*$)[^\\p{Cc}\\p{Cf}\\p{Cs}\\u034f\\u115f\\u1160\\u2028\\u2029\\u3164\\uffa0]+$',
});
export const id: Schema = { type: 'string', pattern: '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$' };
export const email: Schema = {
  type: 'string',
  maxLength: 254,
  pattern: "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\\.[A-Za-z0-9][A-Za-z0-9-]{0,62})*$",
};
export const password: Schema = text(256);
export const token: Schema = { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' };
export const returnTo: Schema = text(4_000);
export const csrf: Schema = token;
export const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
export const list = (items: Schema): Schema => ({ type: 'array', items });
export const choice = (...values: readonly string[]): Schema => ({ type: 'string', enum: values });

export const problem: Schema = strict(
  {
    error: text(64),
    message: text(1_000),
    requestId: text(64),
    retryAfterMs: { type: 'integer', minimum: 1 },
    details: {},
  },
  ['retryAfterMs', 'details'],
);

/** The answers of a route, with the refusals that every route has. */
export function answers(ok: Readonly<Record<number, Schema>>): Readonly<Record<string, Schema>> {
  return { ...ok, '4xx': problem, '5xx': problem };
}
