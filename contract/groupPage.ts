import type { RouteTable } from './route.ts'

/**
 * Additions, announced by `group_page` and `invite_links` in `features` of the profile; `lookAtInviteLink` by
 * `invite_look` in the head of the page.
 */
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

/** Characters of a group's purpose and of its pinned note. */
export const PURPOSE_MAX = 2000
export const NOTE_MAX = 2000
/** Characters of the URL of the group's chat. */
export const TALK_URL_MAX = 500
export const LINK_DAYS_MAX = 30
export const LINK_USES_MAX = 50
/** Open invites by mail per group, and the days until one expires. */
export const MAIL_INVITES_MAX = 20
export const MAIL_INVITE_DAYS = 14
/** Characters that are accepted as the secret of a link, which has 43. */
export const LINK_SECRET_MAX = 100
/** The secret is in the fragment of the URL, which no server ever sees. */
export const LINK_HASH = '#invite='
/** Form of a secret: 256 bits in base64url. Nothing else gets into the link of an activation mail. */
export const LINK_SECRET_PATTERN = '^[\\w-]{43}$'
export const SUGGESTIONS_MAX = 8
