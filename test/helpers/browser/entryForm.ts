import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { choose } from './dropdown.ts'

/** The form "Create New Glossary Item". */
export const entryDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Create New Glossary Item', exact: true })

/** Opens the form on the glossary page, which a member must have open. */
export async function openEntryForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create new glossary item', exact: true }).click()
  await entryDialog(page).getByRole('textbox', { name: 'Name', exact: true }).waitFor()
}

/** One of its sub-entries, counted from 1. */
export const subEntry = (page: Page, number: number): Locator =>
  entryDialog(page).getByRole('group', { name: `Sub-entry ${number}`, exact: true })

export async function fillSubEntry(
  page: Page,
  number: number,
  title: string,
  text: string,
): Promise<void> {
  const group = subEntry(page, number)
  await group.getByRole('textbox', { name: 'Sub-title', exact: true }).fill(title)
  await group.getByRole('textbox', { name: 'Text', exact: true }).fill(text)
}

/** Fills all required fields. */
export async function fillEntry(page: Page, name: string): Promise<void> {
  const form = entryDialog(page)
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await choose(form, 'Type', 'Customs')
  await fillSubEntry(page, 1, 'In use', 'Everybody owns it on Tuesdays.')
}

export const sendEntry = (page: Page): Promise<void> =>
  entryDialog(page).getByRole('button', { name: 'Send Item for Review', exact: true }).click()

/** A picture of one colour. */
export const aPicture = (format: 'png' | 'jpeg' | 'gif'): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#b8862d' } })
    .toFormat(format)
    .withExif({ IFD0: { Copyright: 'To be removed' } })
    .toBuffer()

/** Drops or pastes a file on the page, as from another window. */
export const bringFile = (
  page: Page,
  way: 'drop' | 'paste',
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> =>
  page.evaluate(
    ({ kind, name, type, bytes }) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(bytes)], name, { type }))
      const init = { bubbles: true, cancelable: true }
      const target = document.activeElement ?? document.body
      target.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data }),
      )
    },
    { kind: way, name: file.name, type: file.mimeType, bytes: [...file.buffer] },
  )
