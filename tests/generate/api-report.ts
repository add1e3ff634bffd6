import { apiReport, reportPath } from '../support/api-report.ts';
import { writeOrCheck } from '../support/generated-file.ts';

process.exitCode = writeOrCheck(reportPath, apiReport());
