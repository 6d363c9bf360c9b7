import type { ComponentType } from 'react'
import { t, textOr } from '../i18n.ts'
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

/** @param part of the texts */
export const bulkAct = (
  part: 'contents' | 'downloads',
  name: string,
  send: BulkAct['send'],
): BulkAct => ({
  label: textOr(`${part}.${name}`, name),
  ask: (smart_count) => textOr(`${part}.bulk.${name}_ask`, '', { smart_count }),
  text: textOr(`${part}.bulk.${name}_text`, ''),
  send,
  done: (smart_count) => textOr(`${part}.bulk.${name}_done`, '', { smart_count }),
})

/** Deletes records of any list. */
export const removing: BulkAct = {
  label: t('remove'),
  ask: (smart_count) => t('bulk.remove_ask', { smart_count }),
  text: t('remove_sure'),
  isDangerous: true,
  send: (desk, resource, id) => desk.delete(resource, { id, previousData: { id } }),
  done: (smart_count) => t('bulk.remove_done', { smart_count }),
}
