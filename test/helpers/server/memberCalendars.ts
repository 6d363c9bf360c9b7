import ICAL from 'ical.js'
import type { TestServer, TestUser } from './testServer.ts'

type Auth = Pick<TestUser, 'auth'>

/** The calls of the calendar of a member, as the site and calendar programs make them. */
export function calendarsOf(server: TestServer) {
  const make = ({ auth }: Auth, name = 'Phone') =>
    server.send('POST', '/api/users/calendar/', auth, { name })
  return {
    make,
    list: async ({ auth }: Auth) =>
      (await server.app.inject({ url: '/api/users/calendar/', headers: auth })).json(),
    revoke: ({ auth }: Auth, id: number) =>
      server.app.inject({ method: 'DELETE', url: `/api/users/calendar/${id}`, headers: auth }),
    /** Path of a new feed. */
    feedOf: async (who: Auth): Promise<string> => new URL((await make(who)).json().url).pathname,
    fetch: (path: string, headers: Record<string, string> = {}) =>
      server.app.inject({ url: path, headers }),
    upcoming: async ({ auth }: Auth) =>
      (await server.app.inject({ url: '/api/users/next/', headers: auth })).json(),
  }
}

/** The events of a calendar file as ical.js reads them. */
export const eventsIn = (file: string) =>
  new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent').map((one) => {
    const event = new ICAL.Event(one)
    return {
      uid: event.uid,
      sequence: event.sequence,
      summary: event.summary,
      location: event.location,
      start: event.startDate.toJSDate().getTime(),
      end: event.endDate.toJSDate().getTime(),
      status: String(one.getFirstPropertyValue('status')),
      isFree: String(one.getFirstPropertyValue('transp')) === 'TRANSPARENT',
    }
  })
