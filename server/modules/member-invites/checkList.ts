import type { GroupId } from '#contract/ids.ts'
import type { ListRow } from '#contract/memberInvites.ts'
import type { ListResult } from '#contract/sets.ts'
import type { HasDb } from '../../db/schema.ts'
import { listStopped } from '../../mail/stoppedAddresses.ts'
import { addressTokens } from '../../mail/unsubscribeToken.ts'
import { emailKey } from '../../text/keys.ts'
import { listUsersByEmailKey } from '../account/repository.ts'
import { readList } from './list.ts'
import { listInvitedKeys } from './repository.ts'

/** Groups by their names; a name of several groups is absent. */
export type FindGroups = (
  w: HasDb,
  names: readonly string[],
) => Promise<ReadonlyMap<string, GroupId>>

export type CheckedRow = ListRow & {
  readonly email_key: string
  readonly digest: string
  readonly group_id: GroupId | null
}

/** What would become of each row. */
export async function checkList(
  w: HasDb,
  { jwtSecret, findGroups }: { readonly jwtSecret: string; readonly findGroups: FindGroups },
  list: string,
): Promise<CheckedRow[]> {
  const rows = readList(list)
  const { digestOf } = addressTokens(jwtSecret)
  const keyed = rows.map((row) => {
    const email_key = emailKey(row.email)
    return { ...row, email_key, digest: row.hasAddress ? digestOf(email_key) : '' }
  })
  const keys = keyed.map(({ email_key }) => email_key)
  const members = await listUsersByEmailKey(w, keys)
  const invited = await listInvitedKeys(w, keys)
  const stopped = await listStopped(
    w,
    keyed.map(({ digest }) => digest),
  )
  const groups = await findGroups(
    w,
    rows.flatMap(({ group }) => group ?? []),
  )
  const seen = new Set<string>()
  const resultOf = (row: (typeof keyed)[number], group_id: GroupId | undefined): ListResult => {
    if (!row.hasAddress) return 'no_address'
    if (seen.has(row.email_key)) return 'twice'
    seen.add(row.email_key)
    if (members.has(row.email_key)) return 'member'
    if (stopped.has(row.digest)) return 'refused'
    if (invited.has(row.email_key)) return 'invited'
    return row.group !== null && group_id === undefined ? 'no_group' : 'will_invite'
  }
  return keyed.map((row) => {
    const group_id = row.group === null ? undefined : groups.get(row.group)
    return { ...row, group_id: group_id ?? null, result: resultOf(row, group_id) }
  })
}

export const presentRow = ({ row, email, name, group, result }: CheckedRow): ListRow => ({
  row,
  email,
  name,
  group,
  result,
})
