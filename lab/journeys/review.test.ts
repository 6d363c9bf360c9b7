import type { Page } from 'playwright-core'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { enter, open } from '../../test/helpers/browser/desk.ts'
import { fillEntry, openEntryForm, sendEntry } from '../../test/helpers/browser/entryForm.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { toastOn } from '../../test/helpers/browser/toast.ts'
import { deskWorld } from '../../test/helpers/fixtures/deskWorld.ts'

const LADDER = 'The Borrowed Ladder'
const SECOND = 'The Second Ladder'

describe('the review of entries at the desk, with real keys and authors', () => {
  const built = builtSite({ world: deskWorld })
  let page: Page
  const sitDown = async (username: string): Promise<Page> => {
    const desk = await built.newcomer({ at: 'desk' })
    await enter(desk, username)
    return desk
  }

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const shown = (words: string | RegExp) => page.getByText(words).first().waitFor()

  test('the queue by keys: entries of a member are edited, approved and found, and others rejected with a reason', async () => {
    const author = await built.newcomer()
    await signIn(author, built.server, 'Dora')
    await author.goto('/discordia/world')
    for (const title of [LADDER, SECOND]) {
      await openEntryForm(author)
      await fillEntry(author, title)
      await sendEntry(author)
      const words = 'You have created a new entry. It will be under approval.'
      await toastOn(author, 'status', words)
      await author.getByText(words).first().click()
      await author.getByText(words).waitFor({ state: 'detached' })
    }

    page = await sitDown('Sue')
    await open(page, 'Review queue')
    const card = page.getByRole('article', { name: SECOND })
    await card.waitFor()
    const hasFocus = (title: string) =>
      page.waitForFunction(
        (name) => document.activeElement?.querySelector('h2')?.textContent === name,
        title,
      )
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByRole('checkbox').uncheck()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('ARTICLE')
    await button('Keyboard shortcuts').click()
    await help.getByRole('checkbox').check()
    await help.getByRole('button', { name: 'Close' }).click()
    await help.waitFor({ state: 'detached' })
    // A key does nothing until an entry has the focus: the first one takes it.
    await page.keyboard.press('e')
    await hasFocus(LADDER)
    await page.keyboard.press('j')
    await hasFocus(SECOND)
    await page.keyboard.press('k')
    await page.keyboard.press('e')
    const editor = page.getByRole('dialog', { name: `Approve with edits: ${LADDER}` })
    const title = editor.getByRole('textbox', { name: 'Title' }).first()
    const approve = () => editor.getByRole('button', { name: 'Approve this version' }).click()
    await title.fill('A\u202eb')
    await approve()
    await editor.getByText(/^Write a single line of visible text/).waitFor()
    await title.fill('The Mended Ladder')
    await page.keyboard.press('Escape')
    await editor.waitFor({ state: 'detached' })
    await page.keyboard.press('e')
    expect(await title.inputValue()).toBe('The Mended Ladder')
    await approve()
    await shown(/^Approved with your edits/)
    await hasFocus(SECOND)

    await card.getByRole('button', { name: 'Reject' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject' })
    await dialog.getByLabel('Reason').fill('One ladder is enough.')
    const other = await sitDown('Sam')
    await open(other, 'Review queue')
    const theirs = other.getByRole('article', { name: SECOND })
    await theirs.getByRole('button', { name: 'Claim' }).click()
    await theirs.getByRole('button', { name: 'Release' }).waitFor()
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await dialog.getByText('Sam is reviewing this entry.').waitFor()
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('One ladder is enough.')
    await theirs.getByRole('button', { name: 'Release' }).click()
    await theirs.getByRole('button', { name: 'Claim' }).waitFor()
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await shown(/^Rejected\. You can undo/)
    await card.waitFor({ state: 'detached' })

    // The desk's browser is a visitor of the site.
    const fresh = page
    await fresh.goto(`${built.server.url}/discordia/world`)
    const search = fresh.getByRole('searchbox', { name: 'Search the glossary' })
    const found = fresh.getByRole('region', { name: 'Glossary entries' })
    await search.fill('ladder')
    await found.getByRole('article', { name: 'The Mended Ladder' }).getByText('Dora').waitFor()
    expect(await found.getByRole('article', { name: SECOND }).count()).toBe(0)
    await author.goto('/discordia/world?show=mine')
    const rejected = author.getByRole('article', { name: SECOND })
    await rejected.getByRole('note', { name: '(Rejected)' }).hover()
    const reason = author.getByRole('tooltip').filter({ hasText: 'Your entry was rejected' })
    await reason.first().waitFor()
  })
})
