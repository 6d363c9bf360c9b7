import type { Machine } from './machine.ts'

export type Unit =
  | 'ms'
  | 'µs'
  | 's'
  | 'kB'
  | 'MB'
  | 'requests/s'
  | 'jobs/s'
  | 'entries/s'
  | 'times'
  | 'points'
  | 'score'
export type Better = 'lower' | 'higher'

/** One measured number. `table`, `subject` and `name` together are its key within a part. */
export type Figure = {
  /** Heading of its table, for a part with several. */
  readonly table?: string
  /** Subject of the measurement: a row of the report, such as a page or a call. */
  readonly subject: string
  /** Property of the subject: a column of the report, such as `LCP`. */
  readonly name: string
  readonly value: number
  readonly unit: Unit
  readonly better: Better
  /** The worst acceptable value. */
  readonly goal?: number
}

/** `notes` are sentences for the report, in Markdown. */
export type Result = { readonly figures: readonly Figure[]; readonly notes?: readonly string[] }

/** `quick` measures fewer rounds of less. */
export type Options = { readonly isQuick: boolean }

export type Part = {
  readonly title: string
  /** Description of the measurement, in Markdown. */
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
/** Content of lab/bench/benchmarks.json. */
export type Report = {
  /** ISO date and time of the start. */
  readonly date: string
  /** Short hash, with `-changed` for a tree that differs from it. */
  readonly commit: string
  readonly isQuick: boolean
  readonly machine: Machine
  readonly parts: readonly ReportedPart[]
}

/** The middle one of an odd number of values; 0 if there is none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

export const isReached = ({ value, better, goal }: Figure): boolean =>
  goal === undefined || (better === 'lower' ? value <= goal : value >= goal)

export const NO_POSTGRES = 'PostgreSQL was not measured: there was none.'

const DIGITS = 5

/** Rounds the value: more digits are noise, and would change a committed file. */
export const rounded = (figure: Figure): Figure => ({
  ...figure,
  value: Number(figure.value.toPrecision(DIGITS)),
})
