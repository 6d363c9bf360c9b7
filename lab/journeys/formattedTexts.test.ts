import { axeFindings } from '../../test/helpers/browser/axe.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import {
  entryDialog,
  fillEntry,
  fillSubEntry,
  openEntryForm,
  sendEntry,
} from '../../test/helpers/browser/entryForm.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { thumbFindings } from '../../test/helpers/browser/thumbs.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'

const built = builtSite({ world: smallWorld, ownContext: true })

test('the page of a group and an entry have light formatting, previewed and saved by the keyboard (behaviour 12.12)', async () => {
  const page = await built.newcomer({ width: 360, height: 780 })
  await signIn(page, built.server, 'Cleo')
  await page.goto('/discordia/dashboard')
  await page.getByRole('button', { name: 'Owls' }).click()
  await page.getByRole('link', { name: 'Manage' }).press('Enter')
  await page.getByRole('button', { name: 'Edit group page' }).press('Enter')
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  const about = '**We howl**\n\n- at night\n- in [tune](/rules)'
  await box('What this group is about').fill(about)
  await box('Pinned note').fill('> Bring dice')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Preview')
  await page.keyboard.press('Enter')
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.locator('strong', { hasText: 'We howl' }).waitFor()
  await preview.locator('blockquote', { hasText: 'Bring dice' }).waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  expect([...(await axeFindings(page)), ...(await thumbFindings(page))]).toEqual([])
  await page.getByRole('button', { name: 'Save page' }).press('Enter')
  await page.getByText('Page saved.').waitFor()
  await page.getByRole('link', { name: 'About' }).press('Enter')
  const text = page.getByRole('region', { name: 'What this group is about' })
  await text.locator('strong', { hasText: 'We howl' }).waitFor()
  expect(await text.getByRole('listitem').count()).toBe(2)

  await page.goto('/discordia/world?show=mine')
  await openEntryForm(page)
  await fillEntry(page, 'Howl of Owls')
  await entryDialog(page).getByRole('checkbox', { name: 'Light formatting' }).press('Space')
  await fillSubEntry(page, 1, 'In use', '**Loud** at night.')
  await entryDialog(page).getByRole('button', { name: 'Preview', exact: true }).press('Enter')
  await preview.locator('strong', { hasText: 'Loud' }).waitFor()
  await sendEntry(page)
  await entryDialog(page).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Howl of Owls' }).press('Enter')
  await page.locator('strong', { hasText: 'Loud' }).waitFor()
})
