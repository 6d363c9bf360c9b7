import { accountCalls } from '#contract/account.ts'
import { admissionCalls } from '#contract/admission.ts'
import { ACTIVATION_STATUS } from '#contract/errors.ts'
import type { MemberId } from '#contract/ids.ts'
import type { Feature } from '#contract/sets.ts'
import type { HasDb, Read } from '../../db/rows.ts'
import { clientOf } from '../../http/client.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { errors, refusal } from '../../http/errors.ts'
import { chosenLanguage } from '../../http/requestLanguage.ts'
import { printable } from '../../text/keys.ts'
import { sha256 } from '../../text/secrets.ts'
import { iso } from '../../text/time.ts'
import { type Call, type CallRead, changing, type Reply, routesOn } from '../../work/work.ts'
import { admit, conductVersion, type Invites } from './admission/admit.ts'
import {
  findSettings,
  hasAccepted,
  insertApplication,
  isWaiting,
  saveAcceptance,
} from './admission/repository.ts'
import {
  announceCalendarLinks,
  type CalendarLinks,
  endCalendarLinks,
} from './credentials/calendarLinks.ts'
import { assertFree } from './credentials/freeEmail.ts'
import { accountMails, askedIn, carriedInvite, notify } from './mails.ts'
import { nameToStore } from './names.ts'
import { assertStrongPassword, emailToStore, isOpen } from './policy.ts'
import {
  activateUser,
  findActiveUser,
  findLink,
  insertUser,
  lockUser,
  setPassword,
  spendLinks,
  type User,
} from './repository.ts'
import { LOGIN_REFUSALS, makeSecondStep } from './second-factor/secondStep.ts'
import { recordEvent } from './security-log/eventRepository.ts'
import { type Joining, noteLogin } from './sessions/loggedIn.ts'
import { networkDigest, saveNetwork } from './sessions/repository.ts'
import { shutOut } from './sessions/shutOut.ts'
import { type AccountDeps, makeSignIn } from './signIn.ts'
import { isActive } from './state.ts'
import type { Tokens } from './tokens.ts'

type Sent<Name extends keyof typeof accountCalls> = Call<(typeof accountCalls)[Name]>

type WithLinks = Deps & { readonly calendarLinks: CalendarLinks }
type Logging = WithLinks & Joining & { readonly invites: Invites }

/** Calls without a session: register, activate, log in, refresh, reset (behaviour 7.2). */
export function accountRoutes(open: App, deps: Logging, tokens: Tokens): void {
  const signIn = makeSignIn(open, deps, {
    name: 'login',
    mayEnter: (user): user is User => isActive(user),
    refusal: errors.noActiveAccount,
    awaitsApproval: (user) => isWaiting(deps, user.id),
  })
  const secondStep = makeSecondStep(open, deps, { name: 'login', ...LOGIN_REFUSALS })
  const accountDeps = { ...deps, signIn, secondStep, tokens }
  const route = routesOn(open, accountDeps, accountCalls)

  // A school class registers from one IP address.
  route('register', register, limited(60, 60))
  route('activateAccount', activateAccount, limited(120, 1))
  route('resendActivation', resendActivation, limited(60, 60))
  // Limit of all accounts together; `makeSignIn` limits the attempts at one account.
  route('login', logIn, limited(60, 1))
  route('refresh', refresh, limited(240, 1))
  route('logout', logOut, limited(240, 1))
  route('requestPasswordReset', requestPasswordReset, limited(60, 60))
  route('verifyPasswordReset', verifyPasswordReset, limited(120, 1))
  route('applyPasswordReset', applyPasswordReset, limited(60, 1))
  routesOn(
    open,
    deps,
    admissionCalls,
  )('getAdmission', async (w) => ({
    mode: (await findSettings(w)).mode,
    ...conductIn(w),
  }))
}

type Announcing = WithLinks & { readonly features: () => Promise<readonly Feature[]> }

/** @param deps with the additions that the profile announces */
export function accountMemberRoutes(member: App, deps: Announcing): void {
  const route = routesOn(member, deps, accountCalls)
  route('whoAmI', whoAmI)
  route('getProfile', getProfile)
  routesOn(member, deps, admissionCalls)('acceptConduct', acceptConduct)
}

