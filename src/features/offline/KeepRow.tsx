import { useId, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { clockOf, nearness, timeRange } from '#shared/timeRange.ts'
import { type KeptListName, keepList, type Progress } from '#src/offline/keepList.ts'
import { type KeptDocument, readKept, removeKept } from '#src/offline/keptDocuments.ts'
import { type KeepFailure, keepErrorOf } from '#src/offline/listPlans.ts'
import { quantity, readerTimeZone } from '#src/platform/intl.ts'
import { keepStorage } from '#src/platform/offline.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'

type Keeping = {
  /** Undefined until it has been read. */
  readonly kept: Pick<KeptDocument, 'at' | 'bytes'> | null | undefined
  /** Null unless a list is being fetched. */
  readonly progress: Progress | null
  readonly failure: KeepFailure | null
}

const UNKNOWN: Keeping = { kept: undefined, progress: null, failure: null }
const NONE: Progress = { done: 0, total: 0 }

/** State and actions of saving a list. Outside React, because a save continues when its dialog or page is closed. */
function makeKeeper(name: KeptListName) {
  let state = UNKNOWN
  let running: AbortController | null = null
  const listeners = new Set<() => void>()
  const set = (changed: Partial<Keeping>) => {
    state = { ...state, ...changed }
    for (const listener of listeners) listener()
  }
  const look = async () => set({ kept: await readKept(name) })

  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      if (running === null) void look()
      return () => void listeners.delete(listener)
    },
    async keep(language: string) {
      if (running) return
      running = new AbortController()
      set({ progress: NONE, failure: null })
      try {
        await keepList(name, { language, signal: running.signal }, (progress) => set({ progress }))
      } catch (error) {
        set({ failure: keepErrorOf(error).failure })
      }
      running = null
      await look()
      set({ progress: null })
    },
    cancel: () => running?.abort(),
    async remove() {
      await removeKept(name)
      set({ kept: null, failure: null })
    },
  }
}

const keepers = { rules: makeKeeper('rules'), glossary: makeKeeper('glossary') }

const keeperOf = (name: KeptListName) => keepers[name]

function useKeeping(name: KeptListName): Keeping {
  const { subscribe, read } = keepers[name]
  return useSyncExternalStore(subscribe, read)
}

const keptFacts = ({ at, bytes }: { at: number; bytes: number }, language: string) => ({
  time: asOf(at, language),
  size: megabytes(bytes, language),
})

type Props = { name: KeptListName; onKeep: () => void }

/** A list of the site: whether it is saved on this device, and since when. */
export function KeepRow({ name, onKeep }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const { kept, progress, failure } = useKeeping(name)
  const confirm = useConfirm()
  const keeper = keeperOf(name)
  const handleKeep = () => {
    onKeep()
    // Requested only on this click, because some browsers show a prompt.
    void keepStorage()
    void keeper.keep(language)
  }
  const handleRemove = async () => {
    const text = t('offline.remove_text')
    if (await confirm({ title: t(`offline.remove_${name}`), text })) void keeper.remove()
  }
  return (
    <section aria-labelledby={id} tabIndex={-1} className="border-t border-line py-4 outline-none">
      <h3 id={id} className="font-heading text-lg font-bold">
        {t(`offline.${name}`)}
      </h3>
      <p role="status" className="mt-1 text-sm text-ink-soft">
        {kept && <span>{t('offline.as_of', keptFacts(kept, language))}</span>}
        {kept === null && progress === null && <span>{t(`offline.${name}_hint`)}</span>}
      </p>
      {progress && (
        <progress
          aria-label={t('offline.progress')}
          value={progress.total > 0 ? progress.done / progress.total : undefined}
          className="progress-bar mt-3 w-full"
        />
      )}
      <FailedToKeep failure={failure} isKept={Boolean(kept)} />
      <div className="mt-3 flex flex-wrap gap-3">
        {progress ? (
          <Button onClick={keeper.cancel}>{t('offline.cancel')}</Button>
        ) : (
          <Button icon="download" disabled={kept === undefined} onClick={handleKeep}>
            {t(kept ? `offline.renew_${name}` : `offline.keep_${name}`)}
          </Button>
        )}
        {kept && !progress && (
          <Button variant="danger" onClick={() => void handleRemove()}>
            {t(`offline.remove_${name}`)}
          </Button>
        )}
      </div>
    </section>
  )
}

type FailedProps = { failure: KeepFailure | null; isKept: boolean }

/** Error of a failed save; a cancelled one shows nothing. */
export function FailedToKeep({ failure, isKept }: FailedProps) {
  const { t } = useTranslation()
  if (failure === null || failure === 'cancelled') return null
  const sentence = t(`offline.failed_${failure}`)
  return <FormError message={isKept ? `${sentence} ${t('offline.still_there')}` : sentence} />
}

/** "14:05" today, "Tue 24 Nov, 14:05" on other days, in the reader's time zone. @param at epoch milliseconds */
export function asOf(at: number, language: string): string {
  const time = new Date(at).toISOString()
  const zone = readerTimeZone()
  return nearness(time, zone) === 'today'
    ? clockOf(time, zone)
    : (timeRange(time, null, zone, { language }) ?? '')
}

const MEGABYTE = 1_000_000

/** A size such as "1.4 MB"; at least 0.1. */
export const megabytes = (bytes: number, language: string): string =>
  quantity(Math.max(bytes / MEGABYTE, 0.1), language, {
    unit: 'megabyte',
    unitDisplay: 'short',
    maximumFractionDigits: bytes < 10 * MEGABYTE ? 1 : 0,
  })
