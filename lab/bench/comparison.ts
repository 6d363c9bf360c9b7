import type { Figure, Report, Unit } from './figures.ts'

/** Share by which two runs on the same machine may differ. */
export const TOLERANCE = 0.15

/** Differences below it are noise, however large their share of a small value. */
const NOISE: Partial<Record<Unit, number>> = { ms: 1, kB: 0.1, points: 1, score: 0.001 }

/** Key of a figure: its place in the report. */
export const keyOf = (part: string, { table, subject, name }: Figure): string =>
  [part, table ?? '', subject, name].join(' / ')

/** Finds the value that a figure had in an earlier report. */
export type Earlier = (part: string, figure: Figure) => number | undefined

export function earlierIn(report: Report | undefined): Earlier {
  const values = new Map(
    (report?.parts ?? []).flatMap(({ name, figures }) =>
      figures.map((figure) => [keyOf(name, figure), figure.value] as const),
    ),
  )
  return (part, figure) => values.get(keyOf(part, figure))
}

/**
 * Share of its earlier value by which a figure is worse, if that exceeds the tolerance: 0.2 for 120 ms after 100 ms,
 * and for 100 requests per second after 120. Infinite after a 0.
 */
export function worsening(
  { value, better, unit }: Figure,
  earlier: number | undefined,
): number | undefined {
  if (earlier === undefined) return undefined
  const [good, bad] = better === 'lower' ? [earlier, value] : [value, earlier]
  if (bad - good <= (NOISE[unit] ?? 0)) return undefined
  const share = bad / good - 1
  return share > TOLERANCE ? share : undefined
}
