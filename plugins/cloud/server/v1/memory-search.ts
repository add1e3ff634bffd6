import { type CompiledQuery, sql } from 'kysely';
import type { MemoryRow } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { plainText } from '../../store/text.ts';
import type { Narrowing } from './memory-rows.ts';

export interface MemorySearch extends Narrowing {
  readonly userId: string;
  readonly query: string;
  readonly tags: readonly string[];
  readonly limit: number;
}

export interface MemoryQuery {
  compile(): CompiledQuery;
  execute(): Promise<readonly MemoryRow[]>;
}

/** Words of one search; each is looked for in every memory of the server. */
const mostWords = 40;

/** The memories nearest to a text. The words are looked through once, before the rows: asked for each row, each would cost a whole search. */
export function memorySearch(store: Store, { organizationId, projectId, kind, userId, query, tags, limit }: MemorySearch): MemoryQuery {
  const { long, short } = wordsOf(query);
  const phrase = long.map(each => `"${each.replaceAll('"', '""')}"`).join(' OR ');
  // A search without longer words finds nothing by them.
  const matches = long.length === 0 ? sql<boolean>`0` : sql<boolean>`memory_words match ${phrase}`;
  const plain = sql`plain(title || ' ' || content)`;
  const held = sql<number>`(${
    short.length === 0
      ? sql`0`
      : sql.join(
          short.map(each => sql`(instr(${plain}, ${each}) > 0)`),
          sql` + `,
        )
  })`;
  return store
    .with(
      cte => cte('found').materialized(),
      db =>
        db
          .selectFrom('memory_words')
          .select([sql<number>`rowid`.as('at'), 'rank'])
          .where(matches),
    )
    .selectFrom('memories')
    .leftJoin('found', 'found.at', 'memories.seq')
    .selectAll('memories')
    .where('org_id', '=', organizationId)
    .where('archived', '=', 0)
    .where('status', '=', 'active')
    .where(eb => eb.or([eb('visibility', '=', 'shared'), eb('user_id', '=', userId)]))
    .$if(projectId !== undefined, some => some.where('project_id', '=', projectId ?? null))
    .$if(kind !== undefined, some => some.where('kind', '=', kind ?? ''))
    .where(eb => eb.or([eb('found.at', 'is not', null), eb(held, '>=', long.length === 0 ? Math.max(1, short.length) : 1)]))
    .where(eb => eb.and(tags.map(each => sql<boolean>`${each} in (select value from json_each(memories.tags))`)))
    .$if(short.length > 0, some => some.orderBy(held, 'desc'))
    .orderBy(sql`found.rank is null`)
    .orderBy('found.rank')
    .orderBy('seq', 'desc')
    .limit(limit)
    .$castTo<MemoryRow>();
}

/** Any text as words: those of three signs or more, which the index has, and shorter ones, which are looked for as they are. */
function wordsOf(query: string): { readonly long: readonly string[]; readonly short: readonly string[] } {
  const all = [...new Set(query.normalize('NFC').split(/[\s\p{Cc}]+/u))].filter(each => each !== '').slice(0, mostWords);
  const long = all.filter(each => [...each].length >= 3);
  const short = all.filter(each => [...each].length < 3);
  // Two Latin letters beside a longer word are an "is" or an "of"; in other writings they are a word as long ones are.
  const telling = long.length === 0 ? short : short.filter(each => /[^\p{Script=Latin}\p{M}\p{P}\p{S}]/u.test(each));
  return { long, short: telling.map(plainText).filter(each => each !== '') };
}
