import type { Draft } from '../contract/index.ts';

export const zone = 'Europe/Paris';

export const draft = (more: Partial<Draft> = {}): Draft => ({
  title: 'News',
  trigger: { kind: 'cron', cron: '0 9 * * *', zone },
  action: { kind: 'instruction', instruction: 'read the news', where: 'hidden' },
  deliver: 'always',
  missed: { policy: 'latest' },
  ...more,
});
