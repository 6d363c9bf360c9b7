import { sql } from 'kysely'
import type { EventKind } from '#contract/content.ts'
import type { EventKindId, MemberId } from '#contract/ids.ts'
import { SWITCHES, type Switch, WEEKLY_MAILS, type WeeklyMail } from '#contract/profile.ts'
import { type Placeholders, prepared } from '../../db/prepared.ts'
import type { HasDb, Read } from '../../db/rows.ts'
import { switchColumn } from '../../mail/table.ts'
import { deletePersonalRows, type PersonalData, rowsOf } from '../../work/personalData.ts'

const preferencesOf = prepared((db, { user }: Placeholders<{ readonly user: MemberId }>) =>
  db
    .selectFrom('users')
    .leftJoin('preferences', 'preferences.user_id', 'users.id')
    .selectAll('preferences')
    .select(['users.time_zone', 'users.language'])
    .where('users.id', '=', user),
)

type Offered = {
  /** Those that the site is served in, the main one first: of a single one the answer says nothing. */
  readonly languages: readonly string[]
  /** Kinds of events, as the answer has them. */
  readonly kinds?: readonly EventKind[]
}

export async function findPreferences(
  w: HasDb,
  user: MemberId,
  { languages, kinds = [] }: Offered,
) {
  const [row] = await preferencesOf(w.db, { user })
  const isOn = (name: Switch) => (row?.[switchColumn(name)] ?? null) === null
  return {
    email_notifications: (row?.notify_since ?? null) !== null,
    invite_mails: isOn('invite_mails'),
    planning_mails: isOn('planning_mails'),
    reminder_mails: isOn('reminder_mails'),
    group_log_mails: isOn('group_log_mails'),
    event_mails: isOn('event_mails'),
    busy_times: isOn('busy_times'),
    weekly_mails: WEEKLY_MAILS.filter((name) => row?.weekly_mails?.includes(`,${kindOf(name)},`)),
    time_zone: row?.time_zone ?? null,
    ...(languages.length > 1 && {
      language: languages.find((one) => one === row?.language) ?? languages[0],
    }),
    ...(kinds.length > 0 && {
      event_kinds: chosenOf(row?.event_kinds ?? null, kinds),
      kinds_of_events: [...kinds],
    }),
  }
}

/** The chosen kinds that there are. Null, which is all: the member has chosen none, or those have all been deleted. */
function chosenOf(stored: string | null, kinds: readonly EventKind[]): EventKindId[] | null {
  if (stored === null) return null
  const chosen = kinds.filter(({ id }) => stored.includes(`,${id},`)).map(({ id }) => id)
  return chosen.length === 0 && stored !== ',' ? null : chosen
}

/** The kind of mails of a preference. */
const kindOf = (name: WeeklyMail) => (name === 'email_notifications' ? 'content' : name)

/** The member has preferences. */
export const saveWeeklyMails = (w: HasDb, user: MemberId, names: readonly WeeklyMail[]) =>
  w.db
    .updateTable('preferences')
    .set({ weekly_mails: names.length === 0 ? '' : `,${names.map(kindOf).join(',')},` })
    .where('user_id', '=', user)
    .execute()

/** The member has preferences. */
export const saveEventKinds = (w: HasDb, user: MemberId, ids: readonly EventKindId[] | null) =>
  w.db
    .updateTable('preferences')
    .set({ event_kinds: ids && `,${ids.map((id) => `${id},`).join('')}` })
    .where('user_id', '=', user)
    .execute()

/** Switching mails on twice keeps the first time: no article published in between is skipped. */
export async function saveArticleMails(w: Read, user_id: MemberId, isOn: boolean) {
  await w.db
    .insertInto('preferences')
    .values({ user_id, notify_since: isOn ? w.now : null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((is) => ({
        notify_since: isOn ? is.fn.coalesce('preferences.notify_since', is.val(w.now)) : null,
      })),
    )
    .execute()
}

/** Does nothing for a member without preferences. */
export const stopArticleMails = (w: HasDb, user: MemberId) =>
  w.db.updateTable('preferences').set({ notify_since: null }).where('user_id', '=', user).execute()

/** Leaves the other settings unchanged. Does nothing for an account that has been deleted. */
export async function saveSwitches(
  w: Read,
  user: MemberId,
  switches: { readonly [Name in Switch]?: boolean | undefined },
) {
  for (const name of SWITCHES) {
    const isOn = switches[name]
    if (isOn !== undefined) await saveSwitch(w, user, [switchColumn(name), isOn ? null : w.now])
  }
}

async function saveSwitch(
  w: HasDb,
  user: MemberId,
  [column, offAt]: readonly [ReturnType<typeof switchColumn>, number | null],
) {
  await w.db
    .insertInto('preferences')
    .columns(['user_id', column])
    .expression((is) =>
      is
        .selectFrom('users')
        .select(['id', sql<number | null>`cast(${offAt} as bigint)`.as('off_at')])
        .where('id', '=', user),
    )
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ [column]: offAt }))
    .execute()
}

const PREFERENCES = { rows: rowsOf('user_id'), order: ['user_id'] }

export const notificationsData: PersonalData = {
  tables: { preferences: PREFERENCES },
  async erase(w, subject) {
    await deletePersonalRows(w, 'preferences', PREFERENCES, subject)
    return []
  },
}
