const yes = (value: string | undefined): boolean => value !== undefined && value !== '' && value !== '0' && value !== 'false';

/** A session of `npm run dev`, an automation instance, a test, or sources that nobody has built: nothing is reported from there. */
export function isDevelopment(env: Readonly<Record<string, string | undefined>>, file: string): boolean {
  return (
    file.endsWith('.ts') ||
    yes(env.ATELIER_DEV_SESSION) ||
    yes(env.ATELIER_ALLOW_AUTOMATION_INSTANCE) ||
    yes(env.VITEST) ||
    env.NODE_ENV === 'development' ||
    env.NODE_ENV === 'test'
  );
}
