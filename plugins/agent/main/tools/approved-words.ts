import type { Database } from '@atelier/kernel';
import type { ToolWords } from '../../contract/index.ts';

/** What the person has read of each extension's tools and approved; kept in the agent's database, out of reach of the extensions. */
export interface ApprovedWords {
  of(extension: string, tool: string): ToolWords | undefined;
  approve(extension: string, tool: string, words: ToolWords): void;
}

export function openApprovedWords(db: Database): ApprovedWords {
  const select = db.prepare<{ words: string }>('SELECT words FROM approved_tools WHERE extension = ? AND name = ?');
  const upsert = db.prepare(`
    INSERT INTO approved_tools (extension, name, words, approved_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (extension, name) DO UPDATE SET words = excluded.words, approved_at = excluded.approved_at
  `);
  return {
    of(extension, tool) {
      const row = select.get(extension, tool);
      return row && (JSON.parse(row.words) as ToolWords);
    },
    approve: (extension, tool, words) => void upsert.run(extension, tool, JSON.stringify(words), Date.now()),
  };
}
