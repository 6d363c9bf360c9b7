import { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { type KeepableFile, keepFile, listKeepable, removeFile } from '#src/offline/keepList.ts'
import { KEPT_LISTS, readKept } from '#src/offline/keptDocuments.ts'
import { type KeepFailure, keepErrorOf } from '#src/offline/listPlans.ts'
import { isRegistered, registerWorker, reloadWith } from '#src/offline/registration.ts'
import {
  isAlone,
  keepStorage,
  oldestCopy,
  onConnectionChange,
  savesData,
} from '#src/platform/offline.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { asOf, FailedToKeep, KeepRow, megabytes } from './KeepRow.tsx'

/** The downloads of the site, each with a control that saves it on this device. */
function KeepDownloads({ onKeep }: { onKeep: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const { files, failure, busyId, change } = useKeepableFiles()
  const handleClick = (file: KeepableFile) => {
    if (!file.isKept) {
      onKeep()
      void keepStorage()
    }
    void change(file)
  }
  return (
    <section aria-labelledby={id} className="border-t border-line py-4">
      <h3 id={id} className="font-heading text-lg font-bold">
        {t('offline.downloads')}
      </h3>
      <p role="status" className="mt-1 text-sm text-ink-soft">
        {files?.length === 0 && t('offline.no_downloads')}
      </p>
      <FailedToKeep failure={failure} isKept={false} />
      <ul>
        {files?.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            isBusy={busyId === file.id}
            onClick={() => handleClick(file)}
          />
        ))}
      </ul>
    </section>
  )
}

function useKeepableFiles() {
  const language = useLanguage()
  const [files, setFiles] = useState<readonly KeepableFile[] | null>(null)
  const [failure, setFailure] = useState<KeepFailure | null>(null)
  const [busyId, setBusyId] = useState<number | null>(null)

  const look = useCallback(
    (signal: AbortSignal) =>
      listKeepable({ language, signal }).then(setFiles, (error: unknown) =>
        setFailure(keepErrorOf(error).failure),
      ),
    [language],
  )
  useEffect(() => {
    const visit = new AbortController()
    void look(visit.signal)
    return () => visit.abort()
  }, [look])

  const change = async (file: KeepableFile) => {
    const { signal } = new AbortController()
    setBusyId(file.id)
    setFailure(null)
    try {
      await (file.isKept ? removeFile(file.id) : keepFile(file.id, { language, signal }))
    } catch (error) {
      setFailure(keepErrorOf(error).failure)
    }
    await look(signal)
    setBusyId(null)
  }
  return { files, failure, busyId, change }
}

type RowProps = { file: KeepableFile; isBusy: boolean; onClick: () => void }

function FileRow({ file, isBusy, onClick }: RowProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line/70 py-2 first:border-0">
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span>{file.display_name}</span>
        {typeof file.size === 'number' && (
          <span className="text-sm text-ink-soft">{` ${megabytes(file.size, language)}`}</span>
        )}
      </span>
      <Button
        busy={isBusy}
        aria-label={t(file.isKept ? 'offline.remove_file' : 'offline.keep_file', {
          name: file.display_name,
        })}
        onClick={onClick}
      >
        {t(file.isKept ? 'offline.remove' : 'offline.keep')}
      </Button>
    </li>
  )
}

/** Distance that clears the cookie banner. */
const BOTTOM = 'calc(var(--bottom-bar, 0px) + 0.75rem)'

/**
 * Shows that there is no network, and that a new version is available. It lies over a corner of the page, so that the
 * text does not move; a portal, because the footer is rendered late.
 */
export function OfflineStatus({ waiting }: { waiting: ServiceWorker | null }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isKept = useSyncExternalStore(onConnectionChange, isAlone)
  const shown = useSyncExternalStore(onConnectionChange, oldestCopy)
  const saved = useOldestSaved(isKept)
  // A copy of unknown time is no older than what is saved.
  const oldest = shown || saved
  const isShown = isKept || waiting !== null
  return (
    <>
      {/* Room at the end of the page, so that its last controls can be scrolled from under the note. */}
      {isShown && <div className="h-28 w-full lg:hidden" />}
      {createPortal(
        <section
          aria-label={t('offline.region')}
          style={{ bottom: BOTTOM }}
          className="pointer-events-none fixed inset-x-0 z-header flex px-3 print:hidden"
        >
          <div
            role="status"
            className={
              isShown
                ? 'pointer-events-auto flex max-w-md flex-wrap items-center gap-3 rounded border border-line bg-vellum px-3.5 py-2 font-sans text-sm text-ink shadow-float'
                : 'sr-only'
            }
          >
            {isKept && (
              <p>
                {oldest === null
                  ? t('offline.alone')
                  : t('offline.alone_with_copy', { time: asOf(oldest, language) })}
              </p>
            )}
            {waiting && !isKept && (
              <>
                <p>{t('offline.new_version')}</p>
                <Button onClick={() => reloadWith(waiting)}>{t('offline.reload')}</Button>
              </>
            )}
          </div>
        </section>,
        document.body,
      )}
    </>
  )
}

/** Time when the oldest saved list was saved; null without one. */
function useOldestSaved(isKept: boolean): number | null {
  const [oldest, setOldest] = useState<number | null>(null)
  useEffect(() => {
    if (!isKept) return
    let isCurrent = true
    void Promise.all(KEPT_LISTS.map(readKept)).then((documents) => {
      const times = documents.flatMap((document) => (document ? [document.at] : []))
      if (isCurrent) setOldest(times.length === 0 ? null : Math.min(...times))
    })
    return () => {
      isCurrent = false
    }
  }, [isKept])
  return oldest
}

type Props = { open: boolean; onClose: () => void; onKeep: () => void }

/** Lists and downloads saved on this device for reading offline. */
function OfflineDialog({ open, onClose, onKeep }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('offline.title')}
      closeLabel={t('dashboard.close_dialog')}
    >
      <p className="pb-4">{t('offline.intro')}</p>
      <KeepRow name="rules" onKeep={onKeep} />
      <KeepRow name="glossary" onKeep={onKeep} />
      <KeepDownloads onKeep={onKeep} />
    </Modal>
  )
}

/** Footer control that opens the lists saved on this device. Registers the worker if the server announces one. */
export function OfflineControls() {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const { waiting, register } = useWorker()
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="inline-flex min-h-tap cursor-pointer items-center gap-2 font-sans text-sm text-snow underline decoration-gold-light/60 underline-offset-4 hover:text-gold-light"
      >
        <Icon name="download" className="size-4" />
        {t('offline.title')}
      </button>
      <OfflineDialog open={isOpen} onClose={() => setIsOpen(false)} onKeep={register} />
      <OfflineStatus waiting={waiting} />
    </>
  )
}

/** Delay of the registration, so that a short visit does not fetch the files for all pages. */
const FIRST_AFTER_MS = 8000

/** The worker fetches some hundred kilobytes: with data saving on, it is registered only when a list is saved. */
function useWorker() {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)
  const stop = useRef<Promise<() => void> | null>(null)
  const register = useCallback(() => {
    // A browser that refuses it works as one without workers.
    stop.current ??= registerWorker(setWaiting).catch(() => () => undefined)
  }, [])
  useEffect(() => {
    let wait: ReturnType<typeof setTimeout> | undefined
    void isRegistered().then(
      (isThere) => {
        if (isThere) register()
        else if (!savesData()) wait = setTimeout(register, FIRST_AFTER_MS)
      },
      () => undefined,
    )
    return () => {
      clearTimeout(wait)
      void stop.current?.then((end) => end())
      stop.current = null
    }
  }, [register])
  return { waiting, register }
}
