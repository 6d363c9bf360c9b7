import type { GroupId } from '#contract/ids.ts'
import { GROUP_INVITE, memberIn } from '../../mail/jobs.ts'
import { stopLink } from '../../mail/mailSwitches.ts'
import { renderMail } from '../../mail/renderMail.ts'
import type { MailWriters } from '../../mail/worker.ts'
import { nameInMail } from '../../text/shortNames.ts'
import { findMailableInvite } from './inviteRepository.ts'

export const groupMailWriters: MailWriters = {
  async [GROUP_INVITE]({ data }, deps) {
    const { db, clock, settings, kit } = deps
    const user = memberIn(data)
    const invite = await findMailableInvite(
      { db, now: clock() },
      user,
      Number(data.group) as GroupId,
    )
    const unsubscribe = await stopLink(deps, 'invite_mails', user)
    if (invite === undefined || unsubscribe === null) return null
    return renderMail(kit.current(), 'group_invite', {
      to: invite.email,
      values: {
        username: invite.username,
        group: nameInMail(invite.group),
        leader: nameInMail(invite.inviter),
        size: invite.size,
      },
      link: `${settings.publicUrl}/discordia/dashboard?tab=invites`,
      unsubscribe,
    })
  },
}
