import type { GroupId, MemberId } from '#contract/ids.ts'
import type { GroupLogKind } from '#contract/sets.ts'
import type { HasDb, Read } from '../../db/rows.ts'
import type { Deps } from '../../http/deps.ts'
import { errors, refusal } from '../../http/errors.ts'
import { type CallRead, changing, reading, type Work, type WorkOf } from '../../work/work.ts'
import { lockActiveUsers } from '../account/repository.ts'
import { insertLog } from './logRepository.ts'
import {
  assertActive,
  assertMember,
  assertOwner,
  assertOwnerOrCoOwner,
  type InGroup,
  type Membership,
} from './policy.ts'
import { lockGroup, readGroup } from './repository.ts'

/*
 * Handlers of calls about a group: each names who may make the call, and gets the group. A change locks the accounts
 * that it counts, then the group; then it asserts; then it has the time.
 */

/** A call of a member about a group that is only read. */
export type GroupRead = Deps & Read & InGroup
/** A change of a group, which is locked. */
export type GroupWork = WorkOf<Deps> & InGroup & Effects
type Effects = {
  /** Writes to the log of the group what the caller does. */
  readonly log: (kind: GroupLogKind, about?: About) => Promise<void>
  /** Publishes the change of the group to all its members. */
  readonly publishGroup: () => void
}
type About = { readonly subject?: MemberId; readonly detail?: string }

/** A change of a group that is made by the staff or by the server. */
export type GroupChange = Work & Omit<InGroup, 'me'>

const ASSERTIONS = { member: assertMember, manager: assertOwnerOrCoOwner, owner: assertOwner }
/** stranger: an active account that is no member yet */
type Role = keyof typeof ASSERTIONS | 'stranger'

function assertRole(
  role: Role,
  group: Membership | undefined,
  me: MemberId,
): asserts group is Membership {
  const assertion: (group: Membership | undefined, me: MemberId) => asserts group is Membership =
    role === 'stranger' ? assertStranger : ASSERTIONS[role]
  assertion(group, me)
}

function assertStranger(group: Membership | undefined, me: MemberId): asserts group is Membership {
  // The same for a group that does not look for players: a stranger may not know that it exists.
  if (group === undefined) throw refusal(404, 'opening_not_found')
  if (group.members.includes(me)) throw refusal(400, 'already_member')
}

type OfMember = { readonly memberId: MemberId }
type ById = OfMember & { readonly params: { readonly id: GroupId } }
type Find<Call> = (w: HasDb, call: Call) => Promise<GroupId | undefined>

/** Reads something of the group of `params.id`. */
export const inGroup = <Call extends ById, Result>(
  role: Exclude<Role, 'stranger'>,
  read: (w: GroupRead, call: Call) => Promise<Result>,
) => inGroupOf<Call, Result>(role, async (_, { params }) => params.id, read)

/** Reads something of a group that the call names by one of its rows. Without the row the refusal is that of strangers. */
export const inGroupOf =
  <Call extends OfMember, Result>(
    role: Exclude<Role, 'stranger'>,
    find: Find<Call>,
    read: (w: GroupRead, call: Call) => Promise<Result>,
  ) =>
  async (w: CallRead, call: Call): Promise<Result> => {
    const id = await find(w, call)
    if (id === undefined) throw errors.groupNotFound()
    const group = await readGroup(w, id)
    assertRole(role, group, call.memberId)
    return read(Object.assign(w, { me: call.memberId, id, group }), call)
  }

type Change<Call, Result> = (
  w: GroupWork,
  call: Call,
  accounts: readonly MemberId[],
) => Promise<Result>

/** Changes the group of `params.id`. */
export const ofGroup = <Call extends ById, Result>(role: Role, change: Change<Call, Result>) =>
  ofGroupOf<Call, Result>({ role, find: async (_, { params }) => params.id }, change)

type Named<Call> = {
  readonly role: Role
  readonly find: Find<Call>
  /** Further accounts to lock; with them that of the caller, which must be active. */
  readonly accounts?: (w: HasDb, call: Call) => Promise<readonly MemberId[]>
}

/** Changes a group that the call names elsewhere. Without a group the refusal is that of strangers. */
export const ofGroupOf =
  <Call extends OfMember, Result>(
    { role, find, accounts }: Named<Call>,
    change: Change<Call, Result>,
  ) =>
  (w: CallRead, call: Call): Promise<Result> =>
    changing(w, async (w) => {
      const me = call.memberId
      const others = accounts ? await accounts(w, call) : []
      if (accounts || role === 'stranger')
        assertActive(await lockActiveUsers(w, [me, ...others]), me)
      const id = await find(w, call)
      if (id === undefined) throw errors.groupNotFound()
      const group = await lockGroup(w, id)
      assertRole(role, group, me)
      return change(groupWork(w, { me, id, group }), call, others)
    })

/** A row that a call names, and that belongs to a group. */
export type Subject<Call, Row> = {
  /** Group and account to lock; without an account none is locked. Undefined: there is no such row. */
  readonly locate: (
    w: Read,
    call: Call,
  ) => Promise<{ readonly group_id: GroupId; readonly user_id?: MemberId } | undefined>
  /** Reads the row under the locks, or deletes it where the call ends it. Undefined: the caller may not know of it. */
  readonly find: (w: GroupWork, call: Call) => Promise<Row | undefined>
  readonly notFound: () => Error
}

/** Changes what hangs on a row of a group. The accounts of caller and row are locked, and the group. */
export const ofSubject =
  <Named, Row, Call extends OfMember & Named, Result>(
    { locate, find, notFound }: Subject<Named, Row>,
    change: (w: GroupWork, row: Row, call: Call) => Promise<Result>,
  ) =>
  (w: CallRead, call: Call): Promise<Result> =>
    changing(w, async (w) => {
      const me = call.memberId
      const place = await locate(reading(w), call)
      if (place === undefined || place.user_id !== undefined)
        assertActive(await lockActiveUsers(w, [me, place?.user_id ?? me]), me)
      const group = place && (await lockGroup(w, place.group_id))
      if (place === undefined || group === undefined) throw notFound()
      const work = groupWork(w, { me, id: place.group_id, group })
      const row = await find(work, call)
      if (row === undefined) throw notFound()
      return change(work, row, call)
    })

const groupWork = (w: WorkOf<Deps>, of: InGroup): GroupWork =>
  Object.assign(w, of, {
    log: (kind, about) => insertLog(w, { group: of.id, actor: of.me, kind, ...about }),
    publishGroup: () => w.publish(of.group.members, { kind: 'group', subject: of.id }),
  } satisfies Effects)
