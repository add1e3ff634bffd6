import type { Category } from '../../contract/index.ts';

export const categoryIcons: Readonly<Record<Category, string>> = {
  ai: 'brain',
  web: 'globe',
  codeQuality: 'shield-check',
  versionControl: 'git-branch',
  testing: 'flask-conical',
  deployment: 'package',
  other: 'scroll-text',
};
