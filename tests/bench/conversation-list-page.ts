import type { Row } from './bench.ts';
export async function openListRows(): Promise<readonly Row[]> {
  return [];
}
