import { liveCalls } from '#contract/live.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { type Call, type CallRead, type Reply, routesOn } from '../../work/work.ts'
import type { Module } from '../face.ts'
import { deleteOldLiveEvents } from './repository.ts'
import { KEPT_MS, LIVE_BEAT_SECONDS, makeStreams, measureStreams } from './streams.ts'

export const live = {
  make: (): Module => ({
    site: (deps) => ({
      decorate(app) {
        app.decorate('liveStreams', makeStreams(deps, app.log))
        measureStreams(app.metrics, app.liveStreams)
      },
      member: (member) => liveRoutes(member, deps),
      features: ['live'],
    }),
    expiries: { liveEvents: { expire: deleteOldLiveEvents, keptMs: KEPT_MS } },
  }),
}

type Schema = (typeof liveCalls)['followChanges']

/** Streams that a member may open in a minute: tabs that appear and disappear. */
const OPENED_MAX = 120

/** The stream of changes of the caller. */
function liveRoutes(member: App, deps: Deps): void {
  const route = routesOn(member, deps, liveCalls)
  route('followChanges', followChanges, { ...limited(OPENED_MAX, 1), lasts: true })
  // Streams must not delay a stop.
  member.addHook('preClose', async () => member.liveStreams.close())
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Keeps nginx from buffering the events.
  'x-accel-buffering': 'no',
  // A stop need not wait for further requests: nothing follows the stream.
  connection: 'close',
} as const

async function followChanges(_w: CallRead, request: Call<Schema>, reply: Reply<Schema>) {
  const { server, method, headers, query, log } = request
  if (server.liveStreams.isFull()) throw errors.busy(LIVE_BEAT_SECONDS)
  void reply.headers(HEADERS)
  if (method === 'HEAD') return reply.send('')
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, reply.getHeaders() as Record<string, string>)
  raw.flushHeaders()
  const stream = server.liveStreams.open({
    member: request.memberId,
    session: request.sessionFamily,
    endsAt: request.tokenExpiresAt,
    outlet: raw,
  })
  raw.once('close', stream.forget)
  try {
    const lastEventId = headers['last-event-id']
    await stream.begin(typeof lastEventId === 'string' ? lastEventId : undefined)
    if (query.wait !== undefined) endAfter(query.wait, stream.end)
  } catch (error) {
    // The status was sent already: the client gets the failure when it retries.
    log.warn({ err: error }, 'a stream could not begin')
    stream.forget()
    raw.destroy()
  }
  return reply
}

function endAfter(seconds: number, end: () => void): void {
  if (seconds === 0) end()
  else setTimeout(end, seconds * 1000).unref()
}
