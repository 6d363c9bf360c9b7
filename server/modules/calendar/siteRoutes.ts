import { calendarCalls, FEEDS_MAX, type Feed } from '#contract/calendar.ts'
import type { Read } from '../../db/schema.ts'
import { clientOf } from '../../http/client.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors, refusal } from '../../http/errors.ts'
import { limited } from '../../http/serve.ts'
import { secretText, sha256 } from '../../text/secrets.ts'
import { iso } from '../../text/time.ts'
import { type Call, routesOn } from '../../work/calls.ts'
import { changing } from '../../work/work.ts'
import { lockCaller } from '../account/sessions/caller.ts'
import { deleteFeed, type FeedRow, insertFeed, listFeeds } from './repository.ts'
import type { Sources } from './sources.ts'
import { readUpcoming } from './upcoming.ts'

type Sent<Name extends keyof typeof calendarCalls> = Call<(typeof calendarCalls)[Name]>
type CalendarDeps = Deps & { readonly sources: Sources }

/** Calendar feeds of the caller, and the list "Coming up". */
export function calendarModule(member: App, deps: Deps, sources: Sources): void {
  const route = routesOn(member, { ...deps, sources }, calendarCalls)
  route('listFeeds', async ({ db }, { memberId }) =>
    (await listFeeds({ db }, memberId)).map(present),
  )
  route('createFeed', createFeed, limited(30, 60))
  route('revokeFeed', revokeFeed)
  route('getUpcoming', getUpcoming)
}

const present = ({ id, name, created_at, last_used_at }: FeedRow): Feed => ({
  id,
  name,
  created_at: iso(created_at),
  last_used_at: iso(last_used_at),
})

async function createFeed(w: CalendarDeps & Read, request: Sent<'createFeed'>) {
  const { memberId, body } = request
  const secret = secretText()
  const created = await changing(w, async (w) => {
    await lockCaller(w, request)
    const feeds = await listFeeds(w, memberId)
    if (feeds.length >= FEEDS_MAX) throw refusal(400, 'too_many_feeds', { limit: FEEDS_MAX })
    await w.sources.recordEvent(w, memberId, 'feed_added', clientOf(request))
    return insertFeed(w, {
      user_id: memberId,
      name: body.name.trim(),
      secret_hash: sha256(secret),
      created_at: w.now,
    })
  })
  return { ...present(created), url: `${w.settings.publicUrl}/api/calendar/${secret}.ics` }
}

const revokeFeed = (w: CalendarDeps & Read, request: Sent<'revokeFeed'>) =>
  changing(w, async (w) => {
    const { memberId, params } = request
    await lockCaller(w, request)
    if (!(await deleteFeed(w, memberId, params.id))) throw errors.notFound()
    await w.sources.recordEvent(w, memberId, 'feed_revoked', clientOf(request))
    return {}
  })

const getUpcoming = (w: CalendarDeps & Read, { memberId }: Sent<'getUpcoming'>) =>
  readUpcoming(w, w.sources, memberId)
