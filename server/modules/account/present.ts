import type { DeskMember } from '#contract/deskMember.ts'
import { iso } from '../../text/time.ts'
import type { EmailChange } from './credentials/emailChangeRepository.ts'
import type { User } from './repository.ts'
import { accountState } from './state.ts'

type Protection = {
  readonly second_factor_at: number | null
  readonly passkeys: number
  /** By staff, waiting. */
  readonly email_change: EmailChange | undefined
}

export const presentMember = (
  user: User,
  { second_factor_at, passkeys, email_change }: Protection,
): DeskMember => ({
  id: user.id,
  username: user.username,
  email: user.email,
  role: user.role,
  created_at: iso(user.created_at),
  activated_at: iso(user.activated_at),
  deactivated_at: iso(user.deactivated_at),
  state: accountState(user),
  second_factor_at: iso(second_factor_at),
  passkeys,
  deletion_due_at: iso(user.deletion_due_at),
  invited_at: iso(user.invited_at),
  ...(user.language !== null && { language: user.language }),
  email_change: email_change === undefined ? null : presentChange(email_change),
})

const presentChange = ({ new_email, reason, requested_at, due_at, expires_at }: EmailChange) => ({
  new_email,
  reason,
  requested_at: iso(requested_at),
  due_at: iso(due_at),
  expires_at: iso(expires_at),
})
