import { useTranslation } from 'react-i18next'
import type { Session } from '#contract/security.ts'
import { accountApi } from '#src/store/account/api.ts'
import { sessionsApi } from '#src/store/account/sessions/api.ts'
import { offers } from '#src/store/session/features.ts'
import { Button } from '#src/ui/Button.tsx'
import { FirstRows, ThingRow } from '#src/ui/ShowMore.tsx'
import { TIME, Timed } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { SettingsRow } from '../SettingsRow.tsx'
import { TokensSection } from '../tokens/TokensSection.tsx'

export function SessionsSection() {
  const { t } = useTranslation()
  const result = sessionsApi.useListSessionsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data: profile } = accountApi.useGetProfileQuery()
  return (
    <SettingsRow
      name="sessions"
      title={t('sessions.title')}
      fact={({ length: count }) => t('settings.browsers', { count })}
      hint={t('settings.manage')}
      lead={t('sessions.lead')}
      result={result}
      bars={2}
    >
      {(sessions) => (
        <>
          <SessionList sessions={sessions} />
          {sessions.length > 1 && <EndOthers />}
          {offers(profile, 'tokens') && <TokensSection />}
        </>
      )}
    </SettingsRow>
  )
}

function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useTranslation()
  const [end, { isLoading, originalArgs }] = sessionsApi.useEndSessionMutation()
  return (
    <FirstRows
      label={t('sessions.title')}
      rows={sessions}
      showAll={t('settings.show_all', { count: sessions.length })}
    >
      {(session) => (
        <SessionRow
          key={session.id}
          session={session}
          isBusy={isLoading && originalArgs === session.id}
          onEnd={() => void end(session.id)}
        />
      )}
    </FirstRows>
  )
}

type RowProps = { session: Session; isBusy: boolean; onEnd: () => void }

function SessionRow({ session, isBusy, onEnd }: RowProps) {
  const { t } = useTranslation()
  const { network, started_at, last_used_at, is_current } = session
  const browser = session.browser ?? t('sessions.unknown_browser')
  return (
    <ThingRow
      name={is_current ? `${browser} (${t('sessions.this_one')})` : browser}
      facts={
        <>
          <Timed
            text={
              network === null
                ? t('sessions.since_alone', { date: TIME })
                : t('sessions.since', { network, date: TIME })
            }
            at={started_at}
          />
          <span>, </span>
          <Timed text={t('sessions.last_used', { date: TIME })} at={last_used_at} />
        </>
      }
    >
      {!is_current && (
        <Button busy={isBusy} aria-label={t('sessions.end_name', { browser })} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </ThingRow>
  )
}

function EndOthers() {
  const { t } = useTranslation()
  const [endOthers, { isLoading }] = sessionsApi.useEndOtherSessionsMutation()
  const confirm = useConfirm()
  const handleEnd = () =>
    confirm({
      title: t('sessions.end_others'),
      text: t('sessions.end_others_text'),
      action: () => void endOthers(),
    })
  return (
    <Button variant="danger" busy={isLoading} onClick={handleEnd}>
      {t('sessions.end_others')}
    </Button>
  )
}
