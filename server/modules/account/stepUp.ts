import { STEP_UP_MINUTES, type StepUp } from '#contract/security.ts'
import { MINUTE_MS } from '../../config/time.ts'
import type { App, Deps } from '../../http/deps.ts'
import type { Caller } from '../../http/plugins/identity.ts'
import { iso } from '../../text/time.ts'

/** Bound to a session (`fam`): a token stolen together with an access token of another session is rejected. */
type Claims = { sub: string; fam: string; exp: number; use: 'step-up' }

/**
 * Step-up tokens prove that the owner of an account has just confirmed their presence. They are signed, short-lived and
 * only kept in the memory of a page, so that a stolen access token is not enough for sensitive calls.
 */
export function makeStepUp({ jwt }: Pick<App, 'jwt'>, { clock }: Pick<Deps, 'clock'>) {
  return {
    issue({ id, family }: Caller): StepUp {
      const exp = Math.floor(clock() / 1000) + (STEP_UP_MINUTES * MINUTE_MS) / 1000
      const claims: Claims = { sub: String(id), fam: family, exp, use: 'step-up' }
      return { token: jwt.sign(claims), expires_at: iso(exp * 1000) }
    },
    isValid(token: string, { id, family }: Caller): boolean {
      try {
        const { sub, fam, exp = 0, use } = jwt.verify<Partial<Claims>>(token)
        const isOwn = sub === String(id) && fam === family
        return use === 'step-up' && isOwn && exp * 1000 > clock()
      } catch {
        return false
      }
    },
  }
}
