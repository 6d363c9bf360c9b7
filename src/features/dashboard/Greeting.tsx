import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGetProfileQuery } from '#src/store/account/api.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectIsStaff } from '#src/store/session/slice.ts'
import { IconButton } from '#src/ui/Button.tsx'
import { joined } from '#src/ui/look.ts'
import { Tooltip } from '#src/ui/Tooltip.tsx'
import { NameChangeDialog } from './profile/NameChangeDialog.tsx'

/** Longer names get a smaller font. Characters. */
const LONG_NAME = 40

export function Greeting() {
  const { t } = useTranslation()
  const { data: profile } = useGetProfileQuery()
  const isStaff = useAppSelector(selectIsStaff)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const username = profile?.username ?? ''
  const heading = username ? t('dashboard.greeting', { username }) : t('dashboard.greeting_plain')

  return (
    <div className="flex items-center gap-1 sm:gap-2">
      <title>{t('navbar.page_title', { heading })}</title>
      <Tooltip
        as="div"
        className="min-w-0"
        text={t(isStaff ? 'dashboard.welcome_evaluator' : 'dashboard.welcome_player')}
      >
        {(describedBy) => (
          <h1
            aria-describedby={describedBy}
            className={joined(
              'font-heading font-bold wrap-anywhere',
              username.length > LONG_NAME ? 'text-xl' : 'text-2xl sm:text-4xl',
            )}
          >
            {heading}
          </h1>
        )}
      </Tooltip>
      <IconButton
        icon="pencil"
        label={t('dashboard.request_name_change')}
        onClick={() => setIsDialogOpen(true)}
        className="shrink-0"
      />
      <NameChangeDialog open={isDialogOpen} onClose={() => setIsDialogOpen(false)} />
    </div>
  )
}
