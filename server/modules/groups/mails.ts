import type { GroupId } from '#contract/ids.ts'
import { GROUP_INVITE, memberIn } from '../../mail/jobs.ts'
import { renderMail } from '../../mail/renderMail.ts'
import { unsubscribeTokens } from '../../mail/unsubscribeToken.ts'
import type { MailWriters } from '../../mail/worker.ts'
import { nameInMail } from '../../text/shortNames.ts'
import { findMailableInvite } from './inviteRepository.ts'

export const groupMailWriters: MailWriters = {
  async [GROUP_INVITE]({ data }, { db, clock, settings, jwtSecret, kit }) {
    const user = memberIn(data)
    const invite = await findMailableInvite(db, user, Number(data.group) as GroupId, clock())
    if (invite === undefined) return null
    const { tokenOf } = unsubscribeTokens(jwtSecret, 'invites')
    return renderMail(kit.current(), 'group_invite', {
      to: invite.email,
      values: {
        username: invite.username,
        group: nameInMail(invite.group),
        leader: nameInMail(invite.inviter),
        size: invite.size,
      },
      link: `${settings.publicUrl}/discordia/dashboard?tab=invites`,
      unsubscribe: `${settings.publicUrl}/api/notifications/unsubscribe-invites/${tokenOf(user)}`,
    })
  },
}
