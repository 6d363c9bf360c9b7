import type { MemberId } from '#contract/ids.ts'
import { assertFreeName } from '#server/modules/account/names.ts'
import * as account from '#server/modules/account/policy.ts'
import {
  GROUP_SIZE_MAX,
  GROUPS_OWNED_MAX,
  INVITES_RECEIVED_MAX,
  MEMBERSHIPS_MAX,
  MUTES_MAX,
} from '#server/modules/groups/limits.ts'
import * as groups from '#server/modules/groups/policy.ts'
import * as messages from '#server/modules/messages/policy.ts'
import * as overview from '#server/modules/overview/deskRoutes.ts'
import * as profile from '#server/modules/profile/policy.ts'
import { orderDetails } from '#test/helpers/fixtures/orderDetails.ts'
import { sentence, verdict } from '#test/helpers/server/verdict.ts'

const member = (id: number) => id as MemberId
const [ann, ben, cleo, dora] = [member(1), member(2), member(3), member(4)] as const
const NOW = 1000

describe('rules of accounts', () => {
  test.each([
    ['Golden1!', undefined],
    ['golden1!', '400 weak_password new_password'],
    ['GOLDEN1!', '400 weak_password new_password'],
    ['Goldenn!', '400 weak_password new_password'],
    ['Golden12', '400 weak_password new_password'],
    ['Gold 123', '400 weak_password new_password'],
    ['Golde1!', '400 weak_password new_password'],
  ])('a password %s', (password, expected) => {
    expect(verdict(() => account.assertStrongPassword(password, 'new_password'))).toBe(expected)
  })

  test('an e-mail address is trimmed, kept as it was written, and bare', () => {
    expect(account.emailToStore(' Ann@Example.ORG ')).toEqual({
      email: 'Ann@Example.ORG',
      email_key: 'ann@example.org',
    })
    expect(verdict(() => account.emailToStore('Ann <ann@example.org>'))).toBe('400 invalid email')
  })

  test('a link is open until it is used or expires, while the account has its address', () => {
    const link = { used_at: null, expires_at: NOW, email_key: 'a@b', account_email_key: 'a@b' }
    expect([NOW - 1, NOW].map((now) => account.isOpen(link, { now }))).toEqual([true, false])
    expect(account.isOpen({ ...link, expires_at: null }, { now: NOW })).toBe(true)
    expect(account.isOpen({ ...link, used_at: 1 }, { now: NOW - 1 })).toBe(false)
    expect(account.isOpen({ ...link, account_email_key: 'c@d' }, { now: NOW - 1 })).toBe(false)
    const unbound = { ...link, email_key: null }
    expect([unbound, undefined].map((one) => account.isOpen(one, { now: 0 }))).toEqual([
      true,
      false,
    ])
  })

  test('only a current superuser may change an account, and not their own', () => {
    expect(verdict(() => account.assertStillSuperuser([ann, ben], ben))).toBeUndefined()
    expect(verdict(() => account.assertStillSuperuser([ann], ben))).toBe('403 forbidden')
    expect(verdict(() => account.assertStillSuperuser([ann], null))).toBe('403 forbidden')
    const of = (id: MemberId) => ({ id, activated_at: 1, deactivated_at: null })
    expect(verdict(() => account.assertOther(of(ann), ben))).toBeUndefined()
    expect(verdict(() => account.assertOther(of(ann), ann))).toBe('409 own_account')
  })

  test('the state of an account decides about the allowed actions', () => {
    const states = [
      { id: ann, activated_at: null, deactivated_at: null },
      { id: ann, activated_at: 1, deactivated_at: null },
      { id: ann, activated_at: 1, deactivated_at: 2 },
      { id: ann, activated_at: null, deactivated_at: 2 },
    ] as const
    const is = 'This account is deactivated.'
    const isNot = 'This account isn’t deactivated.'
    const refusal = (rule: (one: (typeof states)[number]) => void) =>
      states.map((one) => sentence(() => rule(one)))
    expect(refusal(account.assertNotDeactivated)).toEqual(['', '', is, is])
    expect(refusal(account.assertDeactivated)).toEqual([isNot, isNot, '', ''])
    expect(refusal(account.assertNotActivated)).toEqual(['', 'This account is active.', is, is])
  })
})

