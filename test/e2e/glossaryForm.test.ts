import { callsTo, watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { choose, chosenIn, dropdown, optionsOf } from '#test/helpers/browser/dropdown.ts'
import { enterAs } from '#test/helpers/browser/enterAs.ts'
import {
  aPicture,
  bringFile,
  entryDialog,
  fillEntry,
  fillSubEntry,
  openEntryForm,
  sendEntry,
  subEntry,
} from '#test/helpers/browser/entryForm.ts'

const WRONG_TYPE = 'Invalid file type. Please select a JPEG or PNG image.'

describe('Create glossary item, the form (behaviour 2, 5)', () => {
  const built = builtSite()

  const form = () => entryDialog(built.page)
  const button = (name: string) => form().getByRole('button', { name, exact: true })
  const name = () => form().getByRole('textbox', { name: 'Name', exact: true })
  const fieldOf = (number: number, label: 'Sub-title' | 'Text') =>
    subEntry(built.page, number).getByRole('textbox', { name: label, exact: true })
  const image = () => form().getByLabel('Image', { exact: true })
  const preview = () => form().getByRole('img', { name: 'Preview of the image' })
  /** Texts of the messages as they stand, leading spaces and all. */
  const alerts = () => form().getByRole('alert').allTextContents()
  const alert = (text: string) => form().getByRole('alert').filter({ hasText: text }).waitFor()
  const isFocused = (at: ReturnType<typeof name>) => at.evaluate((box) => box.matches(':focus'))
  const isLocked = () =>
    built.page.evaluate(() => getComputedStyle(document.documentElement).overflowY === 'hidden')

  beforeEach(async () => {
    await enterAs(built.page, built.site, 'sanna@discordia.example')
    await built.page.goto('/discordia/world')
    await built.page.getByRole('article').first().waitFor()
    await built.settled()
    await openEntryForm(built.page)
  })

  describe('Its parts', () => {
    test('name, image, Type and Sub-Type, one sub-entry, the controls; the page behind does not scroll', async () => {
      await form().getByRole('heading', { level: 2, name: 'Create New Glossary Item' }).waitFor()
      expect(await name().getAttribute('maxlength')).toBe('100')
      expect(await fieldOf(1, 'Sub-title').getAttribute('maxlength')).toBe('100')
      for (const field of [name(), fieldOf(1, 'Sub-title'), fieldOf(1, 'Text')])
        expect(await field.evaluate((box: HTMLInputElement) => box.required)).toBe(true)
      expect(await image().getAttribute('type')).toBe('file')
      expect(await image().getAttribute('accept')).toBe('image/jpeg,image/png')
      expect(await image().getAttribute('required')).toBeNull()
      expect(
        await form()
          .getByRole('group', { name: /^Sub-entry/ })
          .count(),
      ).toBe(1)
      expect(await button('Remove').count()).toBe(0)
      for (const label of ['Add Additional Sub-Title & Text', 'Send Item for Review', 'Close'])
        expect(await button(label).isEnabled()).toBe(true)
      expect(
        await form()
          .locator('form')
          .evaluate((at: HTMLFormElement) => at.noValidate),
      ).toBe(true)
      expect(await isFocused(name())).toBe(true)
      expect(await isLocked()).toBe(true)
      expect(await axeFindings(built.page)).toEqual([])
    })

    test('it closes by Close, the header’s button, Escape and the backdrop; the page scrolls again', async () => {
      const add = built.page.getByRole('button', { name: 'Create new glossary item', exact: true })
      const ways = [
        () => button('Close').click(),
        () => button('Close dialog').click(),
        () => built.page.keyboard.press('Escape'),
        () => built.page.mouse.click(20, 500),
      ]
      for (const leave of ways) {
        await leave()
        await form().waitFor({ state: 'detached' })
        await built.page.waitForFunction(
          () => getComputedStyle(document.documentElement).overflowY !== 'hidden',
        )
        expect(await isFocused(add)).toBe(true)
        await openEntryForm(built.page)
      }
    })

    test('selecting a type clears the subtype and offers its own; each dropdown has a search box', async () => {
      expect(await dropdown(form(), 'Sub-Type').isDisabled()).toBe(true)
      await dropdown(form(), 'Type').click()
      await form().getByRole('searchbox', { name: 'Search types' }).fill('EVENT')
      await built.page.keyboard.press('Enter')
      expect(await chosenIn(form(), 'Type')).toBe('Events')
      expect(await optionsOf(form(), 'Sub-Type', 'Great Weathers')).toEqual([
        'None',
        'Quarrels',
        'Settlements',
        'Great Weathers',
      ])
      await dropdown(form(), 'Sub-Type').click()
      await form().getByRole('searchbox', { name: 'Search sub-types' }).fill('quarr')
      await built.page.keyboard.press('Enter')
      expect(await chosenIn(form(), 'Sub-Type')).toBe('Quarrels')
      await choose(form(), 'Type', 'People')
      expect(await chosenIn(form(), 'Sub-Type')).toBe('None')
      const offered = await optionsOf(form(), 'Sub-Type', 'The Disputed')
      expect(offered).toEqual(['None', 'The Living', 'The Remembered', 'The Disputed'])
    })
  })

  describe('Validation', () => {
    test('a missing type stops the submission with its message; each message stands at its field', async () => {
      const calls = watchCalls(built.page)
      await sendEntry(built.page)
      await alert('A type is required to create an Item.')
      expect(await alerts()).toEqual([
        'Please fill in this field.',
        ' A type is required to create an Item.',
        'Sub-entry cannot be empty',
      ])
      for (const [field, message] of [
        [name(), 'Please fill in this field.'],
        [dropdown(form(), 'Type'), ' A type is required to create an Item.'],
        [fieldOf(1, 'Sub-title'), 'Sub-entry cannot be empty'],
      ] as const) {
        expect(await field.getAttribute('aria-invalid')).toBe('true')
        const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ')
        const texts = ids.map((id) => built.page.locator(`[id="${id}"]`).textContent())
        expect(await Promise.all(texts)).toContain(message)
      }
      expect(await isFocused(name())).toBe(true)
      expect(await axeFindings(built.page)).toEqual([])
      await name().fill('A Thing')
      await fillSubEntry(built.page, 1, 'Sub', 'Text')
      await sendEntry(built.page)
      expect(await alerts()).toEqual([' A type is required to create an Item.'])
      expect(callsTo(calls, 'POST')).toEqual([])
    })

    test('each sub-entry needs both a sub-title and a text; the message shows on that sub-entry', async () => {
      const calls = watchCalls(built.page)
      await fillEntry(built.page, 'A Thing')
      await button('Add Additional Sub-Title & Text').click()
      await button('Add Additional Sub-Title & Text').click()
      await fieldOf(2, 'Sub-title').fill('Only a sub-title')
      await fieldOf(3, 'Text').fill('Only a text')
      await sendEntry(built.page)
      for (const number of [2, 3])
        await subEntry(built.page, number)
          .getByRole('alert')
          .getByText('Sub-entry cannot be empty', { exact: true })
          .waitFor()
      expect(await alerts()).toHaveLength(2)
      await fieldOf(2, 'Text').fill('   ')
      expect(await alerts()).toHaveLength(2)
      await fieldOf(2, 'Text').fill('And a text')
      await fieldOf(3, 'Sub-title').fill('And a sub-title')
      expect(await alerts()).toEqual([])
      expect(callsTo(calls, 'POST')).toEqual([])
    })

    test('the name and the sub-titles end after 100 characters', async () => {
      for (const field of [name(), fieldOf(1, 'Sub-title')]) {
        await field.focus()
        await built.page.keyboard.insertText('x'.repeat(120))
        expect(await field.inputValue()).toBe('x'.repeat(100))
      }
    })
  })

  describe('The image', () => {
    test('is chosen by a click, shown, and can be cleared', async () => {
      expect(await preview().count()).toBe(0)
      const chooser = built.page.waitForEvent('filechooser')
      await image().click()
      const buffer = await aPicture('jpeg')
      await (await chooser).setFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
      await preview().waitFor()
      await drawn()
      await button('Clear image').click()
      await preview().waitFor({ state: 'detached' })
    })

    test.each(['drop', 'paste'] as const)(
      'can be brought by %s, wherever on the page',
      async (way) => {
        const buffer = await aPicture('png')
        await bringFile(built.page, way, { name: 'a.png', mimeType: 'image/png', buffer })
        await preview().waitFor()
        await drawn()
        const gif = { name: 'a.gif', mimeType: 'image/gif', buffer: await aPicture('gif') }
        await bringFile(built.page, way, gif)
        await alert(WRONG_TYPE)
      },
    )

    test('only image/jpeg and image/png are allowed, by their content as well', async () => {
      const refused = [
        ['image/gif', 'a.gif', 'GIF89a'],
        ['image/svg+xml', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
        ['image/webp', 'a.webp', 'RIFF'],
        ['application/pdf', 'a.pdf', '%PDF-1.7'],
        ['image/png', 'a.png', 'not a picture'],
      ] as const
      const buffer = await aPicture('png')
      for (const [mimeType, file, content] of refused) {
        await image().setInputFiles({ name: file, mimeType, buffer: Buffer.from(content) })
        await alert(WRONG_TYPE)
        expect(await alerts()).toEqual([WRONG_TYPE])
        expect(await preview().count()).toBe(0)
        await image().setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer })
        await preview().waitFor()
        expect(await alerts()).toEqual([])
        await button('Clear image').click()
        await preview().waitFor({ state: 'detached' })
      }
    })

    test('pasted text is left to the field that it is pasted into', async () => {
      await name().fill('A Ladder')
      await built.page.keyboard.press('Control+A')
      await built.page.keyboard.press('Control+C')
      await fieldOf(1, 'Sub-title').focus()
      await built.page.keyboard.press('Control+V')
      expect(await fieldOf(1, 'Sub-title').inputValue()).toBe('A Ladder')
      expect(await preview().count()).toBe(0)
    })

    /** The preview is the picture itself. */
    const drawn = () =>
      built.page.waitForFunction(() => {
        const img = document.querySelector<HTMLImageElement>('[role="dialog"] img')
        return img?.naturalWidth === 300 && img.naturalHeight === 200
      })
  })
})
