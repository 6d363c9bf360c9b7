import type { GroupId } from '#contract/ids.ts'
import { GROUP_INVITE, memberIn } from '../../mail/jobs.ts'
import { renderMail } from '../../mail/renderMail.ts'
import { unsubscribeTokens } from '../../mail/unsubscribeToken.ts'
import type { MailWriters } from '../../mail/worker.ts'
import { findMailableInvite } from './inviteRepository.ts'

/** Characters. Names can have 400, and a stranger may have written an advertisement. */
const NAME_MAX = 80
export const shortened = (name: string): string => {
  const characters = [...name]
  return characters.length <= NAME_MAX ? name : `${characters.slice(0, NAME_MAX - 1).join('')}…`
}

export const groupMailWriters: MailWriters = {
  async [GROUP_INVITE]({ data }, { db, clock, settings, jwtSecret }) {
    const user = memberIn(data)
    const invite = await findMailableInvite(db, user, Number(data.group) as GroupId, clock())
    if (invite === undefined) return null
    const { tokenOf } = unsubscribeTokens(jwtSecret, 'invites')
    return renderMail('group_invite', {
      to: invite.email,
      values: {
        username: invite.username,
        group: shortened(invite.group),
        leader: shortened(invite.inviter),
        size: invite.size,
      },
      link: `${settings.publicUrl}/discordia/dashboard?tab=invites`,
      unsubscribe: `${settings.publicUrl}/api/notifications/unsubscribe-invites/${tokenOf(user)}`,
    })
  },
}
