import type { MemberId } from '#contract/ids.ts'
import type { JoinRequestId, openingCalls } from '#contract/openings.ts'
import { insertRow } from '../../../db/rows.ts'
import type { Read } from '../../../db/schema.ts'
import { refusal } from '../../../http/errors.ts'
import type { Call } from '../../../work/calls.ts'
import { type CallRead, changing } from '../../../work/work.ts'
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

type Sent<Name extends keyof typeof openingCalls> = Call<(typeof openingCalls)[Name]>

export async function listJoinRequests(w: CallRead, { memberId }: Sent<'listJoinRequests'>) {
  return (await listOwn(w, memberId)).map(presentRequest)
}

/** The lock of the account makes the limits of a member hold for requests to several groups at once. */
export const askToJoin = (w: CallRead, { params: { id }, body, memberId }: Sent<'askToJoin'>) =>
  changing(w, async (w) => {
    assertActive(await lockActiveUsers(w, [memberId]), memberId)
    const group = await lockGroup(w, id)
    if (group?.members.includes(memberId)) throw refusal(400, 'already_member')
    const opening = await findAskable(w, id, memberId)
    if (group === undefined || opening === undefined) throw refusal(404, 'opening_not_found')
    assertFree(opening.left)
    const waiting = (await countWaiting(w, [id])).get(id) ?? 0
    assertMayAsk(await listAsked(w, memberId, w.now - ASK_AGAIN_MS), id, waiting, w.now)
    const added = await insertRow(w.db, 'join_requests', {
      group_id: id,
      user_id: memberId,
      message: lineToStore(body.message),
      answer: 'open',
      sentence: '',
      created_at: w.now,
    })
    w.mail(await requestMails(w, added.id, managersOf(group)))
    w.publish(managersOf(group), { kind: 'group', subject: id })
    w.publish([memberId], { kind: 'invites' })
    const own = await findOwn(w, added.id, memberId)
    if (own === undefined) throw requestNotFound()
    return presentRequest(own)
  })

export const withdrawJoinRequest = (
  w: CallRead,
  { params: { id }, memberId }: Sent<'withdrawJoinRequest'>,
) =>
  changing(w, async (w) => {
    const found = await findRequest(w, id)
    if (found?.user_id !== memberId) throw requestNotFound()
    const group = await lockGroup(w, found.group_id)
    if (!(await answerRequest(w, id, { answer: 'withdrawn' }))) throw requestNotFound()
    const managers = group === undefined ? [] : managersOf(group)
    w.publish(managers, { kind: 'group', subject: found.group_id })
    w.publish([memberId], { kind: 'invites' })
    return {}
  })

/**
 * Locks the accounts of both and the group. @throws Refusal 404: only the owner and the co-owners may know that the
 * request exists
 */
async function takeRequest(w: Read, id: JoinRequestId, caller: MemberId) {
  const found = await findRequest(w, id)
  const accounts = found === undefined ? [caller] : [caller, found.user_id]
  assertActive(await lockActiveUsers(w, accounts), caller)
  if (found === undefined) throw requestNotFound()
  const group = await lockGroup(w, found.group_id)
  if (group === undefined || !mayInvite(group, caller)) throw requestNotFound()
  const request = await findWaiting(w, id, caller)
  if (request === undefined) throw requestNotFound()
  return { group, request }
}

export const acceptJoinRequest = (w: CallRead, { params, memberId }: Sent<'acceptJoinRequest'>) =>
  changing(w, async (w) => {
    const { group, request } = await takeRequest(w, params.id, memberId)
    const { group_id, user_id } = request
    const opening = await findOpening(w, group_id)
    assertFree(opening?.left ?? 0)
    const target = await findInviteTarget(w, group_id, memberId, user_id)
    const open = (await countInvites(w, [group_id])).get(group_id) ?? 0
    assertMayInvite(group, open, target, { by: 'member', inviter: memberId })
    const invite = { group_id, target_user_id: user_id, invited_by: memberId, created_at: w.now }
    // The request is answered by it.
    await insertInvite(w, invite)
    const answer = { answer: 'accepted', group: group.name, groupId: group_id } as const
    w.mail([answerMail(target, answer)])
    const change = { group: group_id, actor: memberId, subject: user_id }
    await insertLog(w, { ...change, kind: 'invited' })
    w.publish([user_id], { kind: 'invites' })
    w.publish(group.members, { kind: 'group', subject: group_id })
    w.publish(managersOf(group), { kind: 'groups' })
    return readOpening(w, group_id, group, memberId)
  })

/** The log has nothing of it: every member of the group reads that. */
export const declineJoinRequest = (
  w: CallRead,
  { params: { id }, body, memberId }: Sent<'declineJoinRequest'>,
) =>
  changing(w, async (w) => {
    const { group, request } = await takeRequest(w, id, memberId)
    const sentence = lineToStore(body.sentence)
    await answerRequest(w, id, { answer: 'declined', sentence })
    const member = { id: request.user_id, email: request.email }
    const answer = { answer: 'declined', group: group.name, groupId: request.group_id } as const
    w.mail([answerMail(member, { ...answer, sentence })])
    w.publish([request.user_id], { kind: 'invites' })
    w.publish(managersOf(group), { kind: 'group', subject: request.group_id })
    return readOpening(w, request.group_id, group, memberId)
  })
