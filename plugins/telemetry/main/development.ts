const yes = (value: string | undefined): boolean => value !== undefined && value !== '' && value !== '0' && value !== 'false';

/** A session of `npm run dev`, an automation instance or a test: nothing is reported from there. */
export function isDevelopment(env: Readonly<Record<string, string | undefined>>): boolean {
  return (
    yes(env.ATELIER_DEV_SESSION) ||
    yes(env.ATELIER_ALLOW_AUTOMATION_INSTANCE) ||
    yes(env.VITEST) ||
    env.NODE_ENV === 'development' ||
    env.NODE_ENV === 'test'
  );
}
