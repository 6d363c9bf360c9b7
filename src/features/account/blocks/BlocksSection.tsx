import { useTranslation } from 'react-i18next'
import { blocksApi } from '#src/store/account/blocks/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { FirstRows, ThingRow } from '#src/ui/ShowMore.tsx'
import { TIME, Timed } from '#src/ui/Time.tsx'
import { SettingsRow } from '../SettingsRow.tsx'

export function BlocksSection() {
  const { t } = useTranslation()
  const result = blocksApi.useListBlocksQuery(undefined, { refetchOnMountOrArgChange: true })
  const [end, { isLoading, originalArgs }] = blocksApi.useUnblockMemberMutation()
  return (
    <SettingsRow
      name="blocks"
      title={t('blocks.title')}
      fact={({ length: count }) => t('blocks.members', { count })}
      hint={t('settings.manage')}
      lead={t('blocks.lead')}
      result={result}
      empty={<p className="font-sans text-ui">{t('blocks.none')}</p>}
    >
      {(blocks) => (
        <FirstRows
          label={t('blocks.title')}
          rows={blocks}
          showAll={t('settings.show_all', { count: blocks.length })}
        >
          {({ id, username, created_at }) => (
            <ThingRow
              key={id}
              name={username}
              facts={<Timed text={t('blocks.since', { date: TIME })} at={created_at} />}
            >
              <Button
                busy={isLoading && originalArgs === id}
                aria-label={t('blocks.unblock_name', { name: username })}
                onClick={() => void end(id)}
              >
                {t('blocks.unblock')}
              </Button>
            </ThingRow>
          )}
        </FirstRows>
      )}
    </SettingsRow>
  )
}
