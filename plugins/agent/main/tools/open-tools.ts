import { type Database, definePoint, type ExtensionContext, Extensions } from '@atelier/kernel';
import { type NamedWords, Tools } from '../../contract/index.ts';
import { openApprovedWords } from './approved-words.ts';
import { OfferedTools } from './offered-tools.ts';

export interface OpenToolsParts {
  readonly ctx: ExtensionContext;
  readonly db: Database;
  /** A tool came, went or was approved. */
  readonly changed: () => void;
}

/** The tools of extensions, and the person's word on what they say. */
export function openTools({ ctx, db, changed }: OpenToolsParts) {
  const approved = openApprovedWords(db);
  const contributed = ctx.contributions(Tools);
  contributed.watch(changed);
  const tools = new OfferedTools({
    tools: contributed,
    commands: ctx.contributions(definePoint<{ readonly id: string }>('@atelier/kernel:commands@1')),
    extensions: ctx.get(Extensions),
    approved,
    log: ctx.log,
  });
  const approve = (extension: string, read: readonly NamedWords[]): void => {
    for (const { name, words } of read) approved.approve(extension, name, words);
    changed();
  };
  return { tools, approve };
}
