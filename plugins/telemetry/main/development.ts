const isSet = (value: string | undefined): boolean => value !== undefined && value !== '' && value !== '0' && value !== 'false';

/** Whether this is a session of `npm run dev`, an automation instance or a test, which report nothing. */
export function isDevelopment(env: Readonly<Record<string, string | undefined>>): boolean {
  return (
    isSet(env.ATELIER_DEV_SESSION) ||
    isSet(env.ATELIER_ALLOW_AUTOMATION_INSTANCE) ||
    isSet(env.VITEST) ||
    env.NODE_ENV === 'development' ||
    env.NODE_ENV === 'test'
  );
}