type Registering = AccountDeps & { readonly invites: Invites }

async function register(w: Registering & Read, request: Sent<'register'>) {
  const { body } = request
  const user = {
    ...nameToStore(body.username),
    ...emailToStore(body.email),
    language: chosenLanguage(request),
  }
  const applicant = { ...user, secret: body.invite_secret }
  await admit(w, applicant, false)
  assertStrongPassword(body.password, 'password')
  await assertFree(w, user)
  const password_hash = await w.passwords.hash(body.password)
  await changing(w, async (w) => {
    const added = await insertUser(w, { ...user, password_hash, role: 'player', created_at: w.now })
    if (added === undefined) {
      await assertFree(w, user)
      throw errors.emailExists()
    }
    const { waits, by_team } = await admit(w, applicant, true)
    if (body.conduct !== undefined && body.conduct === conductIn(w).conduct)
      await saveAcceptance(w, added.id, body.conduct)
    // A link of the team leads no further than to the registration.
    const secret = by_team ? undefined : body.invite_secret
    const invite = carriedInvite(w.jwtSecret, user.email, secret)
    if (waits) {
      const line = printable(body.application ?? '')
        .replace(/\s+/g, ' ')
        .trim()
      await insertApplication(w, { user_id: added.id, line, ...invite })
    }
    w.mail(user.email, accountMails.of('activation', { user: added.id, ...invite }))
  })
  return { email: user.email }
}

async function logIn(
  w: AccountDeps & Joining & Read,
  request: Sent<'login'>,
  reply: Reply<(typeof accountCalls)['login']>,
) {
  const { signIn, secondStep, tokens } = w
  const verified = await signIn.verify(request, request.body)
  return secondStep.guard(request, verified, () =>
    changing(w, async (w) => {
      const user = await signIn.confirm(w, request, verified)
      await secondStep.pass(w, request, user, request.body.code)
      await noteLogin(w, { request, reply }, user)
      return tokens.issue(w, user, clientOf(request))
    }),
  )
}

async function refresh(w: AccountDeps & Read, request: Sent<'refresh'>) {
  const { body, log, ip } = request
  const { pair, reuseOf } = await w.tokens.rotate(body.refresh, clientOf(request))
  if (reuseOf !== null) w.security.report(log, 'token_reuse', { account: reuseOf, ip })
  if (pair === null) throw errors.tokenNotValid()
  return pair
}

async function logOut(w: AccountDeps & Read, { body }: Sent<'logout'>) {
  await w.tokens.end(body.refresh)
  return {}
}

async function whoAmI(w: CallRead, { memberId }: Sent<'whoAmI'>) {
  const { username } = await caller(w, memberId)
  return { username }
}

async function getProfile(w: Announcing & Read, { memberId }: Sent<'getProfile'>) {
  const { settings, features } = w
  const { username, email, role, deletion_due_at, first_visit_until } = await caller(w, memberId)
  const is_staff = role !== 'player'
  const desk = is_staff && settings.deskUrl && { desk_url: settings.deskUrl }
  const deletion = deletion_due_at !== null && { deletion_due_at: iso(deletion_due_at) }
  const visit = (first_visit_until ?? 0) > w.now && { is_first_visit: true }
  const links = await announceCalendarLinks(w, memberId)
  const conduct = await conductDue(w, memberId)
  const extras = { ...desk, ...deletion, ...visit, ...links, ...conduct }
  return { username, email, is_staff, features: [...(await features())], ...extras }
}

const conductIn = ({ kit }: Pick<Deps, 'kit'>) => {
  const conduct = conductVersion(kit.current())
  return conduct === undefined ? {} : { conduct }
}

/** The code of conduct that a member has yet to agree to. */
async function conductDue(w: Pick<Deps, 'kit'> & HasDb, member: MemberId) {
  const present = conductIn(w)
  const isDue = present.conduct !== undefined && !(await hasAccepted(w, member, present.conduct))
  return isDue ? present : {}
}

