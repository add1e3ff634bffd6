import { writeOrCheck } from '../support/generated-file.ts';
import { collectMessages, messagesPage, snapshotPath } from '../support/messages.ts';

process.exitCode = writeOrCheck(snapshotPath, messagesPage(await collectMessages()));
