import { authorityPage, authorityPath, extended, offered } from '../support/authority.ts';
import { writeOrCheck } from '../support/generated-file.ts';

process.exitCode = writeOrCheck(authorityPath, authorityPage(await offered(), extended()));
