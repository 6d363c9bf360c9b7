import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { emailOf } from '#test/helpers/browser/signIn.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'
import { PASSWORD } from '#test/helpers/server/accounts.ts'

describe('without a mouse', () => {
  const built = builtSite({ world: smallWorld })

  test('Tab first reaches the link to the content, which moves the focus there', async () => {
    await built.page.goto('/auth/login')
    await built.page.getByRole('heading', { level: 1 }).waitFor()
    await built.page.keyboard.press('Tab')
    expect(await built.page.evaluate(() => document.activeElement?.textContent)).toBe(
      'Skip to content',
    )
    await built.page.keyboard.press('Enter')
    await built.page.keyboard.press('Tab')
    expect(await built.page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(
      'email',
    )
  })

  test('log in, walk the tabs, create a group, ask to disband it and close the dialog', async () => {
    const keys = built.page.keyboard
    await built.page.goto('/auth/login')
    await built.page.getByRole('main').getByRole('textbox', { name: 'Email' }).focus()
    await keys.type(emailOf('Ben'))
    await keys.press('Tab')
    await keys.type(PASSWORD)
    await keys.press('Enter')
    await built.page.waitForURL('**/discordia/')
    await built.page.getByRole('link', { name: /^My Account/ }).focus()
    await keys.press('Enter')
    await built.page.getByRole('tab', { name: 'Groups' }).focus()
    await keys.press('ArrowRight')
    await built.page.getByRole('tab', { name: /^Invites/, selected: true }).waitFor()
    await keys.press('ArrowLeft')
    await built.page.getByRole('textbox', { name: 'New group name' }).focus()
    await keys.type('By Keys Alone')
    await keys.press('Enter')
    await built.page.getByRole('button', { name: /^By Keys Alone/, expanded: true }).waitFor()
    await built.page.getByRole('button', { name: 'Disband' }).focus()
    await keys.press('Enter')
    const dialog = built.page.getByRole('dialog', { name: 'Disband Group' })
    await dialog.getByRole('button', { name: 'No' }).waitFor()
    await keys.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await built.page.waitForFunction(() => document.activeElement?.textContent === 'Disband')
  })
})
