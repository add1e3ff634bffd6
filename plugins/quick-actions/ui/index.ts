import { QuickActionsBadges } from './quick-actions-badges.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'quick-actions-badges': QuickActionsBadges };
