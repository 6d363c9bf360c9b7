import Type, { type Static } from 'typebox'
import { ANSWER_MAX } from '../desk.ts'
import { ID_MAX } from '../limits.ts'
import { acts, anyId, gets, lists, Reason, reads } from './deskShared.ts'
import { nullable } from './shared.ts'

const Person = Type.Object({ id: anyId(), username: Type.String() })
const role = Type.Union([Type.Literal('player'), Type.Literal('staff'), Type.Literal('superuser')])

export const DeskMember = Type.Object({
  id: anyId(),
  username: Type.String(),
  email: Type.String(),
  role,
  created_at: Type.String(),
  activated_at: nullable(Type.String()),
  deactivated_at: nullable(Type.String()),
  /** registered (not activated), active, deactivated */
  state: Type.String(),
})
export type DeskMember = Static<typeof DeskMember>
export const RoleBody = Type.Object({ role })

const OrderDetails = Type.Object({
  id: anyId(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  phone_number: Type.String(),
  country_key: Type.String(),
  city: Type.String(),
  zipcode: Type.String(),
  address: Type.String(),
})
export const membersSchemas = {
  ...reads(DeskMember),
  /** 404 for a member who has left none. */
  orderDetails: gets(OrderDetails),
  deactivate: acts(DeskMember),
  reactivate: acts(DeskMember),
  resendActivation: acts(DeskMember),
  endSessions: acts(DeskMember),
  setRole: acts(DeskMember, RoleBody),
}

export const DeskNameChange = Type.Object({
  id: anyId(),
  user: Person,
  /** The name at the time of asking. */
  old_name: Type.String(),
  new_name: Type.String(),
  reason: Type.String(),
  /** pending, approved, refused */
  state: Type.String(),
  created_at: Type.String(),
  decided_at: nullable(Type.String()),
  decision_reason: nullable(Type.String()),
  /** Why an approval would be refused at present: username_exists or name_kept; null when it would pass. */
  obstacle: nullable(Type.String()),
})
export const nameChangesSchemas = {
  ...reads(DeskNameChange),
  approve: acts(DeskNameChange),
  refuse: acts(DeskNameChange, Reason),
}

const Message = Type.Object({
  id: anyId(),
  name: Type.String(),
  email: Type.String(),
  subject: Type.String(),
  message: Type.String(),
  created_at: Type.String(),
  read_at: nullable(Type.String()),
  /** Oldest first. */
  answers: Type.Array(
    Type.Object({
      id: anyId(),
      by: Person,
      at: Type.String(),
      text: Type.String(),
      /** Of its mail: waiting, sent, dead */
      state: Type.String(),
    }),
  ),
})
export type DeskMessage = Static<typeof Message>
/** `seen`: how many answers the sender of this one knows. With more of them it is refused: somebody was faster. */
export const AnswerBody = Type.Object({
  text: Type.String({ minLength: 1, maxLength: ANSWER_MAX, pattern: '\\S' }),
  seen: Type.Integer({ minimum: 0, maximum: ID_MAX }),
})
export type AnswerBody = Static<typeof AnswerBody>
export const messagesSchemas = {
  ...reads(Message),
  read: acts(Message),
  unread: acts(Message),
  answer: acts(Message, AnswerBody),
}

const OwedMail = Type.Object({
  id: anyId(),
  kind: Type.String(),
  recipient: Type.String(),
  created_at: Type.String(),
  attempts: Type.Integer(),
  next_attempt_at: Type.String(),
  done_at: nullable(Type.String()),
  dead_at: nullable(Type.String()),
  last_error: nullable(Type.String()),
  /** waiting, sent, dead */
  state: Type.String(),
})
export const outboxSchemas = { ...reads(OwedMail), retry: acts(OwedMail) }

export const DayCount = Type.Object({
  /** The day (UTC) as `2026-06-01`. */
  id: Type.String(),
  visits: Type.Integer(),
  /** Registered on that day. */
  members: Type.Integer(),
  groups: Type.Integer(),
  /** Glossary entries sent on that day. */
  entries: Type.Integer(),
})
/** `filter={"days":30}`; oldest day first, days without anything too. */
export const countersSchemas = { list: lists(DayCount) }

const AuditRow = Type.Object({
  id: anyId(),
  at: Type.String(),
  /** Null for the command line. */
  actor_id: nullable(anyId()),
  /** The name at that time. */
  actor_name: Type.String(),
  resource: Type.String(),
  action: Type.String(),
  record: nullable(Type.String()),
  /** What the record was called at that time; null where the log does not say. */
  record_name: nullable(Type.String()),
  /** JSON values; null where there was or is nothing. */
  before: Type.Unknown(),
  after: Type.Unknown(),
})
export const auditSchemas = reads(AuditRow)
