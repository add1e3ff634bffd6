import { createReports } from './0010-create-reports.ts';

export const migrations = [createReports];
