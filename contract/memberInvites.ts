import Type, { type Static } from 'typebox'
import { INVITE_LIST_MAX } from './desk.ts'
import { anyId, changes, Person, superuser } from './deskShapes.ts'
import { LIST_RESULTS, MEMBER_INVITE_STATES } from './sets.ts'
import { type CallSchema, nullable, refused } from './shapes.ts'

export const MemberInvite = Type.Object({
  id: anyId(),
  /** Null once the invite is answered or taken back. */
  email: nullable(Type.String()),
  name: nullable(Type.String()),
  state: Type.Enum(MEMBER_INVITE_STATES),
  /** The group that the member is invited to as well. */
  group: nullable(Type.Object({ id: anyId(), name: Type.String() })),
  /** The account of the person who came. */
  member: nullable(Person),
  /** Null after the deletion of the account. */
  invited_by: nullable(Person),
  created_at: Type.String(),
  reminded_at: nullable(Type.String()),
  /** When the person came or refused, or when the invite was taken back. */
  answered_at: nullable(Type.String()),
  expires_at: Type.String(),
})
export type MemberInvite = Static<typeof MemberInvite>

const List = Type.Object({
  /** Text with a row per person: address, name, group; separated by commas, semicolons or tabs. */
  list: Type.String({ minLength: 1, maxLength: INVITE_LIST_MAX }),
})
const ListRow = Type.Object({
  /** Counts from 1, with the row of headings. */
  row: Type.Integer(),
  email: Type.String(),
  name: nullable(Type.String()),
  group: nullable(Type.String()),
  result: Type.Enum(LIST_RESULTS),
})
export type ListRow = Static<typeof ListRow>

const Checked = Type.Object({ rows: Type.Array(ListRow) })
export type CheckedList = Static<typeof Checked>

export const memberInviteCalls = {
  ...superuser.reads('member-invites', MemberInvite),
  /** What `send` would do with each row. Nothing changes. */
  check: superuser.asking('/member-invites/check', {
    body: List,
    response: { 200: Checked, ...refused(400, 401, 403, 409) },
  }),
  /** Invites everyone whose row has the result `will_invite`, and responds with the rows. */
  send: superuser.posting('/member-invites', {
    body: List,
    response: { 200: Checked, ...refused(400, 401, 403, 409) },
  }),
  takeBack: superuser.posting('/member-invites/:id/take-back', changes(MemberInvite)),
} satisfies Record<string, CallSchema>
