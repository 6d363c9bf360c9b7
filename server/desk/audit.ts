import type { FastifyBaseLogger } from 'fastify'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { FORMER_MEMBER } from '#contract/account.ts'
import type { MemberId } from '#contract/ids.ts'
import { cutText } from '#shared/cutText.ts'
import { violationOf } from '../db/constraints.ts'
import type { HasDb } from '../db/rows.ts'
import type { Deps } from '../http/deps.ts'
import { errors } from '../http/errors.ts'
import { changing, type WorkOf } from '../work/work.ts'
import { deskErrors } from './errors.ts'

/** The outcome of a change, and what the audit log keeps of it. */
export type Change<Response = unknown> = {
  readonly record: number | string | null
  /** The record as the desk shows it; null when there was none. Never holds a secret. */
  readonly before: unknown
  readonly after: unknown
  readonly response: Response
}
type What = {
  readonly resource: string
  readonly action: string
  readonly log?: Pick<FastifyBaseLogger, 'error'>
  /** Set for thousands of rows; see `longTransaction`. */
  readonly long?: { readonly progress?: ((done: number, total: number) => void) | undefined }
}

/**
 * The only way to change data from the desk: the change and its row in the audit log are one transaction.
 * @returns the response of the change
 * @throws Refusal; the violation of a constraint becomes one
 */
export async function auditedChange<D extends Pick<Deps, 'db' | 'clock'>, Response>(
  deps: D,
  actor: Actor,
  { resource, action, log, long }: What,
  change: (w: WorkOf<D>) => Promise<Change<Response>>,
): Promise<Response> {
  const work = async (w: WorkOf<D>) => {
    const changed = await change(w)
    const { record, before, after } = changed
    await logChange(w, { timestamp: w.now, actor, resource, action, record, before, after })
    return changed.response
  }
  return changing(deps, work, { log, ...(long && { long }) }).catch((error: unknown) => {
    throw refusalOfViolation(error, action)
  })
}

type AuditEntry = Omit<Change, 'response'> & {
  readonly timestamp: number
  readonly actor: Actor
  readonly resource: string
  readonly action: string
}

/** The only function that writes to the audit log. */
export async function logChange(w: HasDb, entry: AuditEntry): Promise<void> {
  const { timestamp, actor, resource, action, record, before, after } = entry
  await w.db
    .insertInto('audit_log')
    .values({
      at: timestamp,
      actor_id: actor.id,
      actor_name: actor.username,
      resource,
      action,
      record: record === null ? null : String(record),
      before: json(before),
      after: json(after),
    })
    .execute()
}

/** Condition about the log: nothing about cases in which the reader is reported. Their states name the member first. */
export const isReadable = (reader: MemberId) =>
  sql<SqlBool>`(resource <> 'reports' or
    coalesce(after, before, '') not like ${`{"user_id":${reader},%`})`

/** True if an existing account did it, not the command line, the server or a deleted account. */
export const isByAccount = (row: {
  readonly actor_id: number | null
  readonly actor_name: string
}): boolean => row.actor_id !== null && row.actor_name !== FORMER_MEMBER

/**
 * Blanks the states of records; who did what, and when, stays.
 * @param where condition about rows of the log
 */
export const blankAudit = (w: HasDb, where: RawBuilder<SqlBool>) =>
  w.db.updateTable('audit_log').set({ before: null, after: null }).where(where).execute()

const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)

/** Unique constraints that a race can violate: the handlers look first, so that only a race gets here. */
const TAKEN: Readonly<Record<string, () => Error>> = {
  users_username_key: deskErrors.nameTaken,
}

function refusalOfViolation(error: unknown, action: string): unknown {
  const violation = violationOf(error)
  if (violation === null) return error
  if (violation.rule === 'unique') return (TAKEN[violation.name] ?? deskErrors.alreadyThere)()
  if (violation.rule === 'check') return deskErrors.impossible()
  return action === 'remove' ? deskErrors.inUse() : deskErrors.brokenReference()
}

/** @throws Refusal 404 */
export function assertFound<T>(row: T): asserts row is NonNullable<T> {
  if (row === undefined || row === null) throw errors.notFound()
}

/** Fields that name a record, the best first. */
const NAMES = ['title', 'name', 'display_name', 'username', 'subject', 'old_name', 'recipient']

const NAME_MAX = 200

export const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json))

/**
 * The name of a record in the states that the audit log has of it, or that of the member whose record it is; the first
 * state with a name decides.
 */
export function recordName(...states: readonly unknown[]): string | null {
  for (const state of states) {
    const fields = fieldsOf(state)
    const name = nameIn(fields) ?? nameIn(fieldsOf(fields.get('user')))
    if (name !== undefined) return cutText(name, NAME_MAX)
  }
  return null
}

const fieldsOf = (state: unknown) => new Map<string, unknown>(Object.entries(state ?? {}))

const nameIn = (fields: ReadonlyMap<string, unknown>): string | undefined =>
  NAMES.map((field) => fields.get(field)).find(
    (value): value is string => typeof value === 'string' && value !== '',
  )

/** The author of a change. The command line has no account. */
export type Actor = { readonly id: MemberId | null; readonly username: string }

export const COMMAND_LINE: Actor = { id: null, username: 'command line' }

/** Author of what is due, and of what happens by a mailed link. */
export const SERVER: Actor = { id: null, username: 'the server' }

/** Narrows the actor of a request: the command line does not send requests. */
export function assertPerson(actor: Actor): asserts actor is Actor & { readonly id: MemberId } {
  if (actor.id === null) throw new Error('Only a person may do this')
}

/** Staff decide about the requests of others. @param owner of what is decided @throws Refusal */
export function assertOfOther(owner: MemberId, actor: Actor): void {
  if (owner === actor.id) throw deskErrors.ownRequest()
}
