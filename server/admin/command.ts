import type { FastifyBaseLogger } from 'fastify'
import { codeOf } from '../config/thrown.ts'
import type { Deps } from '../http/deps.ts'
import type { Ask } from './setup/ask.ts'

/** Settings of an existing or a new database, and the arguments of the command. */
export type Place = Pick<Deps, 'settings' | 'clock'> & {
  readonly args: readonly string[]
  readonly flags: ReadonlySet<string>
  /** Flags with a value, such as `--url`. */
  readonly values: ReadonlyMap<string, string>
  /** What the settings were read from. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly print: (line: string) => void
  /** Answers the questions of `setup` in place of a terminal. */
  readonly ask?: Ask
}

/** The same database as the server, which may be running. */
export type Context = Place &
  Pick<Deps, 'db' | 'engine'> & {
    /** Lines for log collectors, as the server writes them; on standard error. */
    readonly log: Pick<FastifyBaseLogger, 'warn'>
  }

type Described = {
  /** Arguments after `npm run admin --`. */
  readonly usage: string
  readonly does: string
  /** What to write in place of each word in capital letters. */
  readonly args?: Readonly<Record<string, string>>
  readonly flags?: Readonly<Record<string, string>>
  /** Flags that take a value: what stands for it, and what it does. */
  readonly values?: Readonly<Record<string, readonly [value: string, does: string]>>
}

export type Command = Described & {
  /** It also works on the database of an older version, before the first start of this one. */
  readonly takesOlder?: true
  /**
   * @returns an exit code of its own, above 2
   * @throws UsageError for a wrong call, CommandError for one that cannot be done
   */
  readonly run: (context: Context) => Promise<void> | Promise<number>
}

/** Makes the database, or opens it in its own way. */
export type PlaceCommand = Described & {
  /** @throws UsageError, CommandError */
  readonly runOn: (place: Place) => Promise<void> | Promise<number>
}

/** The command was called wrongly; the usage is printed. */
export class UsageError extends Error {}
export class CommandError extends Error {}

/** Codes of a full disk, of a quota, of a limit of the process, and of SQLite. */
const NO_SPACE: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL']

/** @returns what to do about a full disk; any other error as it is */
export const ofFullDisk = (error: unknown, advice: string): unknown =>
  NO_SPACE.includes(codeOf(error)) ? new CommandError(`The disk is full. ${advice}`) : error

export function onlyArgument(args: readonly string[], name: string): string {
  const [first, ...more] = args
  if (first === undefined || more.length > 0) throw new UsageError(`Give one ${name}.`)
  return first
}
