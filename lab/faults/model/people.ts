import { OLD_NAME_DAYS } from '../../../contract/desk.ts'
import type { MemberId } from '../../../contract/ids.ts'
import type { OrderDetails } from '../../../contract/profile.ts'
import type { DeskCaller } from '../../../test/helpers/server/startDesk.ts'

/*
 * The reference model of docs/behaviour and docs/rulings.md, in plain objects. A function makes a call and returns the
 * status of its response.
 */

const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const DAY_MS = 24 * 60 * MINUTE_MS
/** docs/security.md, "End of a session". */
const ACCESS_MS = 10 * MINUTE_MS
const UNUSED_MS = 30 * DAY_MS
const SESSION_MS = 90 * DAY_MS
const GRACE_MS = 10 * SECOND_MS

export type Session = {
  access: string
  accessEnds: number
  refresh: string
  refreshEnds: number
  readonly startedAt: number
  /** The previous refresh token, and the time of its first use. */
  used: { readonly token: string; readonly at: number } | null
  hasEnded: boolean
}
export type Person = {
  /** Constant key, because the name can change. */
  readonly key: string
  id: MemberId
  readonly email: string
  username: string
  isActive: boolean
  /** Secret of the activation mail. */
  link: string
  session: Session | null
  wish: { readonly id: number; readonly new_name: string; readonly reason: string } | null
  details: OrderDetails | null
  mails: boolean
}
export type Model = {
  now: number
  readonly people: Person[]
  /** Former names, which others cannot take for a while. */
  readonly kept: { readonly name: string; readonly of: Person; readonly until: number }[]
  groups: Group[]
  mutes: Mute[]
  entries: Entry[]
}
export type Group = {
  readonly id: number
  readonly name: string
  owner: Person
  members: { readonly person: Person; readonly since: number }[]
  invites: Invite[]
}
export type Invite = { readonly id: number; readonly target: Person; readonly by: Person }
export type Mute = { id: number; readonly of: Person; readonly muted: Person; until: number }
export type Entry = {
  readonly id: number
  readonly author: Person
  title: string
  state: 'pending' | 'approved' | 'rejected'
  sections: { readonly title: string; readonly content: string }[]
  claim: { readonly by: DeskCaller; readonly until: number } | null
  decidedAt: number
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

export const isLive = (model: Model, { session }: Person): boolean =>
  session !== null && !session.hasEnded && model.now < session.accessEnds

/** Session of a new login. */
export const newSession = (model: Model, tokens: { access: string; refresh: string }): Session => ({
  ...tokens,
  ...ends(model, model.now),
  startedAt: model.now,
  used: null,
  hasEnded: false,
})

const ends = ({ now }: Model, startedAt: number) => ({
  accessEnds: Math.min(now + ACCESS_MS, startedAt + SESSION_MS),
  refreshEnds: Math.min(now + UNUSED_MS, startedAt + SESSION_MS),
})

/** Whether the name is free for the person, or for a new member. */
function isFree(model: Model, name: string, person?: Person): boolean {
  const isTaken = model.people.some((one) => one !== person && same(one.username, name))
  const isKept = model.kept.some(
    (old) => old.of !== person && same(old.name, name) && old.until > model.now,
  )
  return !isTaken && !isKept
}

export function register(model: Model, username: string, email: string): number {
  if (!isFree(model, username)) return 400
  return model.people.some((one) => one.email === email) ? 400 : 201
}

/** 202 if activated, 226 if the link was used before. */
export function activate(person: Person): number {
  if (person.isActive) return 226
  person.isActive = true
  return 202
}

/** Status of a refresh; reuse of an old token ends the session (docs/security.md; ruling 48). */
export function refresh(model: Model, session: Session, isOld: boolean): number {
  if (session.hasEnded) return 401
  if (isOld) {
    if (session.used !== null && model.now - session.used.at < GRACE_MS) return 200
    session.hasEnded = true
    return 401
  }
  return model.now < session.refreshEnds ? 200 : 401
}

export function refreshed(model: Model, session: Session, sent: string, isOld: boolean): void {
  if (!isOld) session.used = { token: sent, at: model.now }
  Object.assign(session, ends(model, session.startedAt))
}

export function askForName(model: Model, person: Person, name: string): number {
  if (!isLive(model, person)) return 401
  if (person.wish !== null) return 400
  return name !== person.username && isFree(model, name, person) ? 201 : 400
}

export function withdrawName(model: Model, person: Person, isOwn: boolean): number {
  if (!isLive(model, person)) return 401
  if (!isOwn || person.wish === null) return 404
  person.wish = null
  return 200
}

export function approveName(model: Model, person: Person): number {
  const { wish } = person
  if (wish === null || !isFree(model, wish.new_name, person)) return 409
  model.kept.push({
    name: person.username,
    of: person,
    until: model.now + OLD_NAME_DAYS * DAY_MS,
  })
  person.username = wish.new_name
  person.wish = null
  return 200
}

export function refuseName(person: Person): number {
  if (person.wish === null) return 409
  person.wish = null
  return 200
}
