import type { RouteTable } from './route.ts'

export const groupRoutes = {
  listGroups: { method: 'GET', path: '/rpggroups/list', access: 'member' },
  listInvites: { method: 'GET', path: '/rpggroups/list/invites', access: 'member' },
  listMutes: { method: 'GET', path: '/rpggroups/list/mutes', access: 'member' },
  createGroup: { method: 'POST', path: '/rpggroups/create/', access: 'member' },
  removeMember: { method: 'POST', path: '/rpggroups/remove/', access: 'member' },
  leaveGroup: { method: 'GET', path: '/rpggroups/leave/:id', access: 'member', changesData: true },
  disbandGroup: { method: 'GET', path: '/rpggroups/disband/:id', access: 'member', changesData: true },
  acceptInvite: { method: 'GET', path: '/rpggroups/accept/:id', access: 'member', changesData: true },
  rejectInvite: { method: 'POST', path: '/rpggroups/reject/:id', access: 'member' },
  inviteMember: { method: 'POST', path: '/rpggroups/invite/:groupId', access: 'member' },
  cancelInvite: { method: 'DELETE', path: '/rpggroups/cancel/:inviteId', access: 'member' },
  unmute: { method: 'DELETE', path: '/rpggroups/unmute/:muteId', access: 'member' },
  transferOwnership: { method: 'POST', path: '/rpggroups/transfer-ownership/', access: 'member' },
  // An addition: called only if a group has `notices` (behaviour 12.2).
  dismissNotices: { method: 'POST', path: '/rpggroups/dismiss-notices/', access: 'member' },
} as const satisfies RouteTable

export const MUTE_LEVELS = ['none', '2w', '1m'] as const
export const NOTICE_KINDS = ['accepted', 'rejected', 'left', 'owner_left'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]
