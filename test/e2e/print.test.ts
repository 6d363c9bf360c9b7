import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

describe('on paper', () => {
  const built = builtSite({ world: smallWorld })
  const heading = (name: string) => built.page.getByRole('heading', { name, exact: true })
  const print = async (path: string, title: string) => {
    await built.page.goto(path)
    await heading(title).first().waitFor()
    await built.settled()
    await built.page.emulateMedia({ media: 'print' })
    for (const role of ['banner', 'contentinfo'] as const)
      expect(await built.page.getByRole(role).count()).toBe(0)
    expect(await built.page.getByRole('region', { name: 'Cookie consent' }).count()).toBe(0)
    expect(await built.page.getByRole('link', { name: 'Skip to content' }).count()).toBe(0)
  }

  test('an article is all its words, black on white, without controls', async () => {
    await print('/discordia/news/6', 'Event 1')
    const hero = built.page.getByRole('region', { name: 'Article header' })
    for (const text of ['Event 1', 'Event 1 in short.']) {
      const line = hero.getByText(text, { exact: true })
      expect(await line.isVisible()).toBe(true)
      expect(await line.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)')
    }
    expect(await hero.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      'rgba(0, 0, 0, 0)',
    )
    for (const control of ['Add to calendar', 'Next Article'])
      expect(await built.page.getByText(control, { exact: true }).isVisible()).toBe(false)
  })

  test('a rule is its title and its sections', async () => {
    await print('/discordia/ruleItem/1', 'Rule 1')
    expect(await heading('Rule 1').isVisible()).toBe(true)
    const sections = built.page.getByRole('heading', { level: 2 })
    expect(await sections.allTextContents()).toEqual(
      ['First part', 'Second part', 'Last part'].map((name) => expect.stringContaining(name)),
    )
    expect(await built.page.getByRole('complementary').count()).toBe(0)
    expect(await built.page.getByRole('button').count()).toBe(0)
    expect(await built.page.getByRole('link', { name: 'Back to Rules Page' }).count()).toBe(0)
  })

  test('the rules are their list, without tabs, search and videos', async () => {
    await print('/discordia/rules', 'At the table')
    expect(await heading('At the table').isVisible()).toBe(true)
    const rule = built.page.getByRole('link', { name: 'Quick rule 1', exact: true })
    expect(await rule.isVisible()).toBe(true)
    expect(await built.page.getByRole('tab').count()).toBe(0)
    expect(await built.page.getByRole('searchbox').count()).toBe(0)
    expect(await built.page.getByRole('region', { name: 'Rules videos' }).count()).toBe(0)
  })

  test('an open entry of the glossary keeps its title and loses its controls', async () => {
    await built.page.goto('/discordia/world?search=creature+01')
    const toggle = built.page.getByRole('button', { name: 'Creature 01', exact: true })
    await toggle.click()
    const minimize = built.page.getByRole('button', { name: 'minimize' })
    await minimize.waitFor()
    await built.page.emulateMedia({ media: 'print' })
    await minimize.waitFor({ state: 'hidden' })
    expect(await toggle.isVisible()).toBe(true)
  })
})
