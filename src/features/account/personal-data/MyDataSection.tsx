import { useTranslation } from 'react-i18next'
import type { Export } from '#contract/personalData.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { quantity } from '#src/platform/inLanguage.ts'
import {
  useDownloadExportMutation,
  useGetExportQuery,
  useRequestExportMutation,
} from '#src/store/account/personal-data/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { factOf } from '#src/ui/factOf.ts'
import { LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { SummaryRow } from '#src/ui/SummaryRow.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'

const POLL_MS = 10_000
const KILOBYTE = 1024

/** The archive with everything that is stored about the member. */
export function MyDataSection() {
  const { t } = useTranslation()
  // Cached state of the export, which sets the polling interval below.
  const { isPending } = useGetExportQuery(undefined, {
    selectFromResult: ({ data }) => ({ isPending: data?.state === 'pending' }),
  })
  const result = useGetExportQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: isPending ? POLL_MS : 0,
    skipPollingIfUnfocused: true,
  })
  return (
    <SummaryRow
      name="data"
      level={4}
      title={t('my_data.title')}
      fact={factOf(result, ({ state }) => state !== 'none' && t(`settings.archive_${state}`))}
      hint={t('settings.show')}
      lead={t('my_data.lead')}
    >
      <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={1} />}>
        {(archive) => <Archive archive={archive} />}
      </LoadState>
    </SummaryRow>
  )
}

function Archive({ archive: { state, expires_at, size } }: { archive: Export }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [request, { isLoading }] = useRequestExportMutation()
  const [download, { isLoading: isOpening }] = useDownloadExportMutation()
  const text = 'font-sans text-ui'
  return (
    <>
      <div role="status" className={text}>
        {state === 'pending' && <p>{t('my_data.pending')}</p>}
        {state === 'failed' && <p>{t('my_data.failed')}</p>}
        {state === 'ready' && (
          <p>
            <span>{t('my_data.ready', { size: sizeOf(size ?? 0, language) })}</span>{' '}
            <TimeSpan start={expires_at} />
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

/** "12 kB", "3.4 MB" */
function sizeOf(bytes: number, language: string): string {
  const kilobytes = Math.max(1, Math.round(bytes / KILOBYTE))
  const [size, unit] =
    kilobytes < KILOBYTE
      ? ([kilobytes, 'kilobyte'] as const)
      : ([kilobytes / KILOBYTE, 'megabyte'] as const)
  const digits = unit === 'megabyte' ? 1 : 0
  return quantity(size, language, {
    unit,
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
