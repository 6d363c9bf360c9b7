import type { GroupId } from '#contract/ids.ts'
import type { OpeningMode } from '#contract/openings.ts'
import { DAY_MS, HOUR_MS } from '../../config/time.ts'
import { searchText } from '../../text/keys.ts'
import { insertRow } from '../rows.ts'
import type { Db } from '../schema.ts'
import { type DemoUsers, named } from './accounts.ts'

type Group = {
  readonly group_id: GroupId
  readonly name: string
  /** Members and open invites. */
  readonly taken: number
}
type Opening = {
  readonly plays: string
  readonly languages: readonly string[]
  readonly mode: string
  readonly place: string
  readonly rhythm: string
  readonly beginners: boolean
  readonly content_notes: string
  readonly places: number
  readonly requests: ReadonlyArray<{ readonly user: string; readonly message: string }>
}

/** A group that looks for players, with requests that wait. */
export async function seedOpening(
  tx: Db,
  users: DemoUsers,
  { group_id, name, taken }: Group,
  { languages, mode, beginners, places, requests, ...texts }: Opening,
  now: number,
): Promise<void> {
  await insertRow(tx, 'group_openings', {
    ...texts,
    group_id,
    languages: `,${languages.join()},`,
    mode: mode as OpeningMode,
    beginners: beginners ? 1 : 0,
    size: taken + places,
    search_text: searchText([name, texts.plays, texts.place, texts.rhythm]),
    version: 1,
    created_at: now - 3 * DAY_MS,
    updated_at: now - 3 * DAY_MS,
  })
  for (const { user, message } of requests)
    await insertRow(tx, 'join_requests', {
      group_id,
      user_id: named(users, user),
      message,
      answer: 'open',
      sentence: '',
      created_at: now - 5 * HOUR_MS,
    })
}
