import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../http/deps.ts'

/** The same database as the server, which may be running. */
export type Context = Pick<Deps, 'db' | 'engine' | 'settings' | 'clock'> & {
  readonly args: readonly string[]
  readonly flags: ReadonlySet<string>
  readonly print: (line: string) => void
  /** Lines for log collectors, as the server writes them; on standard error. */
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

export type Command = {
  /** After `npm run admin --`. */
  readonly usage: string
  readonly does: string
  readonly flags?: readonly string[]
  /** @throws UsageError for a wrong call, CommandError for one that cannot be done */
  readonly run: (context: Context) => Promise<void>
}

/** The command was called wrongly; the usage is printed. */
export class UsageError extends Error {}
export class CommandError extends Error {}

export function onlyArgument(args: readonly string[], name: string): string {
  const [first, ...more] = args
  if (first === undefined || more.length > 0) throw new UsageError(`Give one ${name}.`)
  return first
}
