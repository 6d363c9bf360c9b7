import type { ComponentType } from 'react'
import { t } from '../i18n.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'

/** What can be done with each of the selected records of a list. */
export type BulkAct = {
  readonly label: string
  readonly ask: (count: number) => string
  /** What it means. */
  readonly text?: string
  /** Shown in the question: what it means for these records. */
  readonly About?: ComponentType<{ ids: readonly number[] }>
  readonly isDangerous?: boolean
  readonly send: (desk: DeskDataProvider, resource: string, id: number) => Promise<unknown>
  readonly done: (count: number) => string
}

/** Deletes records of any list. */
export const removing: BulkAct = {
  label: t('remove'),
  ask: (smart_count) => t('bulk.remove_ask', { smart_count }),
  text: t('remove_sure'),
  isDangerous: true,
  send: (desk, resource, id) => desk.delete(resource, { id, previousData: { id } }),
  done: (smart_count) => t('bulk.remove_done', { smart_count }),
}
