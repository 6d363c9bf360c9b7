import { sql } from 'kysely'
import { FORMER_MEMBER } from '#contract/account.ts'
import type { HasDb } from '../../db/rows.ts'
import { idsOf, isOneOf, literal } from '../../db/search.ts'
import { blankAudit } from '../../desk/audit.ts'
import { emailKey } from '../../text/keys.ts'
import { type PersonalData, rowsOf, type Subject } from '../../work/personalData.ts'

/** Fields that hold an e-mail address and nothing else. */
const ADDRESSES = ['email', 'recipient', 'sender']
/** Fields that hold the id of the account that a record is about. */
const OWNERS = ['created_by', 'user_id', 'led_by']
/** Rows that one statement searches: SQLite searches on the thread of the event loop. */
const CHUNK = 5000

/** Changes that a member made at the desk. The states of the records are about other people. */
export const auditData: PersonalData = {
  tables: {
    audit_log: {
      rows: rowsOf('actor_id'),
      without: ['record', 'before', 'after'],
    },
  },
  /**
   * Other modules blank the rows about their own records. The remaining rows show a member as a person with an id, or
   * by an e-mail address: names may be words of any text, so they are not searched for.
   */
  async erase(w, subject) {
    for await (const ids of naming(w, subject)) await blankAudit(w, isOneOf(w.db, 'id', ids))
    await w.db
      .updateTable('audit_log')
      .set({ actor_name: FORMER_MEMBER })
      .where('actor_id', '=', subject.id)
      .execute()
    return []
  },
}

/** Ids of rows that name the member, chunk by chunk. */
async function* naming(w: HasDb, subject: Subject): AsyncGenerator<number[]> {
  const terms = [`":${subject.id}`, ...subject.emails.map((email) => email.toLowerCase())]
  const mayName = sql.join(
    ['before', 'after'].flatMap((column) =>
      [...new Set(terms)].map(
        (term) => sql`lower(${sql.ref(column)}) like ${literal(term)} escape '\\'`,
      ),
    ),
    sql` or `,
  )
  const { last } = await w.db
    .selectFrom('audit_log')
    .select((is) => is.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  for (let from = 0; from < (last ?? 0); from += CHUNK) {
    const rows = await w.db
      .selectFrom('audit_log')
      .select(['id', 'before', 'after'])
      .where(sql<boolean>`id > ${from} and id <= ${from + CHUNK} and (${mayName})`)
      .execute()
    const found = rows.filter(
      ({ before, after }) => names(before, subject) || names(after, subject),
    )
    if (found.length > 0) yield idsOf(found)
  }
}

/** True if a logged record names the member in one of the known fields. */
function names(json: string | null, { id, emails }: Subject): boolean {
  if (json === null) return false
  const keys = new Set(emails.map(emailKey))
  let isNamed = false
  JSON.parse(json, (field, value: unknown) => {
    if (typeof value === 'string')
      isNamed ||= ADDRESSES.includes(field) && keys.has(emailKey(value))
    else if (typeof value === 'number') isNamed ||= OWNERS.includes(field) && value === id
    else isNamed ||= isPerson(value) && value.id === id
    return value
  })
  return isNamed
}

/** Records show people as objects with these fields, never by a name alone. */
const isPerson = (value: unknown): value is { readonly id: number } =>
  typeof value === 'object' && value !== null && 'id' in value && 'username' in value

/** Condition about the log: what was done to an account, and what its member did at the desk. */
export const concernsMember = (member: number) =>
  sql<boolean>`(actor_id = ${member} or (resource = 'members' and record = ${String(member)}))`
