import { screen } from '@testing-library/react'
import { MemberPage } from '#desk/account/members.tsx'
import { recorded } from './fakeDesk.ts'
import { renderInDesk } from './renderInDesk.tsx'

export const member = {
  id: 7,
  username: 'Mira',
  email: 'mira@example.org',
  role: 'player',
  created_at: '2026-03-01T10:00:00.000Z',
  activated_at: null,
  deactivated_at: null,
  state: 'active',
  second_factor_at: null,
  passkeys: 0,
  deletion_due_at: null,
  invited_at: null,
  email_change: null,
  distrusted_at: null,
  restrictions: [],
}
/** The logged-in superuser. */
export const SUE = { id: 1, username: 'Sue', role: 'superuser' } as const
const ACTIONS = [
  'deactivate',
  'reactivate',
  'resend-activation',
  'activate',
  'rename',
  'email',
  'stop-email',
  'end-sessions',
  'role',
  'reset-second-factor',
  'request-export',
  'request-deletion',
  'withdraw-deletion',
]

/**
 * Opens the page of Mira. `sent` has the bodies of all actions that no response of the test answers.
 * @param fields what differs from the usual member
 */
export async function openMember(fields: object = {}, responses = {}) {
  const actions = recorded(...ACTIONS.map((action) => `POST /members/7/${action}`))
  const view = renderInDesk(<MemberPage />, {
    resource: 'members',
    id: 7,
    user: SUE,
    responses: {
      'GET /members/7': { ...member, ...fields },
      ...actions.responses,
      ...responses,
    },
  })
  await screen.findByRole('button', { name: 'Log out everywhere' })
  return { ...view, sent: actions.sent }
}
