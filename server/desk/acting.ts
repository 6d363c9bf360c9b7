import type { FastifyBaseLogger } from 'fastify'
import type { Db, Deps } from '../deps.ts'
import { codeOf, errors, Refusal } from '../errors.ts'
import type { Actor } from './actor.ts'
import { addToLog } from './auditRepository.ts'
import { deskErrors } from './errors.ts'

/** What an act has done, in the words of the log. */
export type Done = {
  readonly record: number | string | null
  /** The record as the desk shows it; null when there was none. Never holds a secret. */
  readonly before: unknown
  readonly after: unknown
  readonly answer: unknown
  /** Once it is committed: what no database can roll back, such as removing files. */
  readonly afterwards?: () => Promise<void>
}
type What = {
  readonly resource: string
  readonly action: string
  readonly log?: Pick<FastifyBaseLogger, 'error'>
}

/**
 * The only way to change something from the desk: the act and its row in the log are one transaction, so
 * that there is never one without the other.
 * @returns the act's answer
 * @throws Refusal; a reference to something that is not there, or that others depend on, becomes one
 */
export async function acting(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  who: Actor,
  { resource, action, log }: What,
  act: (tx: Db, now: number) => Promise<Done>,
): Promise<unknown> {
  const { answer, afterwards } = await db
    .transaction()
    .execute(async (tx) => {
      const now = clock()
      const done = await act(tx, now)
      const { record, before, after } = done
      await addToLog(tx, { at: now, who, resource, action, record, before, after })
      return done
    })
    .catch((error: unknown) => {
      throw worded(error, action)
    })
  // The act stands; a file that stays behind harms nobody.
  await afterwards?.().catch((error: unknown) => log?.error({ err: error }, 'not tidied up'))
  return answer
}

const FOREIGN_KEY = new Set(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'])

function worded(error: unknown, action: string): unknown {
  if (error instanceof Refusal || !FOREIGN_KEY.has(codeOf(error))) return error
  return action === 'remove' ? deskErrors.inUse() : deskErrors.brokenReference()
}

/** @throws Refusal 404 */
export function assertThere<T>(row: T | undefined): asserts row is T {
  if (row === undefined) throw errors.notFound()
}
