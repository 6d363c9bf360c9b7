import { CommandError, type Context, UsageError } from '../command.ts'
import type { Ask, ProblemOf } from './ask.ts'
import type { Superusers } from './superusers.ts'

export type Asking = Pick<
  Context,
  'db' | 'engine' | 'clock' | 'settings' | 'values' | 'flags' | 'print'
> & {
  /** Null without a terminal: everything comes from flags. */
  readonly ask: Ask | null
  readonly env: Readonly<Record<string, string | undefined>>
  /** Settings of the environment or of `.env`, which `setup` cannot change. */
  readonly fixed: ReadonlySet<string>
  readonly known: { readonly siteName: string | null } & Superusers
  /** What is wrong with the flags, without a terminal. */
  readonly faults: { readonly missing: string[]; readonly wrong: string[] }
}

type Question = {
  readonly flag: string
  /** A flag that answers in place of it. */
  readonly or?: string
  readonly question: string
  readonly preset: string
  readonly problemOf: ProblemOf
}

/** The answer of a flag, or of a person, who is also asked where the flag cannot be used. */
export async function answerTo(asking: Asking, one: Question): Promise<string> {
  const { ask, values, print, faults } = asking
  const given = values.get(one.flag)
  if (ask === null || given !== undefined) {
    const answer = (given ?? one.preset).trim()
    const problem = await one.problemOf(answer)
    if (problem === null) return answer
    if (given !== undefined && ask !== null) print(`--${one.flag}: ${problem}`)
    else if (given !== undefined) faults.wrong.push(`--${one.flag}: ${problem}`)
    else faults.missing.push(`--${one.flag}${one.or ? ` or --${one.or}` : ''}`)
    if (ask === null) return answer
  }
  return (await ask.text(one.question, one.preset, one.problemOf)).trim()
}

/** Names all that is wrong with the flags at once. @throws UsageError, CommandError */
export function assertFaultless({ faults: { missing, wrong } }: Asking): void {
  const need = missing.length > 0 ? [`Give ${missing.join('; ')}, or run setup in a terminal.`] : []
  const lines = [...need, ...wrong].join('\n')
  if (missing.length > 0) throw new UsageError(lines)
  if (wrong.length > 0) throw new CommandError(lines)
}
