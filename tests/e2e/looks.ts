const isLongRound = process.env.ATELIER_ALL_LOOKS === '1';

/**
 * The looks (language, theme, width) that a test runs in. `npm run e2e` runs it in all of them, `npm test` in the first: about half of the
 * tests begin with English in a wide window, the others with French in a narrow one.
 */
export function looksOf<const Looks extends readonly unknown[]>(all: Looks): Looks {
  return casesOf(all, 1);
}

/** The same for other cases that go one way through the program: `npm test` takes the first `few`. */
export function casesOf<const Cases extends readonly unknown[]>(all: Cases, few: number): Cases {
  return (isLongRound ? all : all.slice(0, few)) as readonly unknown[] as Cases;
}
