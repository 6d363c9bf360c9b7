import type { MemberId } from '#contract/ids.ts'
import type { JoinRequestId } from '#contract/openings.ts'
import type { openingSchemas } from '#contract/schemas/openings.ts'
import { publish } from '../../../db/liveEvents.ts'
import { insertRow } from '../../../db/rows.ts'
import type { Db } from '../../../db/schema.ts'
import type { Deps } from '../../../http/deps.ts'
import { refusal } from '../../../http/errors.ts'
import type { Call } from '../../../http/serve.ts'
import { enqueue, enqueueAll } from '../../../mail/outbox.ts'
import { lockActiveUsers } from '../../account/repository.ts'
import { countInvites, findInviteTarget, insertInvite } from '../inviteRepository.ts'
import { insertLog } from '../logRepository.ts'
import { assertActive, assertMayInvite, mayInvite } from '../policy.ts'
import { lockGroup } from '../repository.ts'
import { managersOf } from './endings.ts'
import { ASK_AGAIN_MS } from './limits.ts'
import { answerMail, requestMails } from './mails.ts'
import { findAskable, findOpening } from './openingRepository.ts'
import { assertFree, assertMayAsk, lineToStore, requestNotFound } from './policy.ts'
import { presentRequest } from './present.ts'
import { readOpening } from './readOpening.ts'
import {
  answerRequest,
  countWaiting,
  findOwn,
  findRequest,
  findWaiting,
  listAsked,
  listOwn,
} from './requestRepository.ts'

type Sent<Name extends keyof typeof openingSchemas> = Call<(typeof openingSchemas)[Name]>

export async function listJoinRequests(
  { db, clock }: Deps,
  { memberId }: Sent<'listJoinRequests'>,
) {
  return (await listOwn(db, memberId, clock())).map(presentRequest)
}

/** The lock of the account makes the limits of a member hold for requests to several groups at once. */
export const askToJoin = (
  { db, clock }: Deps,
  { params: { id }, body, memberId }: Sent<'askToJoin'>,
) =>
  db.transaction().execute(async (tx) => {
    assertActive(await lockActiveUsers(tx, [memberId]), memberId)
    const group = await lockGroup(tx, id)
    if (group?.members.includes(memberId)) throw refusal(400, 'already_member')
    const now = clock()
    const opening = await findAskable(tx, id, memberId, now)
    if (group === undefined || opening === undefined) throw refusal(404, 'opening_not_found')
    assertFree(opening.left)
    const waiting = (await countWaiting(tx, [id])).get(id) ?? 0
    assertMayAsk(await listAsked(tx, memberId, now - ASK_AGAIN_MS), id, waiting, now)
    const added = await insertRow(tx, 'join_requests', {
      group_id: id,
      user_id: memberId,
      message: lineToStore(body.message),
      answer: 'open',
      sentence: '',
      created_at: now,
    })
    await enqueueAll(tx, await requestMails(tx, added.id, managersOf(group)), now)
    await publish(tx, managersOf(group), { kind: 'group', subject: id }, now)
    await publish(tx, [memberId], { kind: 'invites' }, now)
    const own = await findOwn(tx, added.id, memberId)
    if (own === undefined) throw requestNotFound()
    return presentRequest(own)
  })

export const withdrawJoinRequest = (
  { db, clock }: Deps,
  { params: { id }, memberId }: Sent<'withdrawJoinRequest'>,
) =>
  db.transaction().execute(async (tx) => {
    const found = await findRequest(tx, id)
    if (found?.user_id !== memberId) throw requestNotFound()
    const group = await lockGroup(tx, found.group_id)
    const now = clock()
    if (!(await answerRequest(tx, id, { answer: 'withdrawn' }, now))) throw requestNotFound()
    const managers = group === undefined ? [] : managersOf(group)
    await publish(tx, managers, { kind: 'group', subject: found.group_id }, now)
    await publish(tx, [memberId], { kind: 'invites' }, now)
    return {}
  })

/**
 * Locks the accounts of both and the group. @throws Refusal 404: only the owner and the co-owners may know that the
 * request exists
 */
async function takeRequest(tx: Db, clock: Deps['clock'], id: JoinRequestId, caller: MemberId) {
  const found = await findRequest(tx, id)
  const accounts = found === undefined ? [caller] : [caller, found.user_id]
  assertActive(await lockActiveUsers(tx, accounts), caller)
  if (found === undefined) throw requestNotFound()
  const group = await lockGroup(tx, found.group_id)
  if (group === undefined || !mayInvite(group, caller)) throw requestNotFound()
  // Another request may have held the locks for a while.
  const now = clock()
  const request = await findWaiting(tx, id, caller, now)
  if (request === undefined) throw requestNotFound()
  return { group, request, now }
}

export const acceptJoinRequest = (
  { db, clock }: Deps,
  { params, memberId }: Sent<'acceptJoinRequest'>,
) =>
  db.transaction().execute(async (tx) => {
    const { group, request, now } = await takeRequest(tx, clock, params.id, memberId)
    const { group_id, user_id } = request
    const opening = await findOpening(tx, group_id)
    assertFree(opening?.left ?? 0)
    const target = await findInviteTarget(tx, group_id, memberId, user_id, now)
    const open = (await countInvites(tx, [group_id])).get(group_id) ?? 0
    assertMayInvite(group, open, target, { by: 'member', inviter: memberId })
    const invite = { group_id, target_user_id: user_id, invited_by: memberId, created_at: now }
    // The request is answered by it.
    await insertInvite(tx, invite)
    const answer = { answer: 'accepted', group: group.name, groupId: group_id } as const
    await enqueue(tx, answerMail(target, answer), now)
    const change = { group: group_id, actor: memberId, subject: user_id }
    await insertLog(tx, { ...change, kind: 'invited' }, now)
    await publish(tx, [user_id], { kind: 'invites' }, now)
    await publish(tx, group.members, { kind: 'group', subject: group_id }, now)
    await publish(tx, managersOf(group), { kind: 'groups' }, now)
    return readOpening(tx, group_id, group, memberId, now)
  })

/** The log has nothing of it: every member of the group reads that. */
export const declineJoinRequest = (
  { db, clock }: Deps,
  { params: { id }, body, memberId }: Sent<'declineJoinRequest'>,
) =>
  db.transaction().execute(async (tx) => {
    const { group, request, now } = await takeRequest(tx, clock, id, memberId)
    const sentence = lineToStore(body.sentence)
    await answerRequest(tx, id, { answer: 'declined', sentence }, now)
    const member = { id: request.user_id, email: request.email }
    const answer = { answer: 'declined', group: group.name, groupId: request.group_id } as const
    await enqueue(tx, answerMail(member, { ...answer, sentence }), now)
    await publish(tx, [request.user_id], { kind: 'invites' }, now)
    await publish(tx, managersOf(group), { kind: 'group', subject: request.group_id }, now)
    return readOpening(tx, request.group_id, group, memberId, now)
  })