describe('rules of groups', () => {
  const group = {
    name: 'Ravens',
    ownerId: ann,
    members: [ann, ben, cleo],
    active: [ann, ben],
    coOwners: [],
    planners: 'owners' as const,
  }
  const full = {
    ...group,
    members: Array.from({ length: GROUP_SIZE_MAX }, (_, at) => member(at + 1)),
  }

  test('a member creates and joins a limited number of groups, and a group has a limited number of members', () => {
    const found = (memberships: number, owned: number) =>
      verdict(() => groups.assertMayFound({ memberships, owned }))
    expect(found(MEMBERSHIPS_MAX - 1, GROUPS_OWNED_MAX - 1)).toBeUndefined()
    expect(found(MEMBERSHIPS_MAX - 1, GROUPS_OWNED_MAX)).toBe('400 too_many_groups')
    expect(found(MEMBERSHIPS_MAX, GROUPS_OWNED_MAX - 1)).toBe('400 too_many_memberships')
    const join = (one: groups.Membership, memberships: number) =>
      verdict(() => groups.assertMayJoin(one, { memberships, owned: 0 }))
    expect(join(group, MEMBERSHIPS_MAX - 1)).toBeUndefined()
    expect(join(group, MEMBERSHIPS_MAX)).toBe('400 too_many_memberships')
    expect(join(full, 0)).toBe('409 group_full')
    expect(join({ ...full, members: full.members.slice(1) }, 0)).toBeUndefined()
  })

  test('mutes are limited, and a deactivated account is refused', () => {
    expect(verdict(() => groups.assertMayMute(MUTES_MAX - 1))).toBeUndefined()
    expect(verdict(() => groups.assertMayMute(MUTES_MAX))).toBe('400 too_many_mutes mute_level')
    expect(verdict(() => groups.assertActive(new Set([ann]), ann))).toBeUndefined()
    expect(verdict(() => groups.assertActive(new Set([ann]), ben))).toBe('401 token_not_valid')
  })

  test('only members know of a group, only its owner leads it (behaviour 6.4)', () => {
    const belongs = (one: groups.Membership | undefined, caller: MemberId) =>
      verdict(() => groups.assertMember(one, caller))
    expect([belongs(group, ann), belongs(group, ben)]).toEqual([undefined, undefined])
    expect(belongs(group, cleo)).toBe('401 token_not_valid')
    expect([belongs(group, dora), belongs(undefined, ann)]).toEqual([
      '404 group_not_found',
      '404 group_not_found',
    ])
    const leads = (caller: MemberId) => verdict(() => groups.assertOwner(group, caller))
    expect([leads(ann), leads(ben), leads(dora)]).toEqual([
      undefined,
      '403 not_the_owner',
      '404 group_not_found',
    ])
  })

  test('an owner is not removed (behaviour 2.15), and is followed by an active member', () => {
    const removed = (target: MemberId) => verdict(() => groups.assertMayRemove(group, target))
    expect([removed(ben), removed(ann), removed(dora)]).toEqual([
      undefined,
      '400 owner_cannot_be_removed',
      '404 member_not_found',
    ])
    const succeeds = (id: MemberId) => verdict(() => groups.assertMaySucceed(group, id))
    const no = '400 successor_not_a_member'
    expect([ben, ann, cleo, dora].map(succeeds)).toEqual([undefined, no, no, no])
  })

  test('an owner who leaves is followed by the chosen member, or by the longest-serving active one', () => {
    const next = (over: Partial<groups.Membership>, caller: MemberId, chosen?: MemberId) =>
      verdict(() => groups.ownerAfterLeaving({ ...group, ...over }, caller, chosen))
    const active = [ann, cleo, ben]
    expect(next({}, ben)).toBe(ann)
    expect(next({}, ben, cleo)).toBe(ann)
    expect(next({ active }, ann)).toBe(cleo)
    expect(next({ active }, ann, ben)).toBe(ben)
    expect(next({}, ann, cleo)).toBe('400 successor_not_a_member')
    expect(next({ members: [ann], active: [ann] }, ann)).toBe('400 lone_owner_cannot_leave')
    expect(next({ active: [ann] }, ann)).toBe('400 no_active_successor')
    expect(next({ active: [ann] }, ann, ben)).toBe('400 no_active_successor')
  })

  test('each reason refuses an invite separately', () => {
    const target = {
      ...{ id: dora, email: 'dora@example.org' },
      ...{ isInvited: false, hasMuted: false, received: 0, removedAt: null },
    }
    const way = { by: 'team' } as const
    const invited = (over: Partial<groups.InviteTarget>, open = 0) => {
      const wanted = { ...target, ...over }
      return verdict(() => void groups.assertMayInvite({ group, open, target: wanted, way }))
    }
    expect(invited({})).toBeUndefined()
    const unknown = { group, open: 0, target: undefined, way }
    expect(verdict(() => groups.assertMayInvite(unknown))).toBe('404 user_not_found username')
    expect(invited({ id: ben })).toBe('400 already_member username')
    expect(invited({ isInvited: true })).toBe('400 already_invited username')
    expect(invited({ hasMuted: true })).toBe('423 muted username')
    expect(invited({}, GROUP_SIZE_MAX - 4)).toBeUndefined()
    expect(invited({}, GROUP_SIZE_MAX - 3)).toBe('409 group_full')
    expect(invited({ received: INVITES_RECEIVED_MAX - 1 })).toBeUndefined()
    expect(invited({ received: INVITES_RECEIVED_MAX })).toBe('409 too_many_invites username')
  })

  test('a removed member comes back by the owner alone, whatever the way', () => {
    const email = 'dora@example.org'
    const target = { id: dora, email, isInvited: false, hasMuted: false, received: 0, removedAt: 5 }
    const again = (way: groups.InviteWay) =>
      verdict(() => void groups.assertMayInvite({ group, open: 0, target, way }))
    const isMine = (address: string) => address === email
    const link = { by: 'link', made_by: ann, made_at: 6, isMine } as const
    expect([again({ by: 'member', inviter: ann }), again(link)]).toEqual([undefined, undefined])
    const byOther = '403 owner_invites_again username'
    expect([again({ by: 'member', inviter: ben }), again({ by: 'team' })]).toEqual([
      byOther,
      byOther,
    ])
    for (const over of [{ made_by: ben }, { made_at: 5 }, { isMine: () => false }])
      expect(again({ ...link, ...over })).toBe('403 removed_from_group')
  })
})

