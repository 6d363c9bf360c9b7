import { type JoinRequestId, openingCalls } from '#contract/openings.ts'
import { insertRow } from '../../../db/rows.ts'
import type { HasDb } from '../../../db/schema.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { limited } from '../../../http/serve.ts'
import { type Call, routesOn } from '../../../work/calls.ts'
import type { WorkOf } from '../../../work/work.ts'
import { endOpening } from '../departures.ts'
import { type GroupRead, type GroupWork, inGroup, ofGroup, ofSubject } from '../groupCalls.ts'
import { countInvites } from '../inviteRepository.ts'
import { invite } from '../invites.ts'
import { ASK_AGAIN_MS } from '../limits.ts'
import { managersOf, mayInvite } from '../policy.ts'
import { openingMails } from './mails.ts'
import {
  areOpeningsOn,
  findAskable,
  findOpening,
  listAskable,
  saveOpening,
} from './openingRepository.ts'
import { assertFree, assertMayAsk, lineToStore, openingToStore, requestNotFound } from './policy.ts'
import { presentOpenGroups, presentOpening, presentRequest } from './present.ts'
import * as requests from './requestRepository.ts'

/** A scope of its own: while the staff have switched openings off, its calls look like unknown ones. */
export function openingsModule(scoped: App, deps: Deps): void {
  scoped.addHook('preValidation', async () => {
    if (!(await areOpeningsOn(deps))) throw errors.notFound()
  })
  const route = routesOn(scoped, deps, openingCalls)

  route(
    'listOpenings',
    async (w, { query, memberId }) => presentOpenGroups(await listAskable(w, query, memberId)),
    limited(120, 1),
  )
  route('getOpening', inGroup('member', readOpening))
  route(
    'saveOpening',
    ofGroup('manager', async (w, { body }) => {
      const before = await findOpening(w, w.id)
      const version = before?.version ?? 0
      if (body.version !== version) throw refusal(409, 'page_changed')
      const texts = openingToStore(w.group, await countInvites(w, w.id), body)
      await saveOpening(w, texts, version)
      if (before === undefined) await w.log('opened')
      w.publishGroup()
      return readOpening(w)
    }),
  )
  route(
    'closeOpening',
    ofGroup('manager', async (w) => {
      if ((await findOpening(w, w.id)) !== undefined) {
        await endOpening(w, w.id)
        await w.log('opening_closed')
        w.publishGroup()
      }
      return readOpening(w)
    }),
  )
  requestRoutes(route)
}

/** Requests to join, of the caller and of those who answer them. */
function requestRoutes(route: ReturnType<typeof routesOn<typeof openingCalls, Deps>>): void {
  route('listJoinRequests', async (w, { memberId }) =>
    (await requests.listOwn(w, memberId)).map(presentRequest),
  )
  route('askToJoin', ofGroup('stranger', ask), limited(30, 10))
  route(
    'withdrawJoinRequest',
    ofSubject(ownRequest, async (w, request) => {
      await requests.answerRequest(w, request, { answer: 'withdrawn' })
      w.publish(managersOf(w.group), { kind: 'group', subject: w.id })
      w.publish([w.me], { kind: 'invites' })
      return {}
    }),
  )
  route(
    'acceptJoinRequest',
    ofSubject(waitingRequest, async (w, { user_id }) => {
      assertFree((await findOpening(w, w.id))?.left ?? 0)
      // The invite answers the request.
      await invite(w, { user: user_id, by: w.me, way: { by: 'member', inviter: w.me } })
      w.mail([user_id], answerMail(w, 'accepted'))
      await w.log('invited', { subject: user_id })
      w.publish(managersOf(w.group), { kind: 'groups' })
      return readOpening(w)
    }),
  )
  route(
    'declineJoinRequest',
    // The log has nothing of it: every member of the group reads that.
    ofSubject(waitingRequest, async (w, { id, user_id }, { body }) => {
      const sentence = lineToStore(body.sentence)
      await requests.answerRequest(w, id, { answer: 'declined', sentence })
      w.mail([user_id], answerMail(w, 'declined', sentence))
      w.publish([user_id], { kind: 'invites' })
      w.publish(managersOf(w.group), { kind: 'group', subject: w.id })
      return readOpening(w)
    }),
  )
}

type ById = { readonly params: { readonly id: JoinRequestId } }
const locate = (w: HasDb, { params }: ById) => requests.findRequest(w, params.id)

/** A request of the caller that waits. */
const ownRequest = {
  locate,
  find: async (w: GroupWork, { params: { id } }: ById) =>
    (await requests.isWaitingOf(w, id, w.me)) ? id : undefined,
  notFound: requestNotFound,
}

/** A request that the caller may answer: nobody else may know that it exists. */
const waitingRequest = {
  locate,
  find: async (w: GroupWork, { params }: ById) =>
    mayInvite(w.group, w.me) ? requests.findWaiting(w, params.id, w.me) : undefined,
  notFound: requestNotFound,
}

const answerMail = (w: GroupWork, answer: 'accepted' | 'declined', sentence = '') =>
  openingMails.of('join-answer', { answer, group: w.group.name, groupId: w.id, sentence })

const readOpening = async (w: GroupRead | GroupWork) =>
  presentOpening(
    await findOpening(w, w.id),
    mayInvite(w.group, w.me) ? await requests.listWaiting(w, w.id, w.me) : [],
  )

/** The lock of the account makes the limits of a member hold for requests to several groups at once. */
async function ask(w: WorkOf<GroupWork>, { body }: Call<(typeof openingCalls)['askToJoin']>) {
  const opening = await findAskable(w, w.id, w.me)
  if (opening === undefined) throw refusal(404, 'opening_not_found')
  assertFree(opening.left)
  const asked = await requests.listAsked(w, w.me, w.now - ASK_AGAIN_MS)
  const waiting = (await requests.countWaiting(w, [w.id])).get(w.id) ?? 0
  assertMayAsk(asked, { group: w.id, waiting, now: w.now })
  const { id } = await insertRow(w.db, 'join_requests', {
    group_id: w.id,
    user_id: w.me,
    message: lineToStore(body.message),
    answer: 'open',
    sentence: '',
    created_at: w.now,
  })
  w.mail(managersOf(w.group), openingMails.of('join-request', { request: id }))
  w.publish(managersOf(w.group), { kind: 'group', subject: w.id })
  w.publish([w.me], { kind: 'invites' })
  const own = await requests.findOwn(w, id, w.me)
  if (own === undefined) throw requestNotFound()
  return presentRequest(own)
}
