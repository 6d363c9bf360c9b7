import type { Db } from '../../db/schema.ts'
import type { Row } from '../../desk/lists.ts'
import { iso } from '../../desk/present.ts'
import { parsed, recordName } from '../../desk/recordName.ts'
import { peopleByIds } from '../../desk/rowRepository.ts'

/** The record is an account, also in rows without its data, such as logins. */
const ABOUT_PEOPLE: readonly unknown[] = ['members', 'session']

export async function presentActs(db: Db, rows: readonly Row[]) {
  const about = rows.filter(({ resource }) => ABOUT_PEOPLE.includes(resource))
  const people = await peopleByIds(
    db,
    about.map(({ record }) => record ?? null),
  )
  return rows.map((row) => {
    const before = parsed(row['before'])
    const after = parsed(row['after'])
    const person = about.includes(row) ? people.get(Number(row['record'])) : undefined
    const record_name = recordName(after, before) ?? person?.username ?? null
    return { ...row, at: iso(row['at']), record_name, before, after }
  })
}
