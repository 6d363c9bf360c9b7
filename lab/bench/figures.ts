import type { Machine } from './machine.ts'

export type Unit =
  | 'ms'
  | 'µs'
  | 's'
  | 'kB'
  | 'MB'
  | 'requests/s'
  | 'jobs/s'
  | 'times'
  | 'points'
  | 'score'
export type Better = 'lower' | 'higher'

/** One measured number. `table`, `subject` and `name` together are its key within a part. */
export type Figure = {
  /** Heading of its table, for a part with several. */
  readonly table?: string
  /** What was measured: a row of the report, such as a page or a call. */
  readonly subject: string
  /** Which property of it: a column of the report, such as `LCP`. */
  readonly name: string
  readonly value: number
  readonly unit: Unit
  readonly better: Better
  /** The worst value that is good enough. */
  readonly goal?: number
}

/** `notes` are sentences for the report, in Markdown. */
export type Result = { readonly figures: readonly Figure[]; readonly notes?: readonly string[] }

/** `quick` measures fewer rounds of less. */
export type Options = { readonly isQuick: boolean }

export type Part = {
  readonly title: string
  /** What is measured and how, in Markdown. */
  readonly about: string
  readonly run: (options: Options) => Promise<Result>
}

export type ReportedPart = {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly figures: readonly Figure[]
  readonly notes: readonly string[]
}
/** What lab/bench/benchmarks.json holds. */
export type Report = {
  /** ISO date and time of the start. */
  readonly date: string
  /** With `-changed` for a tree that differs from it. */
  readonly commit: string
  readonly isQuick: boolean
  readonly machine: Machine
  readonly parts: readonly ReportedPart[]
}

/** Of an odd number of values the middle one; 0 of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

export const isReached = ({ value, better, goal }: Figure): boolean =>
  goal === undefined || (better === 'lower' ? value <= goal : value >= goal)

export const NO_POSTGRES = 'PostgreSQL was not measured: there was none.'

const DIGITS = 5

/** More digits are noise, and a change in a committed file. */
export const rounded = (figure: Figure): Figure => ({
  ...figure,
  value: Number(figure.value.toPrecision(DIGITS)),
})