describe('rules of the contact form, the overview and the profile', () => {
  const form = {
    name: ' Ann ',
    email: ' ann@example.org ',
    subject: ' Dice ',
    message: ' a\r\nb\rc\n',
  }

  test('a form is stored trimmed, its lines end alike', () => {
    expect(messages.formToStore(form)).toEqual({
      name: 'Ann',
      email: 'ann@example.org',
      subject: 'Dice',
      message: ' a\nb\nc\n',
    })
    const refusal = (over: object) => verdict(() => messages.formToStore({ ...form, ...over }))
    expect(refusal({ name: 'A\u0007' })).toBe('400 invalid name')
    expect(refusal({ name: 'A\u2028' })).toBe('400 invalid name')
    expect(refusal({ subject: 'A\u2029' })).toBe('400 invalid subject')
    expect(refusal({ email: 'a@example.org,b@example.org' })).toBe('400 invalid email')
  })

  test('the block list may name an address or its domain', () => {
    expect(messages.sendersOf(' "A@b"@Example.org')).toEqual(['"a@b"@example.org', '@example.org'])
  })

  test('an unseen answer stops another one', () => {
    expect(verdict(() => messages.assertAnswersSeen(2, 2))).toBeUndefined()
    expect(verdict(() => messages.assertAnswersSeen(2, 1))).toBe('409 answered_meanwhile')
  })

  test('superusers also see the outbox, and the actions of all', () => {
    const staff = { id: ann, role: 'staff' } as const
    const superuser = { id: ann, role: 'superuser' } as const
    expect(overview.queuesOf(staff)).toEqual([
      ...['review', 'applications', 'reports', 'name-changes', 'contents', 'messages'],
    ])
    expect(overview.queuesOf(superuser).slice(6)).toEqual(['outbox', 'members'])
    expect([overview.actorOf(staff), overview.actorOf(superuser)]).toEqual([ann, undefined])
  })

  test('order details are stored trimmed, with a known country', () => {
    const details = orderDetails()
    const spaced = Object.fromEntries(
      Object.entries(details).map(([name, value]) => [
        name,
        name === 'country_key' ? value : `  ${value} `,
      ]),
    ) as typeof details
    expect(profile.detailsToStore(spaced)).toEqual(details)
    const refused = verdict(() => profile.detailsToStore({ ...details, country_key: 'ZZ' }))
    expect(refused).toBe('400 invalid_choice country_key')
  })

  test('a request for a name is decided once, and only while the name is free', () => {
    const refusal = (approved_at: number | null, refused_at: number | null) =>
      sentence(() => profile.assertPending({ approved_at, refused_at }))
    expect(refusal(null, null)).toBe('')
    expect(refusal(1, null)).toBe('Someone has approved this.')
    expect(refusal(null, 1)).toBe('Someone has refused this.')
    expect(verdict(() => assertFreeName(null))).toBeUndefined()
    expect(verdict(() => assertFreeName('username_exists'))).toBe('409 username_exists')
    expect(verdict(() => assertFreeName('name_kept'))).toBe('409 name_kept')
  })
})
