import type { ContentId } from '#contract/ids.ts'
import type { Registration } from '#contract/registration.ts'
import { updateRegistrations } from '#server/modules/registration/seatRepository.ts'
import { addEvent, DAY } from '../fixtures/contents.ts'
import { deliveredMail } from './mailbox.ts'
import { newTokens, type TestServer, type TestUser } from './testServer.ts'

type Who = Pick<TestUser, 'id'> | null
type SignUpBody = {
  answers?: string[]
  questions?: string[]
  may_wait?: boolean
  time_zone?: string
  companions?: string[]
}

/** The calls of the registration for events, as the site makes them. */
export function registrationsOf(server: TestServer) {
  /** Header of a new session, because tests pass days. */
  const authOf = async (who: Who) =>
    who &&
    (await newTokens(server.app, server.deps, { ...who, username: '', token_version: 0 })).auth
  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    who: Who,
    path: string,
    payload?: object,
  ) => server.send(method, `/api/contents/registration/${path}`, (await authOf(who)) ?? {}, payload)
  const signUp = (who: Who, event: ContentId, body: SignUpBody = {}) =>
    call('POST', who, String(event), { answers: [], may_wait: true, ...body })
  const read = async (who: Who, event: ContentId): Promise<Registration> =>
    (await call('GET', who, String(event))).json()

  return {
    signUp,
    read,
    confirm: (who: Who, event: ContentId) => call('POST', who, `${event}/confirm/`),
    cancel: (who: Who, event: ContentId) => call('DELETE', who, String(event)),
    giveBack: (who: Who, event: ContentId, companions: string[], index = 0) =>
      call('POST', who, `${event}/companions/`, { companions, index }),
    /** State and place on the waiting list. */
    async mine(who: Who, event: ContentId) {
      const { mine } = await read(who, event)
      return mine && (mine.place === null ? mine.state : `${mine.state} ${mine.place}`)
    },
    /** Adds an event in two weeks, by default. */
    event: (over: Parameters<typeof addEvent>[1] = {}) =>
      addEvent(server, {
        title: 'A long evening',
        starts_at: server.deps.clock() + 14 * DAY,
        seats: 1,
        waiting_max: 10,
        confirm_hours: 24,
        ...over,
      }),
    /** Does the work of the server's background job. */
    update: () => updateRegistrations(server.deps),
    /** Kind and recipient of all mails so far, oldest first. */
    mailed: async () =>
      (await deliveredMail(server)).map(
        ({ kind, to }) => `${kind.replace('registration-', '')} ${to.split('@')[0]}`,
      ),
  }
}
