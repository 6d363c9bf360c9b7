import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { signIn } from '#test/helpers/browser/signIn.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

describe('what the pointer reveals', () => {
  const built = builtSite({ world: smallWorld })

  test('Remove beside a member, which is transparent until then and never beside the owner', async () => {
    await signIn(built.page, built.server, 'Ann')
    await built.page.goto('/discordia/dashboard')
    await built.page.getByRole('button', { name: /^Ravens/ }).click()
    const remove = built.page.getByRole('button', { name: 'Remove Ben' })
    const opacity = () => remove.evaluate((element) => getComputedStyle(element).opacity)
    expect(await opacity()).toBe('0')
    await built.page.getByRole('listitem').filter({ hasText: 'Ben' }).last().hover()
    await built.page.waitForFunction(
      () =>
        getComputedStyle(document.querySelector('[aria-label="Remove Ben"]') as Element).opacity ===
        '1',
    )
    expect(await built.page.getByRole('button', { name: 'Remove Ann' }).count()).toBe(0)
  })

  test('the tooltip of an entry under review, which the card does not open for', async () => {
    await signIn(built.page, built.server, 'Ann')
    await built.page.goto('/discordia/world?show=mine')
    const card = built.page.getByRole('article', { name: 'Pending moth 1', exact: true })
    const tooltip = built.page
      .getByRole('tooltip')
      .getByText('Your entry is still under approval', { exact: true })
    expect(await tooltip.count()).toBe(0)
    await card.getByRole('note', { name: '(Pending)' }).hover()
    await tooltip.waitFor()
    expect(await card.getByRole('button', { expanded: true }).count()).toBe(0)
  })
})
