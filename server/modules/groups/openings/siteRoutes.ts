import {
  type GroupOpening,
  type JoinAnswer,
  type JoinRequest,
  type JoinRequestId,
  OPENINGS_PAGE,
  type OpenGroup,
  type OpenGroups,
  type OpeningBody,
  openingCalls,
} from '#contract/openings.ts'
import { DAY_MS } from '../../../config/time.ts'
import { findRow, type HasDb, hasRow, insertRow, updateRow } from '../../../db/rows.ts'
import { type App, type Deps, limited } from '../../../http/deps.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { printable } from '../../../text/keys.ts'
import { iso } from '../../../text/time.ts'
import { type Call, routesOn, type WorkOf } from '../../../work/work.ts'
import { endOpening } from '../departureRepository.ts'
import { type GroupRead, type GroupWork, inGroup, ofGroup, ofSubject } from '../groupCalls.ts'
import { countInvites } from '../inviteRepository.ts'
import { invite } from '../invites.ts'
import { ASK_AGAIN_MS, GROUP_REQUESTS_MAX, GROUP_SIZE_MAX, REQUESTS_OPEN_MAX } from '../limits.ts'
import { type Membership, managersOf, mayInvite } from '../policy.ts'
import { openingMails } from './mails.ts'
import {
  areOpeningsOn,
  findAskable,
  findOpening,
  listAskable,
  type OpeningTexts,
  saveOpening,
} from './openingRepository.ts'
import {
  countWaiting,
  findOwn,
  findWaiting,
  listAsked,
  listOwn,
  listWaiting,
} from './requestRepository.ts'

const REQUESTS_A_DAY = 10

/** Requests of one member to one group within `ASK_AGAIN_MS`, withdrawn ones among them. */
const REQUESTS_TO_GROUP_MAX = 3

/** A scope of its own: while the staff have switched openings off, its calls look like unknown ones. */
export function openingsRoutes(scoped: App, deps: Deps): void {
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
    (await listOwn(w, memberId)).map(presentRequest),
  )
  route('askToJoin', ofGroup('stranger', ask), limited(30, 10))
  route(
    'withdrawJoinRequest',
    ofSubject(ownRequest, async (w, request) => {
      await answer(w, request, { answer: 'withdrawn' })
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
      await answer(w, id, { answer: 'declined', sentence })
      w.mail([user_id], answerMail(w, 'declined', sentence))
      w.publish([user_id], { kind: 'invites' })
      w.publish(managersOf(w.group), { kind: 'group', subject: w.id })
      return readOpening(w)
    }),
  )
}

type ById = { readonly params: { readonly id: JoinRequestId } }
const locate = (w: HasDb, { params }: ById) => findRow(w.db, 'join_requests', params.id)

const requestNotFound = () => refusal(404, 'join_request_not_found')

const ownRequest = {
  locate,
  find: async (w: GroupWork, { params: { id } }: ById) =>
    (await hasRow(w.db, 'join_requests', { id, user_id: w.me, answer: 'open' })) ? id : undefined,
  notFound: requestNotFound,
}

/** A request that the caller may answer. For all others it does not exist. */
const waitingRequest = {
  locate,
  find: async (w: GroupWork, { params }: ById) =>
    mayInvite(w.group, w.me) ? findWaiting(w, params.id, w.me) : undefined,
  notFound: requestNotFound,
}

const answer = (
  w: GroupWork,
  id: JoinRequestId,
  given: { readonly answer: 'declined' | 'withdrawn'; readonly sentence?: string },
) => updateRow(w.db, 'join_requests', id, { sentence: '', ...given, answered_at: w.now })

const answerMail = (w: GroupWork, answer: 'accepted' | 'declined', sentence = '') =>
  openingMails.of('join-answer', { answer, group: w.group.name, groupId: w.id, sentence })

const readOpening = async (w: GroupRead | GroupWork) =>
  presentOpening(
    await findOpening(w, w.id),
    mayInvite(w.group, w.me) ? await listWaiting(w, w.id, w.me) : [],
  )

/** The lock of the account makes the limits of a member hold for requests to several groups at once. */
async function ask(w: WorkOf<GroupWork>, { body }: Call<(typeof openingCalls)['askToJoin']>) {
  const opening = await findAskable(w, w.id, w.me)
  if (opening === undefined) throw refusal(404, 'opening_not_found')
  assertFree(opening.left)
  const asked = await listAsked(w, w.me, w.now - ASK_AGAIN_MS)
  const waiting = (await countWaiting(w, [w.id])).get(w.id) ?? 0
  assertMayAsk(w, asked, waiting)
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
  const own = await findOwn(w, id, w.me)
  if (own === undefined) throw requestNotFound()
  return presentRequest(own)
}

