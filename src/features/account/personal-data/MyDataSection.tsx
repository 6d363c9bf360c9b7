import { useTranslation } from 'react-i18next'
import { DELETION_DAYS, type Deletion, type Export } from '#contract/personalData.ts'
import { fileSize } from '#src/platform/intl.ts'
import { accountApi } from '#src/store/account/api.ts'
import { personalDataApi } from '#src/store/account/personal-data/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { SummaryRow } from '#src/ui/SummaryRow.tsx'
import { TIME, Timed } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { SettingsRow } from '../SettingsRow.tsx'

const POLL_MS = 10_000

export function MyDataSection() {
  const { t } = useTranslation()
  // Cached state of the export, which sets the polling interval below.
  const { isPending } = personalDataApi.useGetExportQuery(undefined, {
    selectFromResult: ({ data }) => ({ isPending: data?.state === 'pending' }),
  })
  const result = personalDataApi.useGetExportQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: isPending ? POLL_MS : 0,
    skipPollingIfUnfocused: true,
  })
  return (
    <SettingsRow
      name="data"
      title={t('my_data.title')}
      fact={({ state }) => state !== 'none' && t(`settings.archive_${state}`)}
      hint={t('settings.show')}
      lead={t('my_data.lead')}
      result={result}
    >
      {(archive) => <Archive archive={archive} />}
    </SettingsRow>
  )
}

function Archive({ archive: { state, expires_at, size } }: { archive: Export }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [request, { isLoading }] = personalDataApi.useRequestExportMutation()
  const [download, { isLoading: isOpening }] = personalDataApi.useDownloadExportMutation()
  const text = 'font-sans text-ui'
  return (
    <>
      <div role="status" className={text}>
        {state === 'pending' && <p>{t('my_data.pending')}</p>}
        {state === 'failed' && <p>{t('my_data.failed')}</p>}
        {state === 'ready' && (
          <p>
            <Timed
              text={t('my_data.ready', { size: fileSize(size ?? 0, language), date: TIME })}
              at={expires_at}
            />
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        {state === 'ready' && (
          <Button
            variant="primary"
            busy={isOpening}
            onClick={() => void download({ fileName: t('my_data.file_name') })}
          >
            {t('my_data.download')}
          </Button>
        )}
        {state !== 'pending' && (
          <Button busy={isLoading} onClick={() => void request()}>
            {t(state === 'ready' ? 'my_data.request_again' : 'my_data.request')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Deletes the account: shows the consequences, asks for confirmation, then leaves two weeks to withdraw. */
export function DeletionSection() {
  const { t } = useTranslation()
  const { data: profile } = accountApi.useGetProfileQuery()
  const due = profile?.deletion_due_at
  return (
    <SummaryRow
      name="deletion"
      level={4}
      title={t('deletion.title')}
      fact={typeof due === 'string' && <Timed text={t('settings.due', { date: TIME })} day={due} />}
      hint={t('settings.show')}
      lead={t('deletion.lead', { days: DELETION_DAYS })}
      isLate
    >
      <DeletionState />
    </SummaryRow>
  )
}

function DeletionState() {
  const result = personalDataApi.useGetDeletionQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <LoadState result={result} skeleton={<SkeletonBars count={2} />}>
      {(deletion) =>
        deletion.due_at === null ? <Ask deletion={deletion} /> : <Due deletion={deletion} />
      }
    </LoadState>
  )
}

function Ask({ deletion }: { deletion: Deletion }) {
  const { t } = useTranslation()
  const [request, { isLoading }] = personalDataApi.useRequestDeletionMutation()
  const confirm = useConfirm()
  const handleRequest = () =>
    confirm({
      title: t('deletion.request'),
      text: t('deletion.sure', { days: DELETION_DAYS }),
      yes: t('deletion.request'),
      no: t('deletion.keep'),
      action: () => void request(),
    })
  return (
    <>
      <Forecast deletion={deletion} />
      <Button variant="danger" busy={isLoading} onClick={handleRequest}>
        {t('deletion.request')}
      </Button>
    </>
  )
}

function Due({ deletion }: { deletion: Deletion }) {
  const { t } = useTranslation()
  const [withdraw, { isLoading }] = personalDataApi.useWithdrawDeletionMutation()
  return (
    <>
      <p role="status" className="max-w-measure font-sans text-ui font-medium">
        <Timed text={t('deletion.due', { date: TIME })} at={deletion.due_at} />
      </p>
      <Forecast deletion={deletion} />
      <Button variant="primary" busy={isLoading} onClick={() => void withdraw()}>
        {t('deletion.keep')}
      </Button>
    </>
  )
}

function Forecast({ deletion }: { deletion: Deletion }) {
  const { t } = useTranslation()
  const { groups, kept_entries, deleted_entries } = deletion
  return (
    <ul
      aria-label={t('deletion.forecast')}
      className="w-full max-w-2xl divide-y divide-line font-sans text-ui"
    >
      <li className="py-3">{t('deletion.erased')}</li>
      {/* Groups may have the same name; the list is shown as it came. */}
      {groups.map(({ name, new_owner }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have neither ids nor state
        <li key={place} className="py-3 wrap-anywhere">
          {new_owner === null
            ? t('deletion.group_ends', { name })
            : t('deletion.group_passes', { name, new_owner })}
        </li>
      ))}
      {kept_entries > 0 && (
        <li className="py-3">{t('deletion.entries_stay', { count: kept_entries })}</li>
      )}
      {deleted_entries > 0 && (
        <li className="py-3">{t('deletion.entries_go', { count: deleted_entries })}</li>
      )}
    </ul>
  )
}
