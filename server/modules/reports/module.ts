import type { FastifyRequest } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { MemberId } from '#contract/ids.ts'
import { EVENT_CALLS, reportCalls, WRITING_CALLS } from '#contract/reports.ts'
import type { RestrictionKind } from '#contract/sets.ts'
import { DAY_MS } from '../../config/time.ts'
import { checkBefore, routeOfCall } from '../../http/callChecks.ts'
import { type App, type Deps, limited, scope } from '../../http/deps.ts'
import { errors, refusal } from '../../http/errors.ts'
import { languageOf } from '../../http/requestLanguage.ts'
import { usernameKey } from '../../text/keys.ts'
import { contactOf } from '../../text/kit.ts'
import { dayInMail } from '../../text/time.ts'
import {
  type Call,
  type CallRead,
  changing,
  reading,
  routesOn,
  type WorkOf,
} from '../../work/work.ts'
import type { assertSuperuser, Connections, closing, reopening } from '../account/deskRoutes.ts'
import { findUserIdByName, lockUser } from '../account/repository.ts'
import { keptUntil } from '../account/restrictionRepository.ts'
import type { Module } from '../face.ts'
import type { Things } from './acts.ts'
import { appealPagesRoutes } from './appealPages.ts'
import { reportsDeskRoutes } from './deskRoutes.ts'
import { reportMails } from './mails.ts'
import {
  countOpen,
  deleteOldCases,
  hasReported,
  insertReport,
  isVisible,
  joinCase,
  reportsData,
  waits,
} from './repository.ts'

/** Open cases of one reporter. */
const OPEN_REPORTS_MAX = 20
const OPEN_LETTERS_MAX = 5

type Needs = Connections & {
  readonly entryThings: Pick<Things, 'entry' | 'picture'>
  readonly groupThings: Pick<Things, 'comment' | 'recap' | 'group' | 'opening'>
  readonly nameThing: Things['name']
  readonly assertSuperuser: typeof assertSuperuser
  readonly closing: typeof closing
  readonly reopening: typeof reopening
}

export const reports = {
  make({ entryThings, groupThings, nameThing, assertSuperuser, ...needs }: Needs): Module {
    const things = { ...entryThings, ...groupThings, name: nameThing }
    const acts = {
      ...{ things, assertSuperuser },
      ...{ closeAccount: needs.closing(needs), reopenAccount: needs.reopening(needs) },
    }
    return {
      site: (deps) => ({
        decorate: (app) => keepRestricted(app, deps),
        async open(open) {
          await open.register(scope('appeals', async (pages) => appealPagesRoutes(pages, deps)))
        },
        member(member) {
          const route = routesOn(member, deps, reportCalls)
          route('report', report(things), limited(30, 60))
          route('writeToTeam', writeToTeam, limited(10, 60))
        },
        features: ['reports'],
      }),
      desk: (desk, deps) => reportsDeskRoutes(desk, deps, acts),
      mails: reportMails.writers,
      expiries: { reportCases: { expire: deleteOldCases, keptMs: 365 * DAY_MS } },
      personalData: reportsData,
      queues: () => ({
        reports: { table: 'report_cases', since: 'created_at', waits, visible: isVisible },
      }),
    }
  },
}

type Sent<Name extends keyof typeof reportCalls> = Call<(typeof reportCalls)[Name]>

const report =
  (things: Things) =>
  async (w: CallRead, { body, memberId: reader }: Sent<'report'>) => {
    const { kind, reason, line } = body
    const author = (await findUserIdByName(w, usernameKey(body.name ?? ''))) ?? (0 as MemberId)
    const asked = { id: body.id ?? 0, author, reader }
    const seen = await things[kind].find(w, asked)
    if (seen === undefined) throw errors.notFound()
    const { id: subject_id, author: user_id, title, text, picture = null } = seen
    if (user_id === reader) throw refusal(400, 'own_thing')
    const thing = { kind, subject_id, user_id, title, text, picture }
    return send(w, { thing, reason, line: line.trim() }, reader)
  }

const writeToTeam = (w: CallRead, { body, memberId }: Sent<'writeToTeam'>) => {
  const text = body.text.trim().replace(/\r\n?/g, '\n')
  const letter = { kind: 'letter', subject_id: null, user_id: null, title: '', text, picture: null }
  return send(w, { thing: { ...letter, kind: 'letter' }, reason: 'other', line: '' }, memberId)
}

type New = Pick<Parameters<typeof insertReport>[1], 'reason' | 'line'> & {
  readonly thing: Parameters<typeof joinCase>[1]
}

/** The response is the same for members whom the team does not take seriously. */
const send = (w: CallRead, { thing, reason, line }: New, reporter_id: Call<object>['memberId']) =>
  changing(w, async (w: WorkOf<CallRead>) => {
    // Reports of one member wait for each other.
    const me = await lockUser(w, reporter_id)
    const isLetter = thing.kind === 'letter'
    const isShown = isLetter || me?.distrusted_at == null
    if (!isLetter && (await hasReported(w, { reporter: reporter_id, isShown }, thing)))
      throw refusal(409, 'reported_already')
    const limit = isLetter ? OPEN_LETTERS_MAX : OPEN_REPORTS_MAX
    if ((await countOpen(w, reporter_id, isLetter)) >= limit)
      throw refusal(409, 'too_many_reports', { limit })
    const { id: case_id } = await joinCase(w, thing)
    await insertReport(w, { case_id, reporter_id, reason, line, is_unseen: isShown ? 0 : 1 })
    return {}
  })

type Kept = { readonly kind: RestrictionKind; readonly fields: readonly string[] }

const keptCalls = (names: readonly string[], kind: RestrictionKind) =>
  names.map((name): [string, Kept] => {
    const [call, ...fields] = name.split('.')
    const row = calls.find((one) => one.name === call)
    if (row === undefined) throw new Error(`No call ${name}`)
    return [routeOfCall(row), { kind, fields }]
  })
const KEPT = Map.groupBy(
  [...keptCalls(WRITING_CALLS, 'writing'), ...keptCalls(EVENT_CALLS, 'events')],
  ([route]) => route,
)

/** Refuses calls of members whom staff keep from writing or from events. Runs before all routes. */
function keepRestricted(app: App, deps: Deps): void {
  checkBefore(app, (route) => {
    const kept = KEPT.get(route)
    return (
      kept &&
      (async (request) => {
        for (const [, { kind, fields }] of kept)
          if (fields.length === 0 || fields.some((field) => hasText(request.body, field)))
            await assertFree(deps, request, kind)
      })
    )
  })
}

const hasText = (body: unknown, field: string): boolean =>
  String(new Map(Object.entries(body ?? {})).get(field) ?? '').trim() !== ''

async function assertFree(deps: Deps, request: FastifyRequest, kind: RestrictionKind) {
  const until = await keptUntil(reading(deps), request.memberId, kind)
  if (until === undefined) return
  const date = dayInMail(until, { zone: 'UTC', now: deps.clock(), language: languageOf(request) })
  const sentence = kind === 'writing' ? 'kept_from_writing' : 'kept_from_events'
  throw refusal(403, sentence, { date, contact: contactOf(deps) })
}
