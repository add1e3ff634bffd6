import type { Database } from '@atelier/kernel';
import type { Stats } from '../../contract/index.ts';

/** How many memories there are, by kind, scope and status. */
export function openFigures(db: Database): () => Stats {
  const counted = db.prepare<{ status: string; kind: string; project: number; count: number }>(
    'SELECT status, kind, project IS NOT NULL AS project, count(*) AS count FROM memories GROUP BY 1, 2, 3',
  );
  // What a refused proposal leaves has no sketch: it was never remembered.
  const graves = db.prepare<{ count: number }>('SELECT count(*) AS count FROM tombstones WHERE length(sketch) > 0');
  return () => {
    const rows = counted.all();
    const count = (keep: (row: (typeof rows)[number]) => boolean) => rows.filter(keep).reduce((sum, row) => sum + row.count, 0);
    const live = rows.filter(row => row.status === 'active');
    const kinds = new Set(live.map(row => row.kind));
    return {
      active: count(row => row.status === 'active'),
      superseded: count(row => row.status === 'superseded'),
      deleted: graves.get()?.count ?? 0,
      byKind: Object.fromEntries([...kinds].map(kind => [kind, count(row => row.status === 'active' && row.kind === kind)])),
      global: count(row => row.status === 'active' && row.project === 0),
      project: count(row => row.status === 'active' && row.project === 1),
    };
  };
}
