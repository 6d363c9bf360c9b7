import { parseArgs } from 'node:util'

export type Arguments = {
  readonly isQuick: boolean
  /** Names of the parts, in the order of the report. */
  readonly parts: readonly string[]
  /** Folder for the report, from the repository's root. */
  readonly out: string
}

/** Folder for partial runs: the committed report is one run of everything. */
export const SCRATCH = 'dist/bench'
const COMMITTED = 'lab/bench'
/** Parts that are useful only in their long form; quick leaves them out unless they are named. */
const LONG: readonly string[] = ['growth', 'mixed']

/**
 * @param known all parts
 * @throws TypeError or Error that names the wrong argument
 */
export function readArguments(args: readonly string[], known: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { out: { type: 'string' } },
    allowPositionals: true,
  })
  const isQuick = positionals.includes('quick')
  const named = positionals.filter((name) => name !== 'quick')
  const unknown = named.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(`No such part: ${unknown.join(', ')}. There are: ${known.join(', ')}`)
  const usual = known.filter((name) => !(isQuick && LONG.includes(name)))
  const parts = named.length > 0 ? known.filter((name) => named.includes(name)) : usual
  const isAll = !isQuick && parts.length === known.length
  return { isQuick, parts, out: values.out ?? (isAll ? COMMITTED : SCRATCH) }
}
