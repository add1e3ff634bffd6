import { request as ask, type IncomingMessage } from 'node:http';

interface Found {
  readonly package: { readonly keywords?: string | readonly string[] };
}

interface Answer {
  readonly objects: readonly Found[];
  readonly total: number;
  readonly time: string;
}

/** The keywords in `keywords:a,b` of a search, parsed as by npm's own registry. */
export function keywordsOf(text: string): readonly string[] {
  return [...text.matchAll(/(?:^|\s)keywords:(\S+)/g)].flatMap(match => match[1]?.split(',') ?? []).filter(word => word !== '');
}

/** Searches Verdaccio for the rest of the query and leaves out packages without one of the keywords. */
export async function withKeywords(url: URL, keywords: readonly string[], from: IncomingMessage, port: number): Promise<Answer> {
  const { searchParams } = url;
  const size = number(searchParams.get('size'), 20, 250);
  const start = number(searchParams.get('from'), 0, 10_000);
  const rest = (searchParams.get('text') ?? '').replaceAll(/(?:^|\s)keywords:\S+/g, ' ').trim();
  const answer = await askVerdaccio(`${url.pathname}?${new URLSearchParams({ text: rest, size: '250' })}`, from, port);
  const objects = answer.objects.filter(each => {
    const own = [each.package.keywords ?? []].flat();
    return keywords.every(word => own.includes(word));
  });
  return { ...answer, objects: objects.slice(start, start + size), total: objects.length };
}

function askVerdaccio(path: string, { headers: { authorization } }: IncomingMessage, port: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { connection: 'close', ...(authorization === undefined ? {} : { authorization }) };
    const asked = ask({ host: '127.0.0.1', port, path, headers }, async response => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      try {
        resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Answer);
      } catch (error) {
        reject(error);
      }
    });
    asked.on('error', reject).end();
  });
}

function number(text: string | null, otherwise: number, most: number): number {
  const value = Number.parseInt(text ?? '', 10);
  return Number.isNaN(value) || value < 0 ? otherwise : Math.min(value, most);
}
