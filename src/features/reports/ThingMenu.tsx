import { skipToken } from '@reduxjs/toolkit/query'
import { useTranslation } from 'react-i18next'
import type { Feature } from '#contract/sets.ts'
import { accountApi } from '#src/store/account/api.ts'
import { blocksApi } from '#src/store/account/blocks/api.ts'
import { offers } from '#src/store/session/features.ts'
import { IconButton } from '#src/ui/Button.tsx'
import { type MenuAction, MoreMenu } from '#src/ui/MoreMenu.tsx'
import { useConfirm, useDialog } from '#src/ui/useConfirm.tsx'
import { ReportDialog, type Thing } from './ReportDialog.tsx'

type Whose = {
  /** What it is about, in its name. */
  about: string
  /** Username of the member whose it is; null if that is unknown. */
  by: string | null
}
export type ThingMenuProps = Whose & {
  things?: readonly Thing[]
  /** Whether the page names the member, who can then be reported and blocked. */
  isNamed?: boolean
  /** Actions that come first. */
  more?: readonly MenuAction[]
}

/** Menu of a member, or of what a member has written. It has nothing for the member alone. */
export function ThingMenu({ about, by, things = [], isNamed = true, more = [] }: ThingMenuProps) {
  const { t } = useTranslation()
  const name = isNamed ? by : null
  const report = useReporting({ about, by })
  const blocking = useBlocking(name)
  const reported = name === null ? things : [...things, { kind: 'name' as const, name }]
  const reporting = (thing: Thing): MenuAction => ({
    label: t(`report.${thing.kind}`, { name: thing.name }),
    icon: 'alert',
    onSelect: () => report?.(thing),
  })
  return (
    <MoreMenu
      label={t('group_page.more_for', { name: about })}
      actions={[...more, ...(report ? reported.map(reporting) : []), ...blocking]}
    />
  )
}

/** Reports a thing where there is no room for a menu. */
export function ReportButton({ thing, ...whose }: Whose & { thing: Thing }) {
  const { t } = useTranslation()
  const report = useReporting(whose)
  if (report === null) return null
  const label = t('report.comment_of', { name: whose.by })
  return (
    <IconButton
      icon="alert"
      label={label}
      onClick={() => report(thing)}
      className="align-middle text-ink-soft print:hidden"
    />
  )
}

/** Whether the profile has the addition, and the member is not the reader. */
function useOthers(by: string | null, feature: Feature): boolean {
  const { data: profile } = accountApi.useGetProfileQuery()
  return offers(profile, feature) && profile?.username !== by
}

/** Opens the form; null where there is nothing to report. */
function useReporting({ about, by }: Whose): ((thing: Thing) => void) | null {
  const show = useDialog()
  const isOffered = useOthers(by, 'reports')
  return isOffered
    ? (thing) => show((close) => <ReportDialog thing={thing} about={about} onClose={close} />)
    : null
}

function useBlocking(name: string | null): MenuAction[] {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const isOffered = useOthers(name, 'blocks')
  const { data: blocks } = blocksApi.useListBlocksQuery(isOffered && name ? undefined : skipToken)
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
