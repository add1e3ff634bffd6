import { claims, claimsPage, claimsPath, testsByClaim } from '../support/claims.ts';
import { writeOrCheck } from '../support/generated-file.ts';
import { repositoryTree } from '../support/tree.ts';

process.exitCode = writeOrCheck(claimsPath, claimsPage(claims(), testsByClaim(repositoryTree())));
