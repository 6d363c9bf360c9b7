import Type, { type Static } from 'typebox'
import { anyId, changes, changesWith, creates, gets, posting, Reason, shows, superuser, time } from './deskShapes.ts'
import { OrderDetails } from './profile.ts'
import { WebAuthn } from './security.ts'
import { ACCOUNT_STATES, EMAIL_WAYS, RESTRICTION_KINDS, ROLES } from './sets.ts'
import { compared, emailAddress, line, nullable, refused } from './shapes.ts'

export const DeskMember = Type.Object({
  id: anyId(),
  username: Type.String(),
  email: Type.String(),
  role: Type.Enum(ROLES),
  created_at: Type.String(),
  activated_at: nullable(Type.String()),
  deactivated_at: nullable(Type.String()),
  state: Type.Enum(ACCOUNT_STATES),
  /** Start of the second step of the account. */
  second_factor_at: nullable(Type.String()),
  /** How many the account has. */
  passkeys: Type.Integer(),
  /** When the account will be deleted. */
  deletion_due_at: nullable(Type.String()),
  /** When the team made the account; its member sets the password by a mailed link. */
  invited_at: nullable(Type.String()),
  /** The language of emails, calendar links and the archive; absent: the main language of the site. */
  language: Type.Optional(Type.String()),
  /** A change of the address by staff that waits. */
  email_change: nullable(
    Type.Object({
      new_email: Type.String(),
      reason: nullable(Type.String()),
      requested_at: Type.String(),
      /** When it is made; null: when the button in the former mailbox is pressed. */
      due_at: nullable(Type.String()),
      expires_at: Type.String(),
    }),
  ),
  /** Time from which reports of the member are not shown to the team. */
  distrusted_at: nullable(Type.String()),
  /** What the member may not do for a time. */
  restrictions: Type.Array(
    Type.Object({ kind: Type.Enum(RESTRICTION_KINDS), until: Type.String(), reason: Type.String() }),
  ),
})
export type DeskMember = Static<typeof DeskMember>

/** What staff see of an account that a message comes from, or that they have looked up. */
export const MemberFacts = Type.Object({
  id: anyId(),
  username: Type.String(),
  state: Type.Enum(ACCOUNT_STATES),
})
export type MemberFacts = Static<typeof MemberFacts>

export const FoundMember = Type.Object({ ...MemberFacts.properties, created_at: Type.String() })
export type FoundMember = Static<typeof FoundMember>

/** Matches whole names only, so that the call can't be used to browse members and groups. */
export const LookUpBody = Type.Object({ name: line() })
const found = shows(Type.Object({ members: Type.Array(FoundMember) })).response

const Restriction = { kind: Type.Enum(RESTRICTION_KINDS), ...Reason.properties }
const NewMember = Type.Object({ username: line(), email: emailAddress() })

/** `code` or `response`: a second step for this call alone, of the app or of a passkey. */
export const StaffEmailBody = Type.Object({
  email: emailAddress(),
  way: Type.Enum(EMAIL_WAYS),
  reason: Type.Optional(Type.String({ maxLength: 2000 })),
  code: Type.Optional(compared(40)),
  response: Type.Optional(WebAuthn),
})

export const deskMemberCalls = {
  ...superuser.reads('members', DeskMember),
  /** Staff have no list: the member with this whole name, or none. */
  lookUp: posting('/members/look-up', { body: LookUpBody, response: { ...found, ...refused(400) } }),
  /** 404 for a member without order details. */
  orderDetails: superuser.getting(
    '/members/:id/order-details',
    gets(Type.Object({ id: anyId(), ...OrderDetails.properties })),
  ),
  deactivate: superuser.posting('/members/:id/deactivate', changes(DeskMember)),
  reactivate: superuser.posting('/members/:id/reactivate', changes(DeskMember)),
  /** Makes an account, whose member gets a link to set the password. */
  create: superuser.posting('/members', creates(DeskMember, NewMember)),
  resendActivation: superuser.posting('/members/:id/resend-activation', changes(DeskMember)),
  activate: superuser.posting('/members/:id/activate', changes(DeskMember)),
  /** The reason is mailed to the member. */
  rename: superuser.posting(
    '/members/:id/rename',
    changesWith(DeskMember, Type.Object({ username: line(), ...Reason.properties })),
  ),
  /** Keeps the member from writing or from events; the reason is mailed to the member. */
  restrict: superuser.posting(
    '/members/:id/restrict',
    changesWith(DeskMember, Type.Object({ ...Restriction, until: time() })),
  ),
  lift: superuser.posting('/members/:id/lift', changesWith(DeskMember, Type.Object(Restriction))),
  /** Further reports of the member are shown again. */
  trust: superuser.posting('/members/:id/trust', changes(DeskMember)),
  /** A request; see `EMAIL_WAYS` for what it waits for. */
  changeEmail: superuser.posting('/members/:id/email', changesWith(DeskMember, StaffEmailBody)),
  stopEmail: superuser.posting('/members/:id/stop-email', changes(DeskMember)),
  endSessions: superuser.posting('/members/:id/end-sessions', changes(DeskMember)),
  setRole: superuser.posting('/members/:id/role', changesWith(DeskMember, Type.Object({ role: Type.Enum(ROLES) }))),
  resetSecondFactor: superuser.posting('/members/:id/reset-second-factor', changes(DeskMember)),
  requestExport: superuser.posting('/members/:id/request-export', changes(DeskMember)),
  requestDeletion: superuser.posting('/members/:id/request-deletion', changes(DeskMember)),
  withdrawDeletion: superuser.posting('/members/:id/withdraw-deletion', changes(DeskMember)),
}