async function acceptConduct(
  w: Deps & Read,
  { body, memberId }: Call<(typeof admissionCalls)['acceptConduct']>,
) {
  const { conduct } = conductIn(w)
  // There is nothing to agree to any more.
  if (conduct === undefined) return {}
  if (body.version !== conduct) throw refusal(409, 'conduct_changed')
  await changing(w, (w) => saveAcceptance(w, memberId, body.version))
  return {}
}

async function caller(w: HasDb, id: MemberId) {
  const user = await findActiveUser(w, id)
  if (user === undefined) throw errors.tokenNotValid()
  return user
}

/* Handlers behind mailed links: activate an account, set a new password (behaviour 4.5, 4.6, 7.2). */

type ResetDeps = AccountDeps & { readonly calendarLinks: CalendarLinks }

async function activateAccount(
  w: AccountDeps & Read,
  { body }: Sent<'activateAccount'>,
  reply: Reply<(typeof accountCalls)['activateAccount']>,
) {
  const link = await findLink(w, 'activation', sha256(body.request_id))
  if (link === undefined) throw refusal(404, 'activation_not_found')
  const activated = await changing(w, async (w) => {
    await lockUser(w, link.user_id)
    await spendLinks(w, link.user_id, 'activation')
    return {
      activated: await activateUser(w, link.user_id),
      waits: await isWaiting(w, link.user_id),
    }
  })
  const { activated: done, alreadyUsed } = ACTIVATION_STATUS
  return reply
    .status(activated.activated ? done : alreadyUsed)
    .send(activated.waits ? { awaits_approval: true } : {})
}

/* A mail is enqueued for every e-mail address, so that the response does not reveal which have an account. */

async function resendActivation(w: AccountDeps & Read, request: Sent<'resendActivation'>) {
  const { body } = request
  const { email } = emailToStore(body.email)
  const data = { ...carriedInvite(w.jwtSecret, email, body.invite_secret), ...askedIn(request) }
  await changing(w, async (w) => w.mail(email, accountMails.of('activation-again', data)))
  return {}
}

async function requestPasswordReset(w: AccountDeps & Read, request: Sent<'requestPasswordReset'>) {
  const { email } = emailToStore(request.body.email)
  const mail = accountMails.of('password-reset', askedIn(request))
  await changing(w, async (w) => w.mail(email, mail))
  return {}
}

async function verifyPasswordReset(w: ResetDeps & Read, { body }: Sent<'verifyPasswordReset'>) {
  const link = await findLink(w, 'password_reset', sha256(body.request_id))
  if (!isOpen(link, w)) return { valid: false }
  return { valid: true, ...(await announceCalendarLinks(w, link.user_id)) }
}

async function applyPasswordReset(w: ResetDeps & Read, request: Sent<'applyPasswordReset'>) {
  const { passwords, security, jwtSecret } = w
  const { body, ip, log } = request
  assertStrongPassword(body.new_password, 'new_password')
  const hash = sha256(body.request_id)
  const seen = await findLink(w, 'password_reset', hash)
  // Checked before the expensive hash of the password.
  if (!isOpen(seen, w)) throw errors.invalidLink()
  const password_hash = await passwords.hash(body.new_password)
  const changed = await changing(w, async (w) => {
    const user = await lockUser(w, seen.user_id)
    const link = await findLink(w, 'password_reset', hash)
    if (user === undefined || user.deactivated_at !== null || !isOpen(link, w))
      throw errors.invalidLink()
    await setPassword(w, user.id, password_hash)
    // This link proves the mailbox as well as an activation link.
    await activateUser(w, user.id)
    await shutOut(w, user.id)
    // The owner of the mailbox can log in from here even after strangers have used up the attempts.
    await saveNetwork(w, user.id, networkDigest(jwtSecret, user.email_key, ip))
    const client = clientOf(request)
    await recordEvent(w, user.id, 'password_reset', client)
    const ended = body.someone_knew && (await endCalendarLinks(w, user.id, client))
    notify(w, user, { notice: 'password_changed', ...ended })
    return user
  })
  security.report(log, 'password_changed', { account: changed.id, ip })
  return {}
}
