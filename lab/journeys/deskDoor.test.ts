import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { enter, open } from '../../test/helpers/browser/desk.ts'
import { seatEventId } from '../../test/helpers/browser/walkStates.ts'
import { deskWorld } from '../../test/helpers/fixtures/deskWorld.ts'
import { addSeatStates } from '../../test/helpers/fixtures/seatStates.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'

async function world(server: DeskServer): Promise<void> {
  await deskWorld(server)
  await addSeatStates(server)
}

describe('the list of an event at its door', () => {
  const built = builtSite({ world, ownContext: true })
  const id = seatEventId('With a seat')

  test('is ticked by keyboard, found again by Back, saved, and printed as names and boxes', async () => {
    const page = await built.newcomer({ at: 'desk' })
    const box = (name: string) => page.getByRole('checkbox', { name: `${name} came` })
    const count = page.getByRole('status').filter({ hasText: /came$/ })
    await enter(page, 'Sam')
    await open(page, 'News and events')
    const row = page.getByRole('row').filter({ hasText: 'With a seat' })
    await row.getByRole('link', { name: 'Registrations' }).click()
    await count.filter({ hasText: '0 of 3 came' }).waitFor()

    await page.getByRole('searchbox', { name: 'Search by name' }).focus()
    await page.keyboard.type('a')
    await box('Gus').waitFor({ state: 'detached' })
    // Past the choice of what is shown.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const saved = page.waitForResponse((response) => response.url().endsWith('/attend'))
    await page.keyboard.press('Space')
    await count.filter({ hasText: '1 of 3 came' }).waitFor()
    expect((await saved).status()).toBe(200)

    await page.getByRole('button', { name: 'Details of Ann' }).click()
    await page.getByRole('link', { name: 'Open member' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ann' }).waitFor()
    await page.goBack()
    await box('Ann').waitFor()
    expect(page.url()).toMatch(/\?name=a$/)
    expect(await box('Gus').count()).toBe(0)

    await page.goto(`/registrations?filter=${encodeURIComponent(`{"content_id":${id}}`)}`)
    await box('Gus').waitFor()
    expect(await box('Ann').isChecked()).toBe(true)
    await page.emulateMedia({ media: 'print' })
    const controls = ['link', 'button', 'searchbox', 'combobox', 'navigation'] as const
    for (const role of controls)
      expect([role, await page.getByRole(role).count()]).toEqual([role, 0])
    expect(await page.getByRole('checkbox').count()).toBe(3)
    expect(await page.getByRole('heading').allTextContents()).toEqual(['With a seat'])
  })
})
