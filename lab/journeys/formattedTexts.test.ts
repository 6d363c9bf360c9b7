import type { Page } from 'playwright-core'
import { axeFindings } from '../../test/helpers/browser/axe.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { enter, open } from '../../test/helpers/browser/desk.ts'
import {
  aPicture,
  bringFile,
  entryDialog,
  fillEntry,
  openEntryForm,
  sendEntry,
  subEntry,
} from '../../test/helpers/browser/entryForm.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { deskWorld } from '../../test/helpers/fixtures/deskWorld.ts'

const built = builtSite({ world: deskWorld, ownContext: true })

/** Pastes at the focus, as from another program. */
const paste = (page: Page, type: string, text: string): Promise<void> =>
  page.evaluate(
    (given) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(given.type, given.text)
      const init = { bubbles: true, cancelable: true, clipboardData }
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', init))
    },
    { type, text },
  )

test('cells and a picture are pasted into an entry, a reviewer adds a row, and everyone reads both (behaviour 12.12)', async () => {
  const author = await built.newcomer()
  await signIn(author, built.server, 'Dora')
  await author.goto('/discordia/world')
  await openEntryForm(author)
  await fillEntry(author, 'Dice of Salt')
  await entryDialog(author).getByRole('checkbox', { name: 'Light formatting' }).press('Space')
  const text = subEntry(author, 1).getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('')
  await text.focus()
  await paste(author, 'text/plain', 'Die\tHarm\nSmall\t4')
  expect(await text.inputValue()).toBe('| Die | Harm |\n| --- | --: |\n| Small | 4 |\n')
  const file = { name: 'dice.png', mimeType: 'image/png', buffer: await aPicture('png') }
  await bringFile(author, 'paste', file)
  await author.waitForFunction(() => getSelection()?.toString() === 'Describe the picture')
  await author.keyboard.type('Two dice')
  await author.keyboard.press('Control+z')
  await author.keyboard.press('Control+y')
  expect(await text.inputValue()).toMatch(/\n\n!\[Two dice\]\(\/api\/files\/\w+-300x200\.png\)\n$/)
  await sendEntry(author)
  await entryDialog(author).waitFor({ state: 'hidden' })

  const desk = await built.newcomer({ at: 'desk' })
  await enter(desk, 'Sue')
  await open(desk, 'Review queue')
  const card = desk.getByRole('article', { name: 'Dice of Salt' })
  await card.getByRole('button', { name: 'Approve with edits' }).click()
  const editor = desk.getByRole('dialog', { name: 'Approve with edits: Dice of Salt' })
  const content = editor.getByRole('textbox', { name: 'Content' })
  await content.press('Control+Home')
  await editor.getByRole('button', { name: 'Add row below' }).last().click()
  await desk.keyboard.type('Large')
  expect(await axeFindings(desk)).toEqual([])
  await editor.getByRole('button', { name: 'Approve this version' }).click()
  await editor.waitFor({ state: 'detached' })

  const reader = await built.newcomer()
  await reader.goto('/discordia/world?search=dice+of+salt')
  await reader.getByRole('button', { name: 'Dice of Salt' }).click()
  await reader.getByRole('cell', { name: 'Large' }).waitFor()
  expect(await reader.getByRole('row').allTextContents()).toEqual(['DieHarm', 'Large', 'Small4'])
  const image = reader.getByRole('img', { name: 'Two dice' })
  await image.scrollIntoViewIfNeeded()
  await reader.waitForFunction(
    (one) => (one as HTMLImageElement).naturalWidth > 0,
    await image.elementHandle(),
  )
})
