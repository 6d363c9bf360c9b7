import { join } from 'node:path'
import { generate } from 'otplib'
import { PNG } from '../../test/helpers/fixtures/deskRows.ts'
import { entryForm } from '../../test/helpers/fixtures/glossary.ts'
import { orderDetails } from '../../test/helpers/fixtures/orderDetails.ts'
import { PASSWORD } from '../../test/helpers/server/accounts.ts'
import { eventually } from '../../test/helpers/server/faults.ts'
import { readMails } from '../../test/helpers/server/mailbox.ts'
import type { Login } from '../../test/helpers/server/upgrades.ts'
import type { Serving } from './serving.ts'

const DAY_MS = 24 * 3_600_000
const TIME_ZONE = 'Europe/Vienna'
const WHERE = { place: 'Graz', link: '', notes: 'Bring dice.' }

type Named = { readonly id: number; readonly name: string }
type Row = Record<string, never> & Named
/** Sends a request of one member. @throws when the server refuses it */
export type Caller = <T = Row>(method: string, path: string, body?: object) => Promise<T>

const emailOf = (username: string): string => `${username.toLowerCase()}@example.org`

export type Account = Omit<Login, 'refresh'>
type Session = { readonly call: Caller; readonly refresh: string }

/** Uses up a recovery code of the account, if it has any. @throws when the server refuses the login */
export async function logIn(
  server: Serving,
  { email, password, codes }: Account,
): Promise<Session> {
  const body = { email, password, ...(codes && { code: codes.pop() }) }
  const tokens = await sent<Omit<Session, 'call'> & { access: string }>(
    server,
    'POST',
    '/users/login/',
    body,
  )
  const { access, refresh } = tokens
  const call: Caller = (method, path, content) =>
    sent(server, method, path, content, { authorization: `Bearer ${access}` })
  return { call, refresh }
}

async function sent<T>(
  { call }: Serving,
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const reply = await call(method, path, body, headers)
  if (reply.status >= 300)
    throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body as T
}

async function signUp(server: Serving, username: string): Promise<Account> {
  const account = { email: emailOf(username), username, password: PASSWORD }
  await sent(server, 'POST', '/users/register/', account)
  const mails = await eventually(
    () => readMails(join(server.dataDir, 'mail')),
    (all) => all.some(({ to }) => to === account.email),
  )
  const request_id = mails.findLast(({ to }) => to === account.email)?.secret
  await sent(server, 'POST', '/discordia/verify-activate-user/', { request_id })
  return { email: account.email, password: PASSWORD }
}

/**
 * Adds what the demonstration does not have: accounts by registration, and what members write.
 * @returns the accounts
 */
export async function act(server: Serving): Promise<Account[]> {
  const [brida, anselm] = [await signUp(server, 'Brida'), await signUp(server, 'Anselm')]
  const { call: owner } = await logIn(server, brida)
  const { call: member } = await logIn(server, anselm)
  const group = await meet(owner, member)
  await settle(owner)
  await write(owner)
  await sent(server, 'GET', '/visits/log-visit/')
  const { offers } = server
  if (offers('PUT /rpggroups/page/:id')) await describe(owner, group)
  if (offers('POST /rpggroups/plan/:id/sessions/')) await plan(owner, member, group)
  if (offers('POST /contents/registration/:id')) await takeSeat(owner)
  if (offers('POST /users/calendar/')) await owner('POST', '/users/calendar/', { name: 'Phone' })
  if (!offers('POST /users/security/step-up/')) return [brida, anselm]
  return [brida, { ...anselm, codes: await addSecondStep(server, anselm) }]
}

/** A group of two with an open invite, and another one whose invite is rejected with a mute. */
async function meet(owner: Caller, member: Caller): Promise<number> {
  for (const name of ['Lanterns of Graz', 'Sparks'])
    await owner('POST', '/rpggroups/create/', { name })
  const groups = await owner<Named[]>('GET', '/rpggroups/list')
  const idOf = (name: string) => groups.find((one) => one.name === name)?.id ?? 0
  const [lanterns, sparks] = [idOf('Lanterns of Graz'), idOf('Sparks')]
  const invites = () => member<Named[]>('GET', '/rpggroups/list/invites')
  await owner('POST', `/rpggroups/invite/${lanterns}`, { username: 'Anselm' })
  await member('GET', `/rpggroups/accept/${(await invites())[0]?.id}`)
  await owner('POST', `/rpggroups/invite/${lanterns}`, { username: 'mira' })
  await owner('POST', `/rpggroups/invite/${sparks}`, { username: 'Anselm' })
  await member('POST', `/rpggroups/reject/${(await invites())[0]?.id}`, { mute_level: '1m' })
  return lanterns
}

