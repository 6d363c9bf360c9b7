import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DownloadFileId } from '#contract/ids.ts'
import { TEXT_MAX } from '#contract/limits.ts'
import type { DownloadCategory } from '#contract/schemas/content.ts'
import { useListDownloadsQuery } from '#src/store/content/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { Select } from '#src/ui/Select.tsx'
import { ALL_CATEGORIES, filesToShow } from './downloadFilters.ts'
import { FileRow } from './FileRow.tsx'
import { FilesSkeleton } from './FilesSkeleton.tsx'
import { useFileFilters } from './useFileFilters.ts'

const NONE: DownloadCategory[] = []

/** Search, category, and one row for each file (behaviour 2, 4). */
export function FileBrowser() {
  const { t } = useTranslation()
  const {
    data: categories = NONE,
    isLoading,
    isFetching,
    isError,
    refetch,
  } = useListDownloadsQuery()
  const { search, categoryId, change } = useFileFilters()
  const [expanded, setExpanded] = useState<ReadonlySet<DownloadFileId>>(new Set())

  const options =
    categories.length === 0
      ? [{ value: String(ALL_CATEGORIES), label: t('downloads.no_categories') }]
      : [
          { value: String(ALL_CATEGORIES), label: t('downloads.all') },
          ...categories.map(({ id, title }) => ({ value: String(id), label: title })),
        ]
  const selected = options.some(({ value }) => value === String(categoryId))
    ? categoryId
    : ALL_CATEGORIES
  const { groups, message } = filesToShow(categories, selected, search)
  const toggle = (id: DownloadFileId) =>
    setExpanded((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })

  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_16rem]">
        <SearchField
          label={t('downloads.search')}
          placeholder={t('downloads.search')}
          maxLength={TEXT_MAX}
          value={search}
          onChange={(text) => change({ search: text })}
        />
        <Select
          label={t('downloads.category')}
          value={String(selected)}
          options={options}
          onChange={(value) => change({ categoryId: Number(value) })}
        />
      </div>
      <div className="mt-8 min-h-128">
        {isLoading ? (
          <FilesSkeleton />
        ) : groups ? (
          // One list for all of them: the name of a category stands in the first of its rows.
          <ul aria-label={t('downloads.files')}>
            {groups.flatMap(({ id, title, files }) =>
              files.map((file, place) => (
                <FileRow
                  key={`${id} ${file.id}`}
                  file={file}
                  heading={place === 0 ? title : undefined}
                  isExpanded={expanded.has(file.id)}
                  onToggle={() => toggle(file.id)}
                />
              )),
            )}
          </ul>
        ) : (
          <EmptyState
            drawing={<img src="/images/empty-downloads.svg" alt="" width={160} height={120} />}
            message={t(`downloads.${message}`)}
            action={
              isError && (
                <Button busy={isFetching} onClick={() => void refetch()}>
                  {t('errors.retry')}
                </Button>
              )
            }
          />
        )}
      </div>
    </>
  )
}
