import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DownloadCategory } from '#contract/downloads.ts'
import { TEXT_MAX } from '#contract/fields.ts'
import type { DownloadFileId } from '#contract/ids.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { downloadsApi, useListDownloadsQuery } from '#src/store/downloads/api.ts'
import type { PageData } from '#src/store/pageData.ts'
import { Hero } from '#src/ui/Hero.tsx'
import { EmptyState, LoadState } from '#src/ui/LoadState.tsx'
import { Select } from '#src/ui/Select.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { SearchField } from '#src/ui/TextField.tsx'
import { useUrlFilters } from '#src/ui/useUrlFilters.ts'
import { FirstItem } from '../desk/FirstItem.tsx'
import { ALL_CATEGORIES, downloadFilters, visibleFiles } from './downloadFilters.ts'
import { FileRow } from './FileRow.tsx'

const { listDownloads } = downloadsApi.endpoints

export const pageData: PageData = {
  queryOf: (query) => downloadFilters.write(downloadFilters.read(query)),
  fetch: (dispatch) => dispatch(listDownloads.initiate()),
}

export function DownloadsPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{t('navbar.page_title', { heading: t('downloads.title') })}</title>
      <Hero picture="downloads" heading={t('downloads.title')} lead={t('downloads.lead')} />
      <div className="mx-auto max-w-4xl px-4 pt-8 pb-24 sm:pt-10">
        <FileBrowser />
      </div>
    </>
  )
}

const NONE: DownloadCategory[] = []

/** Debounce of the URL: browsers refuse more than some hundred changes in half a minute. */
const URL_DEBOUNCE_MS = 300

function FileBrowser() {
  const { t } = useTranslation()
  const result = useListDownloadsQuery()
  const { data: categories = NONE } = result
  const { filters, change } = useUrlFilters(downloadFilters, { debounceMs: URL_DEBOUNCE_MS })

  const isEmpty = categories.length === 0
  const options = [
    { value: ALL_CATEGORIES, label: t(`downloads.${isEmpty ? 'no_categories' : 'all'}`) },
    ...categories.map(({ id, title }) => ({ value: id, label: title })),
  ]
  const isKnown = categories.some(({ id }) => id === filters.categoryId)
  const categoryId = isKnown ? filters.categoryId : ALL_CATEGORIES
  const { groups, message } = visibleFiles(categories, { ...filters, categoryId })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_16rem]">
        <SearchField
          label={t('downloads.search')}
          placeholder={t('downloads.search')}
          maxLength={TEXT_MAX}
          value={filters.search}
          onChange={(search) => change({ search })}
        />
        <Select
          label={t('downloads.category')}
          value={categoryId}
          options={options}
          onChange={(chosen) => change({ categoryId: chosen })}
        />
      </div>
      <div className="mt-8 min-h-128">
        <LoadState
          result={result}
          texts={useLoadTexts()}
          skeleton={
            <Skeleton count={6}>
              <div className="flex min-h-24 items-center gap-4 border-t border-line">
                <SkeletonBlock className="h-16 w-14 shrink-0 sm:w-24" />
                <SkeletonBlock className="h-5 w-1/2" />
              </div>
            </Skeleton>
          }
          failed={(retry) => <NoFiles message="load_failed" retry={retry} />}
        >
          {() => (groups ? <FileList groups={groups} /> : <NoFiles message={message} />)}
        </LoadState>
      </div>
    </>
  )
}

type NoFilesProps = {
  message: NonNullable<ReturnType<typeof visibleFiles>['message']>
  /** Of a failed call, whose sentence is that of an empty response (ruling 31). */
  retry?: ReactNode
}

function NoFiles({ message, retry }: NoFilesProps) {
  const { t } = useTranslation()
  return (
    <EmptyState drawing="downloads" message={t(`downloads.${message}`)} action={retry}>
      {message === 'load_failed' && !retry && (
        <FirstItem resource="download-categories" label={t('downloads.add_category')} />
      )}
      {message === 'none' && (
        <FirstItem resource="download-files" label={t('downloads.add_file')} />
      )}
    </EmptyState>
  )
}

/** One list for all categories: the name of a category is in the first of its rows. */
function FileList({ groups }: { groups: NonNullable<ReturnType<typeof visibleFiles>['groups']> }) {
  const { t } = useTranslation()
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<DownloadFileId>>(new Set())
  const toggle = (id: DownloadFileId) =>
    setExpandedIds((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  return (
    <ul aria-label={t('downloads.files')}>
      {groups.flatMap(({ id, title, files }) =>
        files.map((file, index) => (
          <FileRow
            key={`${id} ${file.id}`}
            file={file}
            heading={index === 0 ? title : undefined}
            isExpanded={expandedIds.has(file.id)}
            onToggle={() => toggle(file.id)}
          />
        )),
      )}
    </ul>
  )
}
