import type { MessageKey } from '#src/i18n/messageKeys.ts'
import type { GroupDialog } from '#src/store/groups/slice.ts'

type Texts = { title: MessageKey; text: MessageKey; confirm: MessageKey; cancel: MessageKey }

const yesOrNo = { confirm: 'dashboard.yes', cancel: 'dashboard.no' } as const

export const dialogTexts = {
  leaveAsOwner: {
    title: 'dashboard.leave_title',
    text: 'dashboard.leave_owner_text',
    confirm: 'dashboard.confirm',
    cancel: 'dashboard.cancel',
  },
  leave: { title: 'dashboard.leave_title', text: 'dashboard.leave_text', ...yesOrNo },
  removeMember: { title: 'dashboard.remove_title', text: 'dashboard.remove_text', ...yesOrNo },
  cancelInvite: {
    title: 'dashboard.cancel_invite_title',
    text: 'dashboard.cancel_invite_text',
    ...yesOrNo,
  },
  disband: { title: 'dashboard.disband_title', text: 'dashboard.disband_text', ...yesOrNo },
} as const satisfies Record<GroupDialog['kind'], Texts>
