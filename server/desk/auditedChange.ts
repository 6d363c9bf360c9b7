import type { FastifyBaseLogger } from 'fastify'
import { violationOf } from '../db/constraints.ts'
import type { Db } from '../db/schema.ts'
import type { Deps } from '../http/deps.ts'
import { errors } from '../http/errors.ts'
import type { Actor } from './actor.ts'
import { addToLog } from './auditRepository.ts'
import { deskErrors } from './errors.ts'

/** What an act has done, in the words of the log. */
export type Done<Answer = unknown> = {
  readonly record: number | string | null
  /** The record as the desk shows it; null when there was none. Never holds a secret. */
  readonly before: unknown
  readonly after: unknown
  readonly answer: Answer
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
 * @throws Refusal; what a constraint of the database refuses becomes one
 */
export async function acting<Answer>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  who: Actor,
  { resource, action, log }: What,
  act: (tx: Db, now: number) => Promise<Done<Answer>>,
): Promise<Answer> {
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

/** Refusals of unique constraints that a race can break; the acts ask first, so that one person never meets them. */
const TAKEN: Readonly<Record<string, () => Error>> = {
  users_username_key: deskErrors.nameTaken,
}

function worded(error: unknown, action: string): unknown {
  const violation = violationOf(error)
  if (violation === null) return error
  if (violation.rule === 'unique') return (TAKEN[violation.name] ?? deskErrors.alreadyThere)()
  if (violation.rule === 'check') return deskErrors.impossible()
  return action === 'remove' ? deskErrors.inUse() : deskErrors.brokenReference()
}

/** @throws Refusal 404 */
export function assertThere<T>(row: T | undefined): asserts row is T {
  if (row === undefined) throw errors.notFound()
}
