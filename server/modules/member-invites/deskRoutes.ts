import type { MemberInvite } from '#contract/memberInvites.ts'
import type { MemberInviteState } from '#contract/sets.ts'
import { DAY_MS } from '../../config/time.ts'
import { type RowOf, updateRow } from '../../db/rows.ts'
import type { Read } from '../../db/schema.ts'
import { changeRoute, type DeskWork, readRoute, type Sent } from '../../desk/changeRoute.ts'
import { lockRecord, presentOne, type Readable, readRoutes } from '../../desk/crud.ts'
import { peopleByIds } from '../../desk/people.ts'
import type { App, Deps } from '../../http/deps.ts'
import { limited } from '../../http/serve.ts'
import { withdraw } from '../../mail/outbox.ts'
import { iso } from '../../text/time.ts'
import type { WorkOf } from '../../work/work.ts'
import { lockSuperusers } from '../account/repository.ts'
import { type CheckedRow, checkList, type FindGroups, presentRow } from './checkList.ts'
import { inviteKey, mailInvite, reminderKey } from './mails.ts'
import { assertMaySend, assertOpen, assertSuperuser } from './policy.ts'
import { BLANK, countInvitesSince, groupNames, insertInvites, inviteStates } from './repository.ts'

/** Days after which an invite ends, with the address. */
const INVITE_DAYS = 30
/** Rows of one statement: an engine has a limit of parameters. */
const BATCH = 200

type Others = { readonly findGroups: FindGroups }

/** Invites by a list, to people without an account; superusers only. */
export function memberInvitesModule(desk: App, deps: Deps, { findGroups }: Others): void {
  const parts = { jwtSecret: deps.jwtSecret, findGroups }
  readRoutes(desk, deps, invites)
  readRoute(desk, deps, 'member-invites', 'check', async ({ db }, { body }) => ({
    rows: (await checkList({ db }, parts, body.list)).map(presentRow),
  }))
  changeRoute(desk, deps, 'member-invites', 'send', sendInvites(parts), {
    config: limited(10, 60),
  })
  changeRoute(desk, deps, 'member-invites', 'takeBack', takeBack)
}

const invites: Readable<'member-invites', 'member_invites'> = {
  resource: 'member-invites',
  table: 'member_invites',
  list: {
    sortable: ['email', 'created_at', 'reminded_at', 'answered_at', 'expires_at'],
    foldedForms: { email: 'email_key' },
    filterable: ['group_id'],
    searched: ['email', 'name'],
    states: inviteStates,
    sort: ['id', 'desc'],
  },
  present: presentInvites,
}

function stateOf(row: RowOf<'member_invites'>, now: number): MemberInviteState {
  if (row.answer === 'taken_back') return 'ended'
  if (row.answer !== null) return row.answer
  if (row.expires_at <= now) return 'ended'
  return row.reminded_at === null ? 'invited' : 'reminded'
}

async function presentInvites(
  w: Read,
  rows: readonly RowOf<'member_invites'>[],
): Promise<MemberInvite[]> {
  const people = await peopleByIds(
    w,
    rows.flatMap(({ user_id, invited_by }) => [user_id, invited_by]),
  )
  const groups = await groupNames(
    w,
    rows.flatMap(({ group_id }) => group_id ?? []),
  )
  const personOf = (id: number | null) => {
    const found = people.get(id ?? 0)
    return found === undefined ? null : { id: found.id, username: found.username }
  }
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    state: stateOf(row, w.now),
    group: groups.get(row.group_id ?? 0) ?? null,
    member: personOf(row.user_id),
    invited_by: personOf(row.invited_by),
    created_at: iso(row.created_at),
    reminded_at: iso(row.reminded_at),
    answered_at: iso(row.answered_at),
    expires_at: iso(row.expires_at),
  }))
}

/** The audit log has the numbers and ids, and no address. */
const sendInvites =
  (parts: Others & { readonly jwtSecret: string }) =>
  async (w: WorkOf<DeskWork>, { body }: Sent<'member-invites', 'send'>) => {
    // The lock makes lists wait for each other, so that together they keep the limit of a day.
    assertSuperuser(await lockSuperusers(w), w.actor.id)
    const rows = await checkList(w, parts, body.list)
    const wanted = rows.filter(({ result }) => result === 'will_invite')
    assertMaySend(wanted.length, await countInvitesSince(w, w.now - DAY_MS))
    const sent = await insertAll(w, wanted)
    const response = rows
      .map((row) =>
        row.result === 'will_invite' && !sent.has(row.email_key)
          ? { ...row, result: 'invited' as const }
          : row,
      )
      .map(presentRow)
    const after = { invited: sent.size, rows: rows.length, ids: [...sent.values()] }
    return { record: null, before: null, after, response: { rows: response } }
  }

/** @returns keys of the addresses that are invited, with the ids of the invites */
async function insertAll(w: DeskWork, wanted: readonly CheckedRow[]) {
  const sent = new Map<string | null, number>()
  for (let first = 0; first < wanted.length; first += BATCH) {
    const batch = wanted.slice(first, first + BATCH)
    const added = await insertInvites(
      w,
      batch.map(({ email, email_key, digest, name, group_id }) => ({
        ...{ email, email_key, digest, name, group_id },
        invited_by: w.actor.id,
        created_at: w.now,
        expires_at: w.now + INVITE_DAYS * DAY_MS,
      })),
    )
    for (const { id, email, email_key, digest } of added) {
      const invite = { id, email: email ?? '', invited_by: w.actor.id }
      mailInvite(w, invite, { state: 'invited', onceKey: inviteKey(digest ?? '', w.now) })
      sent.set(email_key, id)
    }
  }
  return sent
}

/** Deletes the address at once; mails that are not sent yet are not sent any more. */
async function takeBack(w: WorkOf<DeskWork>, { params }: Sent<'member-invites', 'takeBack'>) {
  assertSuperuser(await lockSuperusers(w), w.actor.id)
  const { row, before } = await lockRecord(w, invites, params.id)
  assertOpen(row, w.now)
  await withdraw(w, inviteKey(row.digest ?? '', row.created_at))
  await withdraw(w, reminderKey(row.id))
  const saved = await updateRow(w.db, 'member_invites', row.id, {
    ...BLANK,
    answer: 'taken_back',
    answered_at: w.now,
  })
  const response = await presentOne(invites, w, saved)
  return {
    record: row.id,
    before: { ...before, email: null, name: null },
    after: response,
    response,
  }
}
