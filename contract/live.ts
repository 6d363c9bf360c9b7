import Type from 'typebox'
import { type CallTable, memberCall } from './route.ts'
import { fileResponse, refused } from './shapes.ts'

/**
 * Longest duration in seconds that a caller may request for a stream; without `wait` it lasts as long as the access
 * token.
 */
export const LIVE_WAIT_MAX = 600

/**
 * Events of a stream besides those of `LIVE_KINDS`. beat: nothing has changed; reset: changes may have been missed;
 * expired: the access token has expired, the caller opens another stream with the next one
 */
export const STREAM_EVENTS = ['beat', 'reset', 'expired'] as const

/** An addition: announced by `live` in `features` of the profile (behaviour 12.2). */
export const liveCalls = {
  followChanges: memberCall('GET', '/users/live/', {
    summary:
      'Changes that concern the caller, as server-sent events: `event` is what has changed, `data` is ' +
      '`{"subject": id}` or `{"subject": null}`. `Last-Event-ID` continues an earlier stream',
    querystring: Type.Object({
      /** Seconds until the stream ends; 0: only the changes that the caller has missed. */
      wait: Type.Optional(Type.Integer({ minimum: 0, maximum: LIVE_WAIT_MAX })),
    }),
    response: { 200: fileResponse('A stream of events', 'text/event-stream'), ...refused(503) },
  }),
} as const satisfies CallTable
