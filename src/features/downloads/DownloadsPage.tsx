import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DownloadCategory, DownloadFile } from '#contract/downloads.ts'
import { TEXT_MAX } from '#contract/fields.ts'
import type { DownloadFileId } from '#contract/ids.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { searchKey, spelledKeys, termKey } from '#shared/search.ts'
import { fileSize } from '#src/platform/intl.ts'
import { idIn } from '#src/platform/urlParts.ts'
import { downloadFile, downloadsApi } from '#src/store/downloads/api.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { safeWidths, thumbnailOf } from '#src/store/http/pictures.ts'
import type { PageData } from '#src/store/reducer.ts'
import { Button } from '#src/ui/Button.tsx'
import { Collapse } from '#src/ui/Collapse.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { Hero } from '#src/ui/Hero.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { EmptyState, LoadState } from '#src/ui/LoadState.tsx'
import { joined } from '#src/ui/look.ts'
import { Picture } from '#src/ui/Picture.tsx'
import { Prose } from '#src/ui/Prose.tsx'
import { Select } from '#src/ui/Select.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { SearchField } from '#src/ui/TextField.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { type FilterCodec, useUrlFilters } from '#src/ui/useUrlFilters.ts'
import { FirstItem } from '../desk/FirstItem.tsx'

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

export const pageData: PageData = {
  queryOf: (query) => downloadFilters.write(downloadFilters.read(query)),
  fetch: (dispatch) => dispatch(downloadsApi.endpoints.listDownloads.initiate()),
}

function DownloadsPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{t('navbar.page_title', { heading: t('downloads.title') })}</title>
      <Hero picture="downloads" heading={t('downloads.title')} lead={t('downloads.lead')} />
      <div className="mx-auto max-w-page px-4 pt-8 pb-24 sm:pt-10">
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
  const result = downloadsApi.useListDownloadsQuery()
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
  /** Retries a failed call, whose sentence is that of an empty response (ruling 31). */
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

/** Longer endings are no common file type. Characters. */
const ENDING_MAX = 5

export function fileType({
  download_file_name: fileName,
  media_type,
}: Pick<DownloadFile, 'download_file_name' | 'media_type'>): string | null {
  const ending = /\.([a-z0-9]+)$/i.exec(String(fileName))?.[1]
  const subtype = typeof media_type === 'string' ? media_type.split(/[/;]/)[1] : undefined
  const type = [ending, subtype?.trim()].find(
    (name) => name && name.length <= ENDING_MAX && /^[a-z0-9]+$/i.test(name),
  )
  return type?.toUpperCase() ?? null
}

type Props = {
  file: DownloadFile
  /** The category, in the row of its first file. */
  heading?: string
  isExpanded: boolean
  onToggle: () => void
}

/** One file. The download belongs to the row, so that it goes on when the row is collapsed. */
function FileRow({ file, heading, isExpanded, onToggle }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const dispatch = useAppDispatch()
  const [state, setState] = useState<'idle' | 'running' | 'saved' | 'failed'>('idle')
  const [share, setShare] = useState<number | null>(null)

  const handleDownload = async () => {
    setState('running')
    setShare(null)
    const { id, download_file_name: fileName } = file
    const { meta } = await dispatch(downloadFile({ id, fileName, onProgress: setShare }))
    setState(meta.requestStatus === 'fulfilled' ? 'saved' : 'failed')
  }
  const size = fileSize(file.size, language)
  const type = fileType(file)
  return (
    <li className={heading === undefined ? 'border-t border-line' : 'not-first:mt-10'}>
      {heading !== undefined && (
        <h2 className="mb-3 font-heading text-2xl font-bold wrap-anywhere">{heading}</h2>
      )}
      <Collapse
        title={file.display_name}
        titleClassName="font-heading text-lg font-bold"
        open={isExpanded}
        onToggle={onToggle}
        picture={<FileThumbnail file={file} type={type} />}
        aside={
          <p className="flex gap-3 font-sans text-sm text-ink-soft tabular max-sm:basis-full max-sm:ps-8 max-sm:pb-1">
            {type && <span>{type}</span>}
            {size && <span>{size}</span>}
          </p>
        }
        className={joined('py-2', heading !== undefined && 'border-t border-line')}
      >
        <FileDetails file={file} isBusy={state === 'running'} onDownload={handleDownload}>
          {state === 'running' && (
            <progress
              aria-label={t('downloads.progress', { name: file.display_name })}
              value={share ?? undefined}
              className="progress-bar w-full max-w-xs"
            />
          )}
          <p role="status" className="font-sans text-sm text-ink-soft">
            {state === 'saved' && t('downloads.saved')}
          </p>
          {state === 'failed' && (
            <p role="alert" className="font-sans text-sm text-ember">
              {t('downloads.failed')}
            </p>
          )}
        </FileDetails>
      </Collapse>
    </li>
  )
}

const NO_PICTURE = '/images/empty-downloads.svg'
const frame = 'my-1.5 h-14 w-14 shrink-0 rounded-sm sm:h-16 sm:w-24 print:hidden'

function FileThumbnail({ file, type }: { file: DownloadFile; type: string | null }) {
  const picture = thumbnailOf(file, NO_PICTURE)
  if (picture !== null)
    return <Picture {...picture} alt="" width={96} height={64} sizes="6rem" className={frame} />
  return (
    <span aria-hidden="true" className={`${frame} flex items-center justify-center bg-current/5`}>
      <span className="flex h-12 w-9 flex-col items-center justify-center gap-0.5 rounded-sm border border-current/35 text-gold-deep">
        <Icon name="download" />
        <span className="font-sans text-xs leading-none font-bold">{type}</span>
      </span>
    </span>
  )
}

type FileDetailsProps = {
  file: DownloadFile
  isBusy: boolean
  onDownload: () => void
  children: Elements
}

function FileDetails({ file, isBusy, onDownload, children }: FileDetailsProps) {
  const { t } = useTranslation()
  const image = safeUrl(file.image, 'file')
  return (
    <div className="flex flex-col gap-5 pt-2 pb-6 ps-8 sm:flex-row sm:gap-8">
      {image !== null && (
        <Picture
          src={image}
          fallback={NO_PICTURE}
          widths={safeWidths(file.pictures)}
          alt={file.display_name}
          width={480}
          height={320}
          sizes="(min-width: 600px) 15rem, 100vw"
          className="aspect-3/2 w-full rounded sm:w-60 sm:shrink-0 sm:self-start"
        />
      )}
      <div className="min-w-0 flex-1">
        <Prose text={file.description?.trim() || t('downloads.no_description')} />
        <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button icon="download" busy={isBusy} onClick={onDownload}>
            {t('downloads.download')}
          </Button>
          {children}
        </div>
      </div>
    </div>
  )
}

export { DownloadsPage as Screen }
