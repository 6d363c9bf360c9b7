import type { FastifyBaseLogger } from 'fastify'
import { Counter } from 'prom-client'
import { networkKey } from './client.ts'

/** Events that operators may want alerts for, by the field `security` of the log line. */
const SENTENCES = {
  login_failed: 'wrong e-mail address or password',
  rate_limited: 'a caller reached a limit',
  account_limited: 'too many attempts to log in to one account',
  token_reuse: 'an old refresh token was used again: its session was ended',
  code_failed: 'a wrong code of the second step after the right password',
  passkey_added: 'a passkey was added to an account',
  passkey_removed: 'a passkey was removed from an account',
  second_step_on: 'two-step login was turned on',
  second_step_off: 'two-step login was turned off',
  second_step_reset: 'two-step login and passkeys were removed by staff',
  password_changed: 'a password was changed',
  email_changed: 'the e-mail address of an account was changed',
  email_change_by_staff: 'staff asked for another e-mail address of an account',
  email_change_stopped: 'a change of an e-mail address by staff was stopped',
  email_change_undone: 'the former e-mail address has taken an account back',
  reported_not_me: 'a member reported a change as not their own: all sessions were ended',
  account_activated: 'an account was activated by staff',
  role_changed: 'the role of an account was changed',
  account_deactivated: 'an account was deactivated',
  account_reactivated: 'an account was reactivated',
  deletion_requested: 'the deletion of an account was requested',
  deletion_withdrawn: 'the deletion of an account was withdrawn',
  account_deleted: 'an account was deleted with everything about its member',
  account_not_deleted: 'the deletion of an account is due and has failed',
  export_requested: 'an archive of personal data was requested by staff',
  sessions_ended: 'all sessions of an account were ended by staff',
} as const
export type SecurityEvent = keyof typeof SENTENCES

/** Any caller can cause these without limit. */
const REPEATED: ReadonlySet<SecurityEvent> = new Set([
  'login_failed',
  'code_failed',
  'rate_limited',
  'account_limited',
])
const WINDOW_MS = 60_000
/** Lines of repeated events in one window: a flood must not fill the disk. */
const LINES_MAX = 100

/** Never holds an e-mail address, a name, a password or a token. */
type Details = {
  readonly account?: number | null
  readonly ip?: string
  /** The actor, if not the account itself. */
  readonly by?: number | null
  readonly role?: string
  readonly route?: string
}
type Log = Pick<FastifyBaseLogger, 'warn'>

export type SecurityLog = ReturnType<typeof makeSecurityLog>

/** One per process: the site and the desk share counter and limit. */
export function makeSecurityLog(clock: () => number) {
  const counter = new Counter({
    name: 'security_events_total',
    help: 'Failed logins, reached limits, reused tokens and changes of accounts, by event',
    labelNames: ['event'],
    registers: [],
  })
  for (const event of Object.keys(SENTENCES)) counter.inc({ event }, 0)
  let startedAt = Number.NEGATIVE_INFINITY
  let suppressed = 0
  const written = new Set<string>()

  function isOneTooMany(event: SecurityEvent, { ip = '', account = null }: Details): boolean {
    const age = clock() - startedAt
    if (age >= WINDOW_MS || age < 0) {
      startedAt = clock()
      written.clear()
    }
    const key = `${event} ${networkKey(ip)} ${account}`
    if (written.has(key) || written.size >= LINES_MAX) return true
    written.add(key)
    return false
  }

  return {
    /** Counts events without a log line, too. */
    counter,
    /** A repeated event has one line per account and network within a minute. */
    report(log: Log, event: SecurityEvent, details: Details): void {
      counter.inc({ event })
      if (REPEATED.has(event) && isOneTooMany(event, details)) {
        suppressed++
        return
      }
      log.warn(
        { security: event, ...details, ...(suppressed > 0 && { suppressed }) },
        SENTENCES[event],
      )
      suppressed = 0
    },
  }
}
