import type { GroupId, MemberId } from '#contract/ids.ts'
import type { Deps } from '../../http/deps.ts'
import { GROUP_INVITE } from '../../mail/jobs.ts'
import { worded } from '../../mail/texts.ts'
import type { MailWriters } from '../../mail/worker.ts'
import { invitedRepository as invited } from './invitedRepository.ts'
import { unsubscribeTokens } from './token.ts'

/** Names can have 400 characters, and a stranger may have chosen them to be read in somebody's mail. Characters. */
const NAME_MAX = 80
const shortened = (name: string): string => {
  const letters = [...name]
  return letters.length <= NAME_MAX ? name : `${letters.slice(0, NAME_MAX - 1).join('')}…`
}

/** Words the mail to somebody who was invited; none once the invite was answered or cancelled. */
export function inviteMailWriters({ db, clock, settings, jwtSecret }: Deps): MailWriters {
  const { tokenOf } = unsubscribeTokens(jwtSecret, 'invites')
  return {
    async [GROUP_INVITE]({ data }) {
      const user = Number(data.user) as MemberId
      const invite = await invited.toTell(db, user, Number(data.group) as GroupId, clock())
      if (invite === undefined) return null
      return worded('group_invite', {
        to: invite.email,
        values: {
          username: invite.username,
          group: shortened(invite.group),
          leader: shortened(invite.leader),
          size: invite.size ?? 1,
        },
        link: `${settings.publicUrl}/discordia/dashboard?tab=invites`,
        unsubscribe: `${settings.publicUrl}/api/notifications/unsubscribe-invites/${tokenOf(user)}`,
      })
    },
  }
}
