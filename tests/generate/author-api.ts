import { authorApiPage, authorApiPath } from '../support/author-api.ts';
import { writeOrCheck } from '../support/generated-file.ts';

process.exitCode = writeOrCheck(authorApiPath, await authorApiPage());
