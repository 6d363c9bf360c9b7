import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DownloadCategory, DownloadFile } from '#contract/downloads.ts'
import { TEXT_MAX } from '#contract/fields.ts'
import type { DownloadFileId } from '#contract/ids.ts'
import { searchKey, spelledKeys, termKey } from '#shared/search.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { idIn } from '#src/platform/idIn.ts'
import { downloadsApi, useListDownloadsQuery } from '#src/store/downloads/api.ts'
import type { PageData } from '#src/store/pageData.ts'
import { Hero } from '#src/ui/Hero.tsx'
import { EmptyState, LoadState } from '#src/ui/LoadState.tsx'
import { Select } from '#src/ui/Select.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { SearchField } from '#src/ui/TextField.tsx'
import { type FilterCodec, useUrlFilters } from '#src/ui/useUrlFilters.ts'
import { FirstItem } from '../desk/FirstItem.tsx'
import { FileRow } from './FileRow.tsx'

/** As specified: the id of the option All, which is no category (behaviour 4.10). */
const ALL_CATEGORIES = -1

type DownloadFilters = { search: string; categoryId: number }

export const downloadFilters: FilterCodec<DownloadFilters> = {
  read: (query) => ({
    search: query.get('search') ?? '',
    categoryId: idIn(query.get('category')) ?? ALL_CATEGORIES,
  }),
  write: ({ search, categoryId }) => {
    const query = new URLSearchParams()
    if (search !== '') query.set('search', search)
    if (categoryId !== ALL_CATEGORIES) query.set('category', String(categoryId))
    return query
  },
}

/** The files of one category, at least one. */
type FileGroup = Pick<DownloadCategory, 'id' | 'title'> & { files: DownloadFile[] }

type VisibleFiles =
  | { groups: FileGroup[]; message: null }
  | { groups: null; message: 'load_failed' | 'none' | 'none_in_category' | 'no_match' }

/** The files to list by category, or the reason why there are none (behaviour 8.6). */
export function visibleFiles(
  categories: readonly DownloadCategory[],
  { search, categoryId }: DownloadFilters,
): VisibleFiles {
  // As specified: an empty response reads like a failed one (ruling 31).
  if (categories.length === 0) return { groups: null, message: 'load_failed' }
  const isAll = categoryId === ALL_CATEGORIES
  const chosen = categories.filter(({ id }) => isAll || id === categoryId)
  if (chosen.every(({ download_files }) => download_files.length === 0))
    return { groups: null, message: isAll ? 'none' : 'none_in_category' }
  const term = termKey(search)
  const groups = chosen
    .map(({ id, title, download_files }) => ({
      id,
      title,
      files: download_files.filter(({ display_name: name }) =>
        [searchKey(name), ...spelledKeys(name)].some((key) => key.includes(term)),
      ),
    }))
    .filter(({ files }) => files.length > 0)
  return groups.length === 0 ? { groups: null, message: 'no_match' } : { groups, message: null }
}

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
