import type { Database } from '@atelier/kernel';
import type { Hunt } from './hunt.ts';

/** The search as it stands on the disk: what it switched off is known even where the app ends in the middle of a step. */
export interface KeptHunt {
  read(): Hunt | undefined;
  write(hunt: Hunt | undefined): void;
}

interface Row {
  readonly extension: string;
  readonly suspect: number;
  readonly off: number;
}

export function openHunt(db: Database): KeptHunt {
  const select = db.prepare<{ phase: Hunt['phase']; step: number; culprit: string | null }>('SELECT phase, step, culprit FROM hunt');
  const selectMembers = db.prepare<Row>('SELECT extension, suspect, off FROM hunted ORDER BY place');
  const insert = db.prepare('INSERT INTO hunt (only, phase, step, culprit) VALUES (1, ?, ?, ?)');
  const insertMember = db.prepare('INSERT INTO hunted (extension, place, suspect, off) VALUES (?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM hunt');
  const removeMembers = db.prepare('DELETE FROM hunted');
  return {
    read() {
      const kept = select.get();
      if (kept === undefined) return undefined;
      const members = selectMembers.all();
      const idsOf = (rows: readonly Row[]): readonly string[] => rows.map(({ extension }) => extension);
      return {
        phase: kept.phase,
        step: kept.step,
        candidates: idsOf(members),
        suspects: idsOf(members.filter(({ suspect }) => suspect === 1)),
        off: idsOf(members.filter(({ off }) => off === 1)),
        ...(kept.culprit !== null && { culprit: kept.culprit }),
      };
    },
    write(hunt) {
      db.transaction(() => {
        remove.run();
        removeMembers.run();
        if (hunt === undefined) return;
        const [suspects, off] = [new Set(hunt.suspects), new Set(hunt.off)];
        insert.run(hunt.phase, hunt.step, hunt.culprit ?? null);
        hunt.candidates.forEach((id, place) => {
          insertMember.run(id, place, Number(suspects.has(id)), Number(off.has(id)));
        });
      });
    },
  };
}
