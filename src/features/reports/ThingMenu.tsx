import { skipToken } from '@reduxjs/toolkit/query'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract/account.ts'
import { accountApi } from '#src/store/account/api.ts'
import { blocksApi } from '#src/store/account/blocks/api.ts'
import { offers } from '#src/store/session/features.ts'
import { type MenuAction, MoreMenu } from '#src/ui/MoreMenu.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'

export type ThingMenuProps = {
  /** Names the menu. */
  about: string
  /** Username of the member whose it is; null if that is unknown, or named nowhere. */
  by: string | null
  /** Actions that come first. */
  more?: readonly MenuAction[]
}

/** Menu of a member, or of what a member has written. It has nothing for the member alone. */
export function ThingMenu({ about, by, more = [] }: ThingMenuProps) {
  const { t } = useTranslation()
  const { data: profile } = accountApi.useGetProfileQuery()
  const blocking = useBlocking(by, profile)
  const isOwn = profile === undefined || profile.username === by
  return (
    <MoreMenu
      label={t('group_page.more_for', { name: about })}
      actions={[...more, ...(isOwn ? [] : blocking)]}
    />
  )
}

function useBlocking(name: string | null, profile: Profile | undefined): MenuAction[] {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const isAsked = name !== null && offers(profile, 'blocks')
  const { data: blocks } = blocksApi.useListBlocksQuery(isAsked ? undefined : skipToken)
  const [block] = blocksApi.useBlockMemberMutation()
  const [unblock] = blocksApi.useUnblockMemberMutation()
  if (name === null || blocks === undefined) return []
  const made = blocks.find(({ username }) => username === name)
  const handleBlock = () =>
    confirm({
      title: t('blocks.block_name', { name }),
      text: t('blocks.block_text', { name }),
      more: <p className="font-sans text-sm text-ink-soft">{t('blocks.shared_hint')}</p>,
      yes: t('blocks.block'),
      no: t('dashboard.cancel'),
      action: async () => !(await block({ username: name })).error,
    })
  return [
    made
      ? { label: t('blocks.unblock_name', { name }), onSelect: () => void unblock(made.id) }
      : { label: t('blocks.block_name', { name }), isDanger: true, onSelect: handleBlock },
  ].map((action) => ({ ...action, icon: 'mute' }))
}
