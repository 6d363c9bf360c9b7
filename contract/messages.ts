import Type, { type Static } from 'typebox'
import { ANSWER_MAX } from './desk.ts'
import { FoundMember, LookUpBody, MemberFacts } from './deskMember.ts'
import { anyId, changes, changesWith, Person, posting, reads, superuser } from './deskShapes.ts'
import { ID_MAX } from './fields.ts'
import { GroupFacts } from './groups.ts'
import { MAIL_STATES } from './sets.ts'
import { nullable } from './shapes.ts'

const DeskMessage = Type.Object({
  id: anyId(),
  name: Type.String(),
  email: Type.String(),
  /** The account that has this address. The form does not verify it: someone else may have typed it. */
  member: nullable(MemberFacts),
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
      /** State of its email. */
      state: Type.Enum(MAIL_STATES),
    }),
  ),
})
export type DeskMessage = Static<typeof DeskMessage>

/** `seen`: number of answers that the caller's page shows. The call is refused when there are more by now. */
const AnswerBody = Type.Object({
  text: Type.String({ minLength: 1, maxLength: ANSWER_MAX, pattern: '\\S' }),
  seen: Type.Integer({ minimum: 0, maximum: ID_MAX }),
})

const LookedUp = Type.Object({
  members: Type.Array(FoundMember),
  groups: Type.Array(GroupFacts),
})
export type LookedUp = Static<typeof LookedUp>

const OutgoingMail = Type.Object({
  id: anyId(),
  kind: Type.String(),
  recipient: Type.String(),
  created_at: Type.String(),
  attempts: Type.Integer(),
  next_attempt_at: Type.String(),
  done_at: nullable(Type.String()),
  dead_at: nullable(Type.String()),
  last_error: nullable(Type.String()),
  state: Type.Enum(MAIL_STATES),
})
export type OutgoingMail = Static<typeof OutgoingMail>

export const deskMessagesCalls = {
  messages: {
    ...reads('messages', DeskMessage),
    read: posting('/messages/:id/read', changes(DeskMessage)),
    unread: posting('/messages/:id/unread', changes(DeskMessage)),
    answer: posting('/messages/:id/answer', changesWith(DeskMessage, AnswerBody)),
    lookUp: posting('/messages/:id/look-up', changesWith(LookedUp, LookUpBody)),
  },
  outbox: {
    ...superuser.reads('outbox', OutgoingMail),
    retry: superuser.posting('/outbox/:id/retry', changes(OutgoingMail)),
  },
}
