import type { AppError } from '@atelier/kernel';
import type { Bilingual } from '../contract/index.ts';

export const bilingual = (error: AppError): Bilingual => ({ fr: error.in('fr'), en: error.in('en') });