async function settle(owner: Caller): Promise<void> {
  await owner('PUT', '/users/preferences/', { email_notifications: false })
  await owner('POST', '/users/order-details/', orderDetails())
  const wish = { new_name: 'Brida of Graz', reason: 'So that all know me.' }
  await owner('POST', '/users/name-change-request/-', wish)
}

async function write(owner: Caller): Promise<void> {
  const { results } = await owner<{ results: Named[] }>('GET', '/glossary/entry-types/')
  const image = new Blob([PNG], { type: 'image/png' })
  const form = entryForm({ title: 'The Ember Gate', entry_type: results[0]?.id ?? 0 }, image)
  const { id } = await owner('POST', '/glossary/user-entries/', form)
  const section = {
    title: 'Who keeps it',
    content: 'Two sisters.\nNobody else.',
    glossary_entry: id,
  }
  await owner('POST', `/glossary/entries/${id}/sub-entries/`, { sub_entries: [section] })
}

async function describe(owner: Caller, group: number): Promise<void> {
  const texts = { purpose: 'We play by lantern light.', note: 'Bring oil.', talk_url: null }
  // The crest was part of the page until version 0.6.0.
  await owner('PUT', `/rpggroups/page/${group}`, { ...texts, version: 0, crest: null })
  await owner('POST', `/rpggroups/links/${group}`, { days: 30, uses: 5 })
}

async function plan(owner: Caller, member: Caller, group: number): Promise<void> {
  const start = new Date()
  start.setUTCHours(18, 0, 0, 0)
  const period = (days: number) => {
    const at = start.getTime() + days * DAY_MS
    return {
      starts_at: new Date(at).toISOString(),
      ends_at: new Date(at + DAY_MS / 8).toISOString(),
    }
  }
  const repeats = { unit: 'week', every: 1, count: 3 }
  const session = { title: 'Into the mine', time_zone: TIME_ZONE, ...period(5), ...WHERE, repeats }
  await owner('POST', `/rpggroups/plan/${group}/sessions/`, session)
  const poll = { title: 'Which evening?', notes: '', time_zone: TIME_ZONE }
  const options = [period(9), period(10)]
  await owner('POST', `/rpggroups/plan/${group}/polls/`, { ...poll, options })
  type Plan = {
    readonly dates: readonly { readonly id: number; readonly starts_at: string }[]
    readonly polls: readonly { readonly id: number; readonly options: readonly Named[] }[]
  }
  const { dates, polls } = await member<Plan>('GET', `/rpggroups/plan/${group}`)
  const [date] = dates
  const coming = { starts_at: date?.starts_at, time_zone: TIME_ZONE, answer: 'coming' }
  await member('POST', `/rpggroups/dates/${date?.id}/answer/`, coming)
  const answers = polls[0]?.options.map(({ id }) => ({ option_id: id, answer: 'maybe' }))
  for (const caller of [owner, member])
    await caller('PUT', `/rpggroups/polls/${polls[0]?.id}`, { time_zone: TIME_ZONE, answers })
}

/** Takes a seat at the first event with seats, and fills in its questions. */
async function takeSeat(owner: Caller): Promise<void> {
  const events = await owner<Row[]>('GET', '/contents/activeEvents')
  for (const { id } of events) {
    const path = `/contents/registration/${id}`
    const state = await owner<{ questions?: object[] }>('GET', path).catch(() => null)
    if (state === null) continue
    const answers = (state.questions ?? []).map(() => 'A lantern')
    await owner('POST', path, { answers, may_wait: true })
    return
  }
  throw new Error('The demonstration has no event with seats.')
}

/** @returns the codes that log in once each */
async function addSecondStep(server: Serving, { email, password }: Account): Promise<string[]> {
  const tokens = await sent<{ access: string }>(server, 'POST', '/users/login/', {
    email,
    password,
  })
  const bearer = { authorization: `Bearer ${tokens.access}` }
  const call = <T>(path: string, body: object, headers = {}) =>
    sent<T>(server, 'POST', `/users/security/${path}`, body, { ...bearer, ...headers })
  const stepUp = await call<{ token: string }>('step-up/', { password })
  const sensitive = { 'x-step-up': stepUp.token }
  const { secret } = await call<{ secret: string }>('second-factor/start/', {}, sensitive)
  const code = await generate({ secret })
  return (await call<{ codes: string[] }>('second-factor/confirm/', { code }, sensitive)).codes
}
