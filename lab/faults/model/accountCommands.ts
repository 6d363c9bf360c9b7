import fc from 'fast-check'
import { orderDetails } from '../../../test/helpers/fixtures/orderDetails.ts'
import { desk, site as siteCall } from '../../../test/helpers/races/stage.ts'
import { PASSWORD } from '../../../test/helpers/server/accounts.ts'
import { deliveredMail } from '../../../test/helpers/server/mailbox.ts'
import { type AnyCommand, command, NO_ID, someone, who } from './command.ts'
import {
  activate,
  approveName,
  askForName,
  DAY_MS,
  isLive,
  type Model,
  newSession,
  refresh,
  refreshed,
  refuseName,
  register,
  type Session,
  withdrawName,
} from './people.ts'
import { newPerson, type Site } from './site.ts'

type Tokens = { readonly access: string; readonly refresh: string }

/** Taken, new and former names. */
const name = fc.constantFrom('Anna', 'ANNA', 'Bert', 'Eva', 'Falk', 'falk', 'Gus')
const anybody = fc.record({ who })

const open = (site: Site, path: string, body: object) =>
  site.send(siteCall(null, 'POST', path, body))

async function renew(model: Model, site: Site, session: Session, isOld: boolean): Promise<void> {
  const sent = isOld ? session.used?.token : session.refresh
  if (sent === undefined) return
  const status = refresh(model, session, isOld)
  const answer = await open(site, '/users/login/refresh/', { refresh: sent })
  expect(answer.status).toBe(status)
  if (status !== 200) return
  refreshed(model, session, sent, isOld)
  Object.assign(session, answer.body as Tokens)
}

export const ACCOUNT_COMMANDS: readonly AnyCommand[] = [
  command(
    'register',
    'profiles',
    fc.record({ name, email: fc.constantFrom('eva', 'falk', 'gus', 'anna') }),
    async (model, site, args) => {
      const email = `${args.email}@example.org`
      const body = { username: args.name, email, password: PASSWORD }
      const answer = await open(site, '/users/register/', body)
      const status = register(model, args.name, email)
      expect(answer.status).toBe(status)
      if (status !== 201) return
      const mails = await deliveredMail(site.server)
      const link = mails.findLast(({ to, secret }) => to === email && secret !== '')?.secret ?? ''
      const { id } = await site.server.deps.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      model.people.push({ ...newPerson(args.name, email), id, link })
    },
  ),
  command('activate', 'profiles', anybody, async (model, site, args) => {
    const person = someone(model, args.who)
    const hasLink = person.link !== ''
    const body = { request_id: hasLink ? person.link : 'none' }
    const answer = await open(site, '/discordia/verify-activate-user/', body)
    expect(answer.status).toBe(hasLink ? activate(person) : 404)
  }),
  // More frequent than logging out, because logged-out people can do little.
  ...Array.from({ length: 4 }, () =>
    command(
      'log in',
      'profiles',
      fc.record({ who, isRight: fc.constantFrom(true, true, true, false) }),
      async (model, site, args) => {
        const person = someone(model, args.who)
        const password = args.isRight ? PASSWORD : 'Wrong-Apple-412'
        const answer = await open(site, '/users/login/', { email: person.email, password })
        const isLet = person.isActive && args.isRight
        expect(answer.status).toBe(isLet ? 200 : 401)
        if (isLet) person.session = newSession(model, answer.body as Tokens)
      },
    ),
  ),
  command('refresh', 'profiles', anybody, async (model, site, args) => {
    const { session } = someone(model, args.who)
    if (session !== null) await renew(model, site, session, false)
  }),
  command('refresh with the token before', 'profiles', anybody, async (model, site, args) => {
    const { session } = someone(model, args.who)
    if (session !== null) await renew(model, site, session, true)
  }),
  command('log out', 'profiles', anybody, async (model, site, args) => {
    const { session } = someone(model, args.who)
    const body = { refresh: session?.refresh ?? 'none' }
    expect((await open(site, '/users/logout/', body)).status).toBe(200)
    if (session !== null) session.hasEnded = true
  }),
  command(
    'time passes, and everybody refreshes',
    'groups',
    // The longest is longer than a short mute.
    fc.record({
      ms: fc.constantFrom(9_000, 11_000, DAY_MS / 24, 10 * DAY_MS, 15 * DAY_MS, 15 * DAY_MS),
    }),
    async (model, site, { ms }) => {
      site.server.passTime(ms)
      model.now += ms
      // Extends sessions of the desk, which the model does not have.
      await site.server.deps.db
        .updateTable('desk_sessions')
        .set((is) => ({ expires_at: is('expires_at', '+', ms) }))
        .execute()
      for (const { session } of model.people)
        if (session !== null) await renew(model, site, session, false)
    },
  ),
]

export const PROFILE_COMMANDS: readonly AnyCommand[] = [
  command('ask for a name', 'profiles', fc.record({ who, name }), async (model, site, args) => {
    const person = someone(model, args.who)
    const body = { new_name: args.name, reason: 'I like it' }
    const answer = await site.as(person, 'POST', '/users/name-change-request/-', body)
    const status = askForName(model, person, args.name)
    expect(answer.status).toBe(status)
    if (status === 201) person.wish = answer.body as NonNullable<typeof person.wish>
    if (status === 201) expect(person.wish).toMatchObject(body)
  }),
  command(
    'withdraw a name',
    'profiles',
    fc.record({ who, whose: who }),
    async (model, site, args) => {
      const person = someone(model, args.who)
      const owner = someone(model, args.whose)
      const id = owner.wish?.id ?? NO_ID
      const answer = await site.as(person, 'DELETE', `/users/name-change-request/${id}`)
      const status = withdrawName(model, person, owner === person)
      expect(answer.status).toBe(status)
      if (status === 200) expect(answer.body).toEqual([])
    },
  ),
  command(
    'decide about a name',
    'profiles',
    fc.record({ who, isApproved: fc.constantFrom(true, true, false) }),
    async (model, site, args) => {
      const person = someone(model, args.who)
      // The request may have been withdrawn or decided.
      if (person.wish === null) return
      const call = args.isApproved ? 'approve' : 'refuse'
      const body = args.isApproved ? {} : { reason: 'Too short' }
      const path = `/name-changes/${person.wish.id}/${call}`
      const answer = await site.send(desk(site.ada, 'POST', path, body))
      expect(answer.status).toBe(args.isApproved ? approveName(model, person) : refuseName(person))
    },
  ),
  command(
    'save order details',
    'profiles',
    fc.record({ who, city: fc.constantFrom('Wien', 'Graz'), country: fc.constantFrom('AT', 'ZZ') }),
    async (model, site, args) => {
      const person = someone(model, args.who)
      const details = orderDetails({ city: args.city, country_key: args.country })
      const answer = await site.as(person, 'POST', '/users/order-details/', details)
      const isKnown = args.country === 'AT'
      expect(answer.status).toBe(isLive(model, person) ? (isKnown ? 200 : 400) : 401)
      if (isLive(model, person) && isKnown) person.details = details
    },
  ),
  command(
    'save preferences',
    'profiles',
    fc.record({ who, isOn: fc.boolean() }),
    async (model, site, args) => {
      const person = someone(model, args.who)
      const body = { email_notifications: args.isOn }
      const answer = await site.as(person, 'PUT', '/users/preferences/', body)
      expect(answer.status).toBe(isLive(model, person) ? 200 : 401)
      if (isLive(model, person)) person.mails = args.isOn
    },
  ),
]
