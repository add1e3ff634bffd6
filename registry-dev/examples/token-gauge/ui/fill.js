/**
 * How full a context is, in whole percent and as a role of the theme; undefined where its size is unknown.
 * @param {{ readonly tokens?: number, readonly window?: number } | undefined} context
 */
export function fillOf(context) {
  const { tokens, window: size } = context ?? {};
  if (tokens === undefined || size === undefined || size <= 0) return undefined;
  const percent = Math.min(100, Math.round((tokens / size) * 100));
  return { tokens, size, percent, role: percent >= 90 ? 'danger' : percent >= 75 ? 'warn' : 'calm' };
}
