import type { GroupId, MemberId } from '#contract/ids.ts'
import type { GroupLogKind } from '#contract/sets.ts'
import type { HasDb, Read } from '../../db/schema.ts'
import type { Deps } from '../../http/deps.ts'
import { refusal } from '../../http/errors.ts'
import { type CallRead, changing, type WorkOf } from '../../work/work.ts'
import { lockActiveUsers } from '../account/repository.ts'
import { insertLog } from './logRepository.ts'
import {
  assertActive,
  assertMember,
  assertOwner,
  assertOwnerOrCoOwner,
  type Membership,
} from './policy.ts'
import { lockGroup, readGroup } from './repository.ts'

/*
 * Handlers of calls about a group: each names who may make the call, and gets the group. A change locks the accounts
 * that it counts, then the group; then it asserts; then it has the time.
 */

type OfGroup = { readonly me: MemberId; readonly id: GroupId; readonly group: Membership }
/** A call of a member about a group that is only read. */
export type GroupRead = Deps & Read & OfGroup
/** A change of a group, which is locked. */
export type GroupWork = WorkOf<Deps> &
  OfGroup & {
    /** Writes to the log of the group what the caller does. */
    readonly log: (
      kind: GroupLogKind,
      about?: { readonly subject?: MemberId; readonly detail?: string },
    ) => Promise<void>
  }

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

type ById = { readonly memberId: MemberId; readonly params: { readonly id: GroupId } }

/** Reads something of the group of `params.id`. */
export const inGroup =
  <Call extends ById, Result>(
    role: Exclude<Role, 'stranger'>,
    read: (w: GroupRead, call: Call) => Promise<Result>,
  ) =>
  async (w: CallRead, call: Call): Promise<Result> => {
    const { id } = call.params
    const group = await readGroup(w, id)
    assertRole(role, group, call.memberId)
    return read(Object.assign(w, { me: call.memberId, id, group }), call)
  }

/** Changes the group of `params.id`. */
export const ofGroup =
  <Call extends ById, Result>(role: Role, change: (w: GroupWork, call: Call) => Promise<Result>) =>
  (w: CallRead, call: Call): Promise<Result> =>
    changeIn(w, { role, id: call.params.id, me: call.memberId }, (w) => change(w, call))

type Place = { readonly role: Role; readonly id: GroupId; readonly me: MemberId }

/** Changes a group, wherever its id is from. */
export const changeIn = <Result>(
  w: CallRead,
  { role, id, me }: Place,
  change: (w: GroupWork) => Promise<Result>,
): Promise<Result> =>
  changing(w, async (w) => {
    if (role === 'stranger') assertActive(await lockActiveUsers(w, [me]), me)
    const group = await lockGroup(w, id)
    assertRole(role, group, me)
    return change(groupWork(w, { me, id, group }))
  })

/** A row that a call names by its id, and that belongs to a group. */
export type Subject<Id, Row> = {
  /** Group and account to lock; nothing: there is no such row. */
  readonly locate: (
    w: HasDb,
    id: Id,
  ) => Promise<{ readonly group_id: GroupId; readonly user_id: MemberId } | undefined>
  /** Reads it under the locks. Nothing: the caller may not know of it. */
  readonly find: (w: GroupWork, id: Id) => Promise<Row | undefined>
  readonly notFound: () => Error
}

/** Changes what hangs on a row of a group that `params.id` names. The accounts of both are locked, and the group. */
export const ofSubject =
  <
    Id,
    Row,
    Call extends { readonly memberId: MemberId; readonly params: { readonly id: Id } },
    Result,
  >(
    { locate, find, notFound }: Subject<Id, Row>,
    change: (w: GroupWork, row: Row, call: Call) => Promise<Result>,
  ) =>
  (w: CallRead, call: Call): Promise<Result> =>
    changing(w, async (w) => {
      const me = call.memberId
      const place = await locate(w, call.params.id)
      assertActive(await lockActiveUsers(w, [me, place?.user_id ?? me]), me)
      const group = place && (await lockGroup(w, place.group_id))
      if (place === undefined || group === undefined) throw notFound()
      const work = groupWork(w, { me, id: place.group_id, group })
      const row = await find(work, call.params.id)
      if (row === undefined) throw notFound()
      return change(work, row, call)
    })

const groupWork = (w: WorkOf<Deps>, of: OfGroup): GroupWork =>
  Object.assign(w, of, {
    log: (kind, about) => insertLog(w, { group: of.id, actor: of.me, kind, ...about }),
  } satisfies Pick<GroupWork, 'log'>)
