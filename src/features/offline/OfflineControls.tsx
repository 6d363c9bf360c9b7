import { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { type SaveFailure, saveErrorOf } from '#src/offline/listPlans.ts'
import { isRegistered, registerWorker, reloadWith } from '#src/offline/registration.ts'
import { readSaved, SAVED_LISTS } from '#src/offline/savedDocuments.ts'
import { listSavable, removeFile, type SavableFile, saveFile } from '#src/offline/saveList.ts'
import { fileSize } from '#src/platform/intl.ts'
import {
  isDisconnected,
  oldestCopy,
  onConnectionChange,
  persistStorage,
  savesData,
} from '#src/platform/offline.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { asOf, FailedSave, SaveRow } from './SaveRow.tsx'

function SaveDownloads({ onSave }: { onSave: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const { files, failure, busyId, change } = useSavableFiles()
  const handleClick = (file: SavableFile) => {
    if (!file.isSaved) {
      onSave()
      void persistStorage()
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
      <FailedSave failure={failure} isSaved={false} />
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

function useSavableFiles() {
  const language = useLanguage()
  const [files, setFiles] = useState<readonly SavableFile[] | null>(null)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [busyId, setBusyId] = useState<number | null>(null)

  const look = useCallback(
    (signal: AbortSignal) =>
      listSavable({ language, signal }).then(setFiles, (error: unknown) =>
        setFailure(saveErrorOf(error).failure),
      ),
    [language],
  )
  useEffect(() => {
    const visit = new AbortController()
    void look(visit.signal)
    return () => visit.abort()
  }, [look])

  const change = async (file: SavableFile) => {
    const { signal } = new AbortController()
    setBusyId(file.id)
    setFailure(null)
    try {
      await (file.isSaved ? removeFile(file.id) : saveFile(file.id, { language, signal }))
    } catch (error) {
      setFailure(saveErrorOf(error).failure)
    }
    await look(signal)
    setBusyId(null)
  }
  return { files, failure, busyId, change }
}

type RowProps = { file: SavableFile; isBusy: boolean; onClick: () => void }

function FileRow({ file, isBusy, onClick }: RowProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line/70 py-2 first:border-0">
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span>{file.display_name}</span>
        <span className="text-sm text-ink-soft">{` ${fileSize(file.size, language) ?? ''}`}</span>
      </span>
      <Button
        busy={isBusy}
        aria-label={t(file.isSaved ? 'offline.remove_file' : 'offline.save_file', {
          name: file.display_name,
        })}
        onClick={onClick}
      >
        {t(file.isSaved ? 'offline.remove' : 'offline.save')}
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
  const isOffline = useSyncExternalStore(onConnectionChange, isDisconnected)
  const shown = useSyncExternalStore(onConnectionChange, oldestCopy)
  const saved = useOldestSaved(isOffline)
  // A copy of unknown time is no older than what is saved.
  const oldest = shown || saved
  const isShown = isOffline || waiting !== null
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
            {isOffline && (
              <p>
                {oldest === null
                  ? t('offline.alone')
                  : t('offline.alone_with_copy', { time: asOf(oldest, language) })}
              </p>
            )}
            {waiting && !isOffline && (
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
function useOldestSaved(isOffline: boolean): number | null {
  const [oldest, setOldest] = useState<number | null>(null)
  useEffect(() => {
    if (!isOffline) return
    let isCurrent = true
    void Promise.all(SAVED_LISTS.map(readSaved)).then((documents) => {
      const times = documents.flatMap((document) => (document ? [document.at] : []))
      if (isCurrent) setOldest(times.length === 0 ? null : Math.min(...times))
    })
    return () => {
      isCurrent = false
    }
  }, [isOffline])
  return oldest
}

/**
 * Footer control that opens the lists and downloads saved on this device for reading offline. Registers the worker if
 * the server announces one.
 */
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
      <Modal open={isOpen} onClose={() => setIsOpen(false)} title={t('offline.title')}>
        <p className="pb-4">{t('offline.intro')}</p>
        <SaveRow name="rules" onSave={register} />
        <SaveRow name="glossary" onSave={register} />
        <SaveDownloads onSave={register} />
      </Modal>
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
