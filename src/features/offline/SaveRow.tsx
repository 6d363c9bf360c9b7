import { useId, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { clockOf, nearness, timeRange } from '#shared/timeRange.ts'
import { type SaveFailure, saveErrorOf } from '#src/offline/listPlans.ts'
import { readSaved, removeSaved, type SavedDocument } from '#src/offline/savedDocuments.ts'
import { type Progress, type SavedListName, saveList } from '#src/offline/saveList.ts'
import { fileSize, readerTimeZone } from '#src/platform/intl.ts'
import { persistStorage } from '#src/platform/offline.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'

type SaveState = {
  /** Undefined until it has been read. */
  readonly saved: Pick<SavedDocument, 'at' | 'bytes'> | null | undefined
  /** Null unless a list is being fetched. */
  readonly progress: Progress | null
  readonly failure: SaveFailure | null
}

const UNKNOWN: SaveState = { saved: undefined, progress: null, failure: null }
const NONE: Progress = { done: 0, total: 0 }

/** State and actions of saving a list. Outside React, because a save continues when its dialog or page is closed. */
function makeSaver(name: SavedListName) {
  let state = UNKNOWN
  let running: AbortController | null = null
  const listeners = new Set<() => void>()
  const set = (changed: Partial<SaveState>) => {
    state = { ...state, ...changed }
    for (const listener of listeners) listener()
  }
  const look = async () => set({ saved: await readSaved(name) })

  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      if (running === null) void look()
      return () => void listeners.delete(listener)
    },
    async save(language: string) {
      if (running) return
      running = new AbortController()
      set({ progress: NONE, failure: null })
      try {
        await saveList(name, { language, signal: running.signal }, (progress) => set({ progress }))
      } catch (error) {
        set({ failure: saveErrorOf(error).failure })
      }
      running = null
      await look()
      set({ progress: null })
    },
    cancel: () => running?.abort(),
    async remove() {
      await removeSaved(name)
      set({ saved: null, failure: null })
    },
  }
}

const savers = { rules: makeSaver('rules'), glossary: makeSaver('glossary') }

type Props = { name: SavedListName; onSave: () => void }

/** A list of the site: whether it is saved on this device, and since when. */
export function SaveRow({ name, onSave }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const saver = savers[name]
  const { saved, progress, failure } = useSyncExternalStore(saver.subscribe, saver.read)
  const confirm = useConfirm()
  const handleSave = () => {
    onSave()
    // Requested only on this click, because some browsers show a prompt.
    void persistStorage()
    void saver.save(language)
  }
  const handleRemove = () =>
    confirm({
      title: t(`offline.remove_${name}`),
      text: t('offline.remove_text'),
      action: () => void saver.remove(),
    })
  return (
    <section aria-labelledby={id} tabIndex={-1} className="border-t border-line py-4 outline-none">
      <h3 id={id} className="font-heading text-lg font-bold">
        {t(`offline.${name}`)}
      </h3>
      <p role="status" className="mt-1 text-sm text-ink-soft">
        {saved && (
          <span>
            {t('offline.as_of', {
              time: asOf(saved.at, language),
              size: fileSize(saved.bytes, language),
            })}
          </span>
        )}
        {saved === null && progress === null && <span>{t(`offline.${name}_hint`)}</span>}
      </p>
      {progress && (
        <progress
          aria-label={t('offline.progress')}
          value={progress.total > 0 ? progress.done / progress.total : undefined}
          className="progress-bar mt-3 w-full"
        />
      )}
      <FailedSave failure={failure} isSaved={Boolean(saved)} />
      <div className="mt-3 flex flex-wrap gap-3">
        {progress ? (
          <Button onClick={saver.cancel}>{t('offline.cancel')}</Button>
        ) : (
          <Button icon="download" disabled={saved === undefined} onClick={handleSave}>
            {t(saved ? `offline.renew_${name}` : `offline.save_${name}`)}
          </Button>
        )}
        {saved && !progress && (
          <Button variant="danger" onClick={handleRemove}>
            {t(`offline.remove_${name}`)}
          </Button>
        )}
      </div>
    </section>
  )
}

type FailedProps = { failure: SaveFailure | null; isSaved: boolean }

/** Error of a failed save; a cancelled one shows nothing. */
export function FailedSave({ failure, isSaved }: FailedProps) {
  const { t } = useTranslation()
  if (failure === null || failure === 'cancelled') return null
  const sentence = t(`offline.failed_${failure}`)
  return <FormError message={isSaved ? `${sentence} ${t('offline.still_there')}` : sentence} />
}

/** "14:05" today, "Tue 24 Nov, 14:05" on other days, in the reader's time zone. @param at epoch milliseconds */
export function asOf(at: number, language: string): string {
  const time = new Date(at).toISOString()
  const zone = readerTimeZone()
  return nearness(time, zone) === 'today'
    ? clockOf(time, zone)
    : (timeRange(time, null, zone, { language }) ?? '')
}
