import type { RouteTable } from '../routes.ts'

/** Additions: announced by `page` of a group, the redeeming of a link by `features` of the profile, the look at one in the head. */
export const groupPageRoutes = {
  getGroupPage: { method: 'GET', path: '/rpggroups/page/:id', access: 'member' },
  saveGroupPage: { method: 'PUT', path: '/rpggroups/page/:id', access: 'member' },
  listGroupLog: { method: 'GET', path: '/rpggroups/page/:id/log/', access: 'member' },
  setCoOwner: { method: 'POST', path: '/rpggroups/page/:id/co-owner/', access: 'member' },
  listInviteLinks: { method: 'GET', path: '/rpggroups/links/:id', access: 'member' },
  createInviteLink: { method: 'POST', path: '/rpggroups/links/:id', access: 'member' },
  revokeInviteLink: { method: 'DELETE', path: '/rpggroups/links/:id', access: 'member' },
  inviteByMail: { method: 'POST', path: '/rpggroups/links/:id/mail/', access: 'member' },
  lookAtInviteLink: { method: 'POST', path: '/rpggroups/look-at-link/', access: 'open' },
  redeemInviteLink: { method: 'POST', path: '/rpggroups/redeem-link/', access: 'member' },
  listSuggestions: { method: 'GET', path: '/rpggroups/suggestions/:id', access: 'member' },
} as const satisfies RouteTable