const lineToStore = (text: string): string => printable(text).replace(/\s+/g, ' ').trim()

/**
 * @param invited open invites of the group
 * @throws Refusal 409 if the group is full, 400 if it has less room than places
 */
function openingToStore(
  { members }: Membership,
  invited: number,
  { plays, languages, mode, place, rhythm, beginners, content_notes, places }: OpeningBody,
): OpeningTexts {
  const taken = members.length + invited
  const room = GROUP_SIZE_MAX - taken
  if (room <= 0) throw errors.groupFull(GROUP_SIZE_MAX)
  if (places > room) throw refusal(400, 'too_many_places', { attr: 'places', limit: room })
  return {
    plays: lineToStore(plays),
    languages: `,${languages.join()},`,
    mode,
    place: lineToStore(place),
    rhythm: lineToStore(rhythm),
    beginners: beginners ? 1 : 0,
    content_notes: lineToStore(content_notes),
    size: taken + places,
  }
}

function assertFree(left: number): void {
  if (left <= 0) throw refusal(409, 'no_free_place')
}

type Asked = Awaited<ReturnType<typeof listAsked>>

/** 409 of a request. @param asked by the member within `ASK_AGAIN_MS` @param waiting requests of the group */
function assertMayAsk({ id, now }: GroupWork, asked: Asked, waiting: number): void {
  const here = asked.filter((one) => one.group_id === id)
  if (here.some(({ answer }) => answer === 'open')) throw refusal(409, 'already_asked')
  const isDeclined = here.some(
    ({ answer, answered_at }) => answer === 'declined' && (answered_at ?? 0) > now - ASK_AGAIN_MS,
  )
  if (isDeclined || here.length >= REQUESTS_TO_GROUP_MAX) throw refusal(409, 'asked_lately')
  if (asked.filter(({ answer }) => answer === 'open').length >= REQUESTS_OPEN_MAX)
    throw refusal(409, 'too_many_requests_open', { limit: REQUESTS_OPEN_MAX })
  if (asked.filter(({ created_at }) => created_at > now - DAY_MS).length >= REQUESTS_A_DAY)
    throw refusal(409, 'too_many_requests_today', { limit: REQUESTS_A_DAY })
  if (waiting >= GROUP_REQUESTS_MAX) throw refusal(409, 'too_many_requests_waiting')
}

export const presentTexts = ({
  plays,
  languages,
  mode,
  place,
  rhythm,
  beginners,
  content_notes,
  left,
}: Omit<OpeningTexts, 'size'> & { readonly left: number }) => ({
  plays,
  languages: languages.split(',').filter((code) => code !== ''),
  mode,
  place,
  rhythm,
  beginners: beginners === 1,
  content_notes,
  // An owner may invite more people than were looked for.
  free: Math.max(0, left),
})

const presentOpenGroup = (row: ListedRow): OpenGroup => ({
  ...presentTexts(row),
  id: row.group_id,
  group_name: row.group_name,
  owner: row.owner,
  crest: row.crest,
  players: row.players,
  next_start: iso(row.next_start),
})

/** @param rows one more than a page has, if there are more */
function presentOpenGroups(rows: readonly ListedRow[]): OpenGroups {
  const shown = rows.slice(0, OPENINGS_PAGE)
  return {
    groups: shown.map(presentOpenGroup),
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  }
}

const presentOpening = (
  opening: Awaited<ReturnType<typeof findOpening>>,
  requests: readonly WaitingRow[],
): GroupOpening => ({
  opening: opening === undefined ? null : { ...presentTexts(opening), version: opening.version },
  requests: requests.map(({ created_at, ...request }) => ({
    ...request,
    asked_at: iso(created_at),
  })),
})

const presentRequest = ({
  answer,
  created_at,
  answered_at,
  invite_id,
  ...request
}: OwnRow): JoinRequest => ({
  ...request,
  answer: shownAnswer(answer),
  asked_at: iso(created_at),
  invite_id: answer === 'accepted' ? invite_id : null,
  again_at: answer === 'declined' && answered_at !== null ? iso(answered_at + ASK_AGAIN_MS) : null,
})

/** Withdrawn requests are never shown. */
const shownAnswer = (answer: OwnRow['answer']): JoinAnswer =>
  answer === 'withdrawn' ? 'closed' : answer

type WaitingRow = Awaited<ReturnType<typeof listWaiting>>[number]

type OwnRow = Awaited<ReturnType<typeof listOwn>>[number]

type ListedRow = NonNullable<Awaited<ReturnType<typeof findAskable>>>
