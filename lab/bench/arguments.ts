import { parseArgs } from 'node:util'

export type Arguments = {
  readonly isQuick: boolean
  /** Names of parts, in their own order. */
  readonly parts: readonly string[]
  /** Folder for the report, from the repository's root. */
  readonly out: string
}

/** The committed report is one run of everything; anything less goes here. */
export const SCRATCH = 'dist/bench'
const COMMITTED = 'lab/bench'
/** Of use in their long form only; quick leaves them out unless they are named. */
const LONG: readonly string[] = ['growth', 'mixed']

/**
 * @param known all parts
 * @throws TypeError or Error that names what is wrong
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
